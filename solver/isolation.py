"""Work done in a process of its own, which may be ended: grounding cannot be interrupted from within.

A changed rule may have infinitely many instances, or more than fit into memory. So the work is done in a forked
process with a limit of time and one of memory, which holds even when this process is killed. The time is the
processor's, so that it does not depend on what else the machine does. Where processes cannot be forked the work is done
here, without limits.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any


class IsolatedError(RuntimeError):
    """The work failed; the message tells how."""


def isolated(work: Callable[[], Any], *, seconds: float, megabytes: float | None = None) -> Any:
    """Do some work apart.

    Args:
        work: gives back JSON's kind of data, never None.
        seconds: processor time after which it is ended.
        megabytes: what it may address beyond what this process does already, where the system can limit that.

    Returns:
        What the work gives; None if it was ended by a limit.

    Raises:
        IsolatedError: the work raised an exception.
    """
    if not hasattr(os, "fork"):
        return work()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _work(work, writing, seconds, megabytes)
    os.close(writing)
    try:
        with os.fdopen(reading, "rb") as stream:
            answer = stream.read()
    except BaseException:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        raise
    finally:
        os.waitpid(child, 0)
    if not answer:
        return None
    found = json.loads(answer)
    if "error" in found:
        raise IsolatedError(found["error"])
    return found["done"]


def _work(work: Callable[[], Any], writing: int, seconds: float, megabytes: float | None) -> None:
    """What the forked process does; it never returns."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process decides what an interrupt means
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        if megabytes is not None:
            import resource

            size = _addressed() + int(megabytes * 2**20)
            resource.setrlimit(resource.RLIMIT_AS, (size, size))
        try:
            answer = {"done": work()}
        except MemoryError:
            os._exit(1)
        except Exception as error:
            if "bad_alloc" in str(error):  # clingo's way of saying the same
                os._exit(1)
            answer = {"error": f"{type(error).__name__}: {error}"}
        with os.fdopen(writing, "wb") as stream:
            stream.write(json.dumps(answer).encode())
    finally:
        os._exit(0)


def _addressed() -> int:
    """How many bytes this process addresses: a fork begins with all that its parent reserved, whether used or not."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


__all__ = ["IsolatedError", "isolated"]
