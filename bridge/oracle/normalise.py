"""Oracle text made uniform before it is read: reminder text, names, typographic variants (CR 207.2, 201.5)."""

from __future__ import annotations

import re

from .lexicon import CLASSES

SELF = "~"
"""What stands for the name of the object itself, and for "this creature", "this land"..."""

_GRANTER = "~granter"
"""What stands for the name of the object within an ability that it grants."""

_QUOTE = re.compile(r'"[^"]*"')
_TO_ITSELF = re.compile(r'[^"]*~ (?:has|gains|gets [^"]* and (?:has|gains)) (?:[^".]*and )?"[^"]*"[^"]*$')
_REMINDER = re.compile(r"\s*\((?:[^()]|\([^()]*\))*\)")
_DASHES = str.maketrans(
    {"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u2212": "-", "\u2013": "-", "\u00a0": " "}
)
_KINDS = (
    "creature artifact enchantment land permanent spell card token planeswalker aura equipment vehicle saga class case "
    "siege battle fortification spacecraft room curse shrine background role planet"
)
_THIS = re.compile(rf"\bthis (?:{'|'.join(_KINDS.split())})\b", re.IGNORECASE)
_ENTERS = re.compile(r"\b(enters?) the battlefield\b")
_ABILITY_WORD = re.compile(r"^[^\"{}:.,\u2014]{2,40} \u2014 (?=[A-Z{~+\u2022\"])")
_NOT_ABILITY_WORDS = re.compile(
    r"^(?:[IVX]+(?:, [IVX]+)*|choose .*|.*[Ww]ard|.*[Ee]quip.*|cumulative upkeep|.* \{.*|level .*|boast|exhaust|"
    r"channel|forecast|max speed|solved|to solve|companion|bestow|.*cycling|.*kicker|flashback|madness|morph|echo|"
    r"buyback|escape|ninjutsu|entwine|suspend .*|reconfigure|craft .*|multikicker|power-up|sneak|mayhem|renew|strive|"
    r"disguise|embalm|eternalize|disturb|emerge.*|unearth|evoke|overload|gift .*|blitz|casualty|plot|impending.*|"
    r"waterbend.*|teamwork|escalate|encore|specialize|transfigure|recover|teach|partner|firebending|warp|harmonize|"
    r"splice onto arcane|awaken.*|reinforce.*|offspring|dash|prowl|spectacle|megamorph|jump-start|surge)$",
    re.IGNORECASE,
)
_PRONOUNS = (
    (re.compile(r"\b(?:his|her)(?= (?:power|toughness|owner|controller|mana value)\b)"), "its"),
    (re.compile(r"\b(?:he|she|him|her)\b"), "it"),
    (re.compile(r"\b(?:He|She)\b"), "It"),
    (re.compile(r"\b(?:he's|she's)\b"), "it's"),
)
"""What a legendary character is called in its own text."""
_COMMON = frozenset(text for words in CLASSES.values() for text in words)


def normalised(text: str, name: str = "", *, legendary: bool = False) -> tuple[str, ...]:
    """The lines of an Oracle text, uniform.

    Args:
        text: The text.
        name: The name of the face it stands on.
        legendary: Whether a short form of the name may stand for it (CR 201.5c).

    Returns:
        The lines that say something, without reminder text and with ``~`` for the object itself; a mode of a modal
        ability (a line that begins with a bullet) belongs to the line before.
    """
    text = _REMINDER.sub("", text.translate(_DASHES))
    for one in _names(name.translate(_DASHES), legendary):
        named = re.compile(rf"(?<![\w~-]){re.escape(one)}(?![\w-])")
        text = _QUOTE.sub(lambda found, named=named: named.sub(_GRANTER, found[0]), text)  # type: ignore[misc]
        text = named.sub(SELF, text)
    text = _ENTERS.sub(r"\1", _THIS.sub(SELF, text))
    if legendary:
        for pattern, put in _PRONOUNS:
            text = pattern.sub(put, text)
    lines: list[str] = []
    for raw in text.split("\n"):
        line = " ".join(raw.split())
        if not line:
            continue
        if line.startswith("\u2022") and lines:
            lines[-1] += " " + line
        else:
            lines.append(line)
    return tuple(_without_ability_word(_granted(line)) for line in lines)


def _granted(line: str) -> str:
    """A name within an ability that is granted means what grants it, not what has it (CR 201.5a).

    Where the object grants the ability to itself both are the same.
    """
    return line.replace(_GRANTER, SELF) if _TO_ITSELF.match(line) else line


def _names(name: str, legendary: bool) -> list[str]:
    """What the object is called in its own text, the longest first."""
    name = name.removeprefix("A-")
    if not name:
        return []
    found = [name]
    if legendary:
        short = [
            name.split(",")[0],
            re.split(r" (?:of|the|and|from) ", name.split(",")[0])[0],
            name.split(" ")[0].rstrip(","),
        ]
        found += [
            one for one in short if len(one) > 2 and one.lower() not in _COMMON and one not in ("The", "Lady", "Lord")
        ]
    return sorted(dict.fromkeys(found), key=len, reverse=True)


_CHAPTER_WORD = re.compile(r"^((?:[IVX]+, )*[IVX]+ \u2014 )(?!Choose )[A-Z][^\"{}:.,\u2014]{1,30} \u2014 (?=[A-Z{~])")


def _without_ability_word(line: str) -> str:
    """An ability word says nothing (CR 207.2c), nor does the name of a chapter's deed."""
    line = _CHAPTER_WORD.sub(r"\1", line)
    found = _ABILITY_WORD.match(line)
    if found and not _NOT_ABILITY_WORDS.match(found[0][:-3]):
        return line[found.end() :]
    return line
