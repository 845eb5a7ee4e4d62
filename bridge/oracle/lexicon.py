"""The words of Oracle text that stand for values (numbers, colors, keywords), and how a text falls into words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from ..abilities.base import word
from ..typeline import SUPERTYPES
from .subtypes import SUBTYPES

NUMBERS = MappingProxyType(
    {
        text: number
        for number, text in enumerate(
            [
                "two",
                "three",
                "four",
                "five",
                "six",
                "seven",
                "eight",
                "nine",
                "ten",
                "eleven",
                "twelve",
                "thirteen",
                "fourteen",
                "fifteen",
                "sixteen",
                "seventeen",
                "eighteen",
                "nineteen",
                "twenty",
            ],
            2,
        )
    }
)
"""Numbers written as words. One is "a", "an" or "one", as the phrase wants."""

COLORS = MappingProxyType({"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"})
TYPES = ("artifact", "battle", "creature", "enchantment", "instant", "kindred", "land", "planeswalker", "sorcery")

SIMPLE = tuple(
    """
    deathtouch, defender, double strike, first strike, flash, flying, haste, hexproof, indestructible, intimidate,
    lifelink, reach, shroud, trample, vigilance, banding, flanking, phasing, shadow, horsemanship, fear, provoke,
    storm, sunburst, epic, convoke, haunt, split second, delve, gravestorm, changeling, conspire, persist, wither,
    retrace, exalted, cascade, rebound, umbra armor, infect, battle cry, living weapon, undying, soulbond, unleash,
    cipher, evolve, extort, fuse, dethrone, hidden agenda, prowess, exploit, menace, devoid, ingest, myriad, skulk,
    melee, partner, undaunted, improvise, aftermath, ascend, assist, jump-start, mentor, riot, companion, demonstrate,
    daybound, nightbound, decayed, training, compleated, enlist, read ahead, ravenous, space sculptor, living metal,
    for mirrodin!, bargain, start your engines!, job select, tiered, station, increment, paradigm, spree, gift,
    double agenda, doctor's companion, choose a background, friends forever, totem armor,
    plainswalk, islandwalk, swampwalk, mountainwalk, forestwalk, desertwalk, nonbasic landwalk, legendary landwalk,
    snow landwalk, landwalk, artifact landwalk, snow plainswalk, snow islandwalk, snow swampwalk, snow mountainwalk,
    snow forestwalk, denimwalk
    """.replace("\n", " ").split(",")
)
"""Keyword abilities without a parameter (CR 702), landwalks among them; the words as they are written."""

KEYWORDS = tuple(one.strip() for one in SIMPLE if one.strip())

_IRREGULAR = {
    "elf": "elves",
    "dwarf": "dwarves",
    "wolf": "wolves",
    "werewolf": "werewolves",
    "mercenary": "mercenaries",
    "ally": "allies",
    "faerie": "faeries",
    "harpy": "harpies",
    "myr": "myr",
    "kithkin": "kithkin",
    "eldrazi": "eldrazi",
    "merfolk": "merfolk",
    "treefolk": "treefolk",
    "samurai": "samurai",
    "fish": "fish",
    "plains": "plains",
    "urza's": "urza's",
    "equipment": "equipment",
    "sphinx": "sphinxes",
    "fox": "foxes",
    "octopus": "octopuses",
    "homunculus": "homunculi",
    "cyclops": "cyclopes",
    "pegasus": "pegasuses",
    "fungus": "funguses",
    "ox": "oxen",
    "mouse": "mice",
    "child": "children",
    "thalakos": "thalakos",
    "volver": "volvers",
    "azra": "azra",
    "locus": "loci",
    "naga": "nagas",
    "jellyfish": "jellyfish",
    "starfish": "starfish",
    "aurochs": "aurochs",
    "moonfolk": "moonfolk",
    "kirin": "kirin",
    "kavu": "kavu",
    "vedalken": "vedalken",
    "ouphe": "ouphes",
    "leech": "leeches",
    "food": "foods",
    "treasure": "treasures",
    "gold": "gold",
    "hero": "heroes",
    "army": "armies",
    "spy": "spies",
    "djinn": "djinns",
    "efreet": "efreets",
    "sorcery": "sorceries",
    "camarid": "camarids",
    "nautilus": "nautiluses",
    "hippo": "hippos",
    "yeti": "yetis",
    "oni": "oni",
    "nephilim": "nephilim",
    "astartes": "astartes",
    "cactus": "cactuses",
    "platypus": "platypuses",
    "octopode": "octopodes",
    "phoenix": "phoenixes",
    "lynx": "lynxes",
    "vampire": "vampires",
}


def plural(text: str) -> str:
    """The plural of a word for a type."""
    if text in _IRREGULAR:
        return _IRREGULAR[text]
    if text.endswith(("s", "sh", "ch", "x", "z")):
        return text + "es"
    if text.endswith("y") and text[-2] not in "aeiou":
        return text[:-1] + "ies"
    return text + "s"


def _classes() -> dict[str, dict[str, object]]:
    """The classes of words: of each word, the value."""
    subs = {one.lower(): word(one) for group in SUBTYPES.values() for one in group}
    found: dict[str, dict[str, object]] = {
        "NUMW": dict(NUMBERS),
        "COLOR": dict(COLORS),
        "NONCOLOR": {f"non{text}": letter for text, letter in COLORS.items()},
        "TYPE": {one: one for one in TYPES},
        "TYPES": {plural(one): one for one in TYPES},
        "NONTYPE": {f"non{one}": one for one in TYPES},
        "SUPER": {one: one for one in SUPERTYPES},
        "NONSUPER": {f"non{one}": one for one in SUPERTYPES},
        "SUB": dict(subs),
        "SUBS": {plural(text): value for text, value in subs.items()},
        "NONSUB": {f"non-{text}": value for text, value in subs.items()},
        "LANDTYPE": {one: one for one in ("plains", "island", "swamp", "mountain", "forest")},
        "KEY": {text: word(text) for text in KEYWORDS},
    }
    return found


CLASSES = _classes()
"""The classes of words whose members can be listed, with the value of each word."""

_SHOWN: dict[str, dict[object, str]] = {
    name: {value: text for text, value in reversed(words.items())} for name, words in CLASSES.items()
}

_CAPITAL = {
    form: form[0].upper() + form[1:]
    for group in SUBTYPES.values()
    for one in group
    for form in (one.lower(), plural(one.lower()))
}


def show(name: str, value: object) -> str | None:
    """The word of a class that has the value."""
    if name == "INT":
        return str(value) if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
    if name == "KIND" and isinstance(value, str):
        found = re.fullmatch(r"(plus|minus)_(\d+)_(plus|minus)_(\d+)", value)
        signs = {"plus": "+", "minus": "-"}
        return f"{signs[found[1]]}{found[2]}/{signs[found[3]]}{found[4]}" if found else value.replace("_", " ")
    if name in ("MANA", "PT", "KIND", "RIDER", "ROMAN", "LOYALTY"):
        return value if isinstance(value, str) else None
    return _SHOWN[name].get(value)


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text.

    Attributes:
        text: The word, in small letters.
        kinds: The classes of words it belongs to, each with the value it stands for.
    """

    text: str
    kinds: tuple[tuple[str, object], ...] = ()

    def value(self, kind: str) -> object:
        """What it stands for as a member of a class."""
        return dict(self.kinds)[kind]


