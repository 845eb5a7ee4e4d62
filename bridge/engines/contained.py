"""An engine in a process of its own, with a time limit: that it crashes or hangs is a result and no accident."""

from __future__ import annotations

import multiprocessing
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from manaproof.bridge.errors import InputError, Problem, did_you_mean
from manaproof.bridge.state import State

from .bulk import Bulk
from .protocol import Data, Engine
from .running import Plan, run

NAMES = ("phase",)
"""The engines there are adapters for."""

_STARTING = 60.0
"""Seconds that the process may take to start and to read the bulk file."""


def engine(name: str, bulk: Bulk | None) -> Engine:
    """An engine by its name.

    Raises:
        InputError: there is none, or it is not installed.
    """
    if name == "phase":
        from .phase_game import Phase

        return Phase(bulk)
    cure = did_you_mean(name, NAMES, "the engines are " + ", ".join(NAMES))
    raise InputError([Problem(f"there is no engine {name!r}", cure, "--engine")])


class Contained:
    """Runs plays in an engine's own process, which is started anew when it crashed or hung.

    Args:
        name: the engine.
        bulk: the bulk file with the cards' texts.
        seconds: how long one play may take.
    """

    def __init__(self, name: str, bulk: Path | None, seconds: float = 20.0) -> None:
        self.name = name
        self.bulk = bulk
        self.seconds = seconds
        self._process: Any = None
        self._pipe: Connection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = self._pipe = None

    def run(self, state: State, plan: Plan) -> Data:
        """Follow a play; see ``running.run``. The outcome may also be ``crashed`` or ``hung``."""
        pipe = self._started()
        pipe.send({"state": state.to_json(), "plan": plan.to_data()})
        try:
            if not pipe.poll(self.seconds):
                self.close()
                return {"outcome": "hung", "says": f"it does not answer within {self.seconds:g} seconds"}
            answer: Data = pipe.recv()
        except (EOFError, OSError):
            code = self._code()
            self.close()
            return {"outcome": "crashed", "says": f"its process ended with code {code}"}
        if answer["outcome"] == "crashed":
            self.close()
        return answer

    def _code(self) -> int | None:
        self._process.join(1.0)
        found: int | None = self._process.exitcode
        return found

    def _started(self) -> Connection:
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        bulk = None if self.bulk is None else str(self.bulk)
        self._process = context.Process(target=_serve, args=(theirs, self.name, bulk), daemon=True)
        self._process.start()
        theirs.close()
        if not self._pipe.poll(_STARTING):
            self.close()
            raise InputError([Problem("the engine's process does not start", "try again", self.name)])
        ready = self._pipe.recv()
        if isinstance(ready, InputError):
            self.close()
            raise ready
        return self._pipe


def _serve(pipe: Connection, name: str, bulk: str | None) -> None:
    """The engine's process: plays in, what was seen out, until the other end closes."""
    try:
        made = engine(name, None if bulk is None else Bulk.load(bulk))
    except InputError as error:
        pipe.send(error)
        return
    pipe.send(made.version())
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            task = pipe.recv()
            pipe.send(_result(made, task))


def _result(made: Engine, task: Data) -> Data:
    try:
        return run(made, State.parse(task["state"], source="<state>"), Plan.from_data(task["plan"]))
    except InputError as error:
        return {"outcome": "not comparable", "reason": "the state cannot be read", "detail": error.what}
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a panic of the engine is a BaseException of its own
        if type(error).__name__ == "PanicException":
            return {"outcome": "crashed", "says": str(error)[:300]}
        if isinstance(error, Exception):  # a defect of the adapter is no fault of the engine
            where = traceback.extract_tb(error.__traceback__)[-1].name
            detail = f"{type(error).__name__} in {where}: {str(error)[:160]}"
            return {"outcome": "not comparable", "reason": "the adapter does not know what to do", "detail": detail}
        raise


__all__ = ["NAMES", "Contained", "engine"]
