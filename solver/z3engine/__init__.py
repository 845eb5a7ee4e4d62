"""What Z3 decides: the second could-produce engine, theorems about all boards, and statements about all integers."""

from .engine import could_produce_z3

__all__ = ["could_produce_z3"]
