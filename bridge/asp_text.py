"""What clingo must not be given to read: some texts end the process, and large numbers become others."""

from __future__ import annotations

import re

from .surface import LARGEST

_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
_NUMBER = re.compile(r"(?<![A-Za-z0-9_])(?:0x[0-9a-fA-F]+|0o[0-7]+|0b[01]+|[0-9]+)")


def fault(text: str) -> tuple[str, str] | None:
    """What is wrong with a text and the cure, before clingo reads it; None if it may.

    Outside quotes only ASCII characters are read (others end the process), and no number past :data:`LARGEST` (clingo's
    have 32 bits, and what is larger becomes another number).
    """
    plain = _STRING.sub('""', text)
    strange = next((one for one in plain if one not in "\n\t" and not (one.isascii() and one.isprintable())), None)
    if strange is not None:
        return f"it holds the character {strange!r} outside quotes", "put it into quotes, or remove it"
    for number in _NUMBER.findall(plain):
        base = {"0x": 16, "0o": 8, "0b": 2}.get(number[:2], 10)
        if len(number) > 40 or int(number.removeprefix("0x").removeprefix("0o").removeprefix("0b"), base) > LARGEST:
            return f"the number {number[:20]} is too large", f"write numbers up to {LARGEST}"
    return None


__all__ = ["fault"]