_MANY = sorted({text for words in CLASSES.values() for text in words if " " in text}, key=len, reverse=True)
_WORDS = re.compile(
    r"(?P<many>(?:"
    + "|".join(re.escape(one) for one in _MANY)
    + r")(?![a-z0-9'-]))"
    + r"|(?P<rider>(?:spend this mana only|this mana can't be spent|(?:when|if) (?:you spend )?(?:this|that) mana)"
    + r"[^.\"]*\.)"
    + r"|(?P<mana>(?:\{(?:[0-9]{1,7}|[wubrgcsxyz]|[wubrgc]/[wubrgc]|2/[wubrg]|[wubrg]/p|[wubrg]/[wubrg]/p)\})+)"
    + r"|(?P<symbol>\{[^{}]*\})"
    + r"|(?P<pt>(?<![\w])(?:[+-](?:[0-9]+|x)/[+-](?:[0-9]+|x)|(?:[0-9]+|x|\*)/(?:[0-9]+|x|\*)))(?![\w])"
    + r"|(?P<loyalty>\[[+-]?(?:[0-9]+|x)\]|^[+-]?(?:[0-9]+|x)(?=:))"
    + r"|(?P<roman>^[ivx]+(?:, [ivx]+)*(?= \u2014))"
    + r"|(?P<int>[0-9]+)(?![\w])"
    + r"|(?P<word>[^\W\d_][\w]*(?:['\-/][^\W\d_]\w*)*!?)"
    + r"|(?P<possessive>'s)(?![\w])"
    + r"|(?P<other>\S)",
)
_NO_SPLIT = frozenset({"it's", "that's", "urza's", "doctor's", "who's", "you're", "they're", "you've", "there's"})


