"""Other engines' forms for ``manaproof generate --to``: Forge's puzzles, XMage's tests, phase's JSON.

A state that a form cannot say becomes a file that names why.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .generate_command import Writer, writer


def _written(state: Mapping[str, Any], to: str) -> str:
    from manaproof.solver.differences.cases import Case

    from .convert_command import Format, written
    from .engines.protocol import NotComparableError
    from .errors import InputError
    from .scenario import read_scenarios
    from .source import read_text
    from .writing import write_json

    (scenario,) = read_scenarios(read_text(write_json(state["scenario"]), source=str(state["id"])))
    try:
        return written(Case(str(state["id"]), None, scenario), Format(to), None)
    except NotComparableError as error:
        return _cannot(to, str(error))
    except InputError as error:
        return _cannot(to, error.what)


def _cannot(to: str, why: str) -> str:
    """A file that names why a state is not in it."""
    says = f"{why.splitlines()[0]}"
    return {
        "forge": f"# This state has no such form: {says}\n",
        "xmage": f"// This state has no such form: {says}\n",
        "phase": json.dumps({"unsupported": says}) + "\n",
    }[to]


def _writer(to: str) -> Writer:
    def write(state: Mapping[str, Any]) -> str:
        return _written(state, to)

    return write


def register() -> None:
    """Make the forms known to ``generate --to``."""
    for to, ending in (("forge", ".pzl"), ("xmage", ".java"), ("phase", ".json")):
        writer(to, ending)(_writer(to))


__all__ = ["register"]