def _pieces(text: str) -> Iterable[tuple[str, str]]:
    for found in _WORDS.finditer(text):
        kind, piece = found.lastgroup or "other", found[0]
        if kind == "word" and piece.endswith("!"):
            yield "word", piece[:-1]
            yield "other", "!"
            continue
        if kind == "word" and piece.endswith("'s") and piece not in _NO_SPLIT:
            yield "word", piece[:-2]
            yield "other", "'s"
        else:
            yield kind, piece


@lru_cache(maxsize=65536)
def _kinds(kind: str, text: str) -> tuple[tuple[str, object], ...]:
    if kind == "mana":
        return (("MANA", text.upper()),)
    if kind == "rider":
        return (("RIDER", re.sub(r"\{[^{}]*\}", lambda one: one[0].upper(), text[0].upper() + text[1:])),)
    if kind == "loyalty":
        return (("LOYALTY", text.strip("[]").upper()),)
    if kind == "roman":
        return (("ROMAN", text.upper()),)
    if kind == "pt":
        return (("PT", text.upper()), ("KIND", text.upper())) if text[0] in "+-" else (("PT", text.upper()),)
    if kind == "int":
        return (("INT", int(text)),) if len(text) < 8 else ()
    if kind in ("word", "many"):
        return tuple((name, words[text]) for name, words in CLASSES.items() if text in words)
    return ()


def tokens(text: str) -> tuple[Token, ...]:
    """The words of a normalised text. A word before "counter" is a kind of counter, too."""
    pieces = [(kind, "a" if piece == "an" and kind == "word" else piece) for kind, piece in _pieces(text.lower())]
    found = []
    for index, (kind, piece) in enumerate(pieces):
        kinds = _kinds(kind, piece)
        following = pieces[index + 1][1] if index + 1 < len(pieces) else ""
        if following in ("counter", "counters") and kind in ("word", "many") and piece not in _NOT_KINDS:
            kinds = (*kinds, ("KIND", piece))
        found.append(Token(piece, kinds))
    return tuple(found)


_NOT_KINDS = frozenset(
    [
        "a",
        "an",
        "the",
        "that",
        "those",
        "of",
        "each",
        "more",
        "all",
        "no",
        "any",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "x",
        "another",
        "and",
        "or",
        "other",
        "twice",
        "many",
        "these",
        "such",
        "target",
    ]
)

_OPEN = re.compile(r"(?<=[(\u201c])\s+|\s+(?=[.,:;!?)']|'s)")


def vowel(text: str) -> bool:
    """Whether a word is spoken with a vowel first, so that "an" stands before it."""
    return (
        text[0] in "aeio"
        or text in ("8/8", "8/4", "11/11", "18/18", "8/5", "8/6", "8/7", "x/x", "urza's", "x", "8/2", "8/3")
        or (text[0] == "u" and not text.startswith(("uni", "uti", "use", "u-")))
    )


def untokenised(words: Iterable[str]) -> str:
    """A text of these words, spaced and with the capitals that Oracle text has."""
    out: list[str] = []
    quoted = False
    start = True
    said = list(words)
    for index, one in enumerate(said):
        shown = _CAPITAL.get(one, one)
        if one.startswith("{") or one == "x" or re.fullmatch(r"[+-]?[0-9x*]+/[+-]?[0-9x*]+", one):
            shown = one.upper()
        elif start and shown[:1].isalpha():
            shown = shown[0].upper() + shown[1:]
        closing = one == '"' and quoted
        if one in ("a", "an") and index + 1 < len(said):
            shown = "An" if start else "an"
            if not vowel(said[index + 1]):
                shown = shown[:-1]
        glued = (
            not out
            or one in (".", ",", ":", ";", "!", "'s", ")")
            or closing
            or out[-1] in ("(",)
            or (out[-1] == '"' and quoted)
        )
        if not glued:
            out.append(" ")
        out.append(shown)
        if one == '"':
            quoted = not quoted
        start = one in (":", "\u2022", "\u2014") or one.endswith(".") or (one == '"' and quoted)
    return "".join(out)


SIMPLE_ACTIONS = (
    "investigate",
    "proliferate",
    "populate",
    "explore",
    "learn",
    "forage",
    "time travel",
    "connive",
    "open an attraction",
    "roll to visit your attractions",
    "end the turn",
)
"""Keyword actions that a text names alone (CR 701)."""
