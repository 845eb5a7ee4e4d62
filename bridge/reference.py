"""The tables of the reference pages in ``docs``, made from what reads the files, so that they cannot drift from it.

A page holds ``<!-- table NAME -->`` and ``<!-- end -->``; what stands between is written by
``python -m manaproof.bridge.reference PAGE...``, and a test says when that is due.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import get_args

from pydantic import BaseModel

from .abilities.ability import Duration
from .abilities.base import MANA_TYPES
from .abilities.filters import PlayerRef
from .atoms import ATOMS, DOMAINS, Atom
from .formulas import OPERATORS
from .quantities import BOUNDS
from .scenario import THEOREMS, TIMES, ScenarioForm
from .schema import Schema, cards_schema, schema_of
from .steps import EVENTS, STEPS
from .surface import ObjectForm, PlayerForm, StateForm, TurnForm

_BLOCK = re.compile(r"(<!-- table ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)

_NAMED: Mapping[str, tuple[str, ...]] = {"who": get_args(PlayerRef), "duration": get_args(Duration)}
"""Lists of words that many fields share, explained once."""

UNION_TITLES: Mapping[str, str] = {
    "Ability": "is",
    "Cost": "pay",
    "Effect": "do",
    "Mana": "mana",
    "Palette": "types",
    "Amount": "number",
    "Condition": "test",
    "Event": "when",
    "Rewrite": "rewrite",
    "Change": "change",
}
"""The unions of the ability form, in the order of the reference, each with the field that tells its members apart."""


def refreshed(page: str) -> str:
    """A page with every table in it made anew.

    Raises:
        KeyError: the page asks for a table that there isn't.
    """
    return _BLOCK.sub(lambda found: f"{found[1]}{_table_of(found[2])}\n{found[3]}", page)


def _table_of(name: str) -> str:
    if name.startswith("form-"):
        return _union(name.removeprefix("form-").capitalize())
    return TABLES[name]()


def _rows(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _fields(form: type[BaseModel]) -> str:
    """The fields of a form, each with what its schema says of it."""
    schema = schema_of(form, form.__name__)
    required = schema.get("required", ())
    return _rows(
        ("field", "meaning", "if unsaid"),
        (
            (f"`{name}`", field.get("description", ""), "required" if name in required else _unsaid(field))
            for name, field in schema["properties"].items()
        ),
    )


def _unsaid(field: Schema) -> str:
    """What a field's default is in words; nothing where the meaning says it or there is nothing to say."""
    default = field.get("default")
    if default is None or default in ([], {}) or isinstance(default, dict):
        return ""
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"


def _atoms() -> str:
    return _rows(("formula", "true of a beat if"), ((_atom(name, atom), atom.says) for name, atom in ATOMS.items()))


def _atom(name: str, atom: Atom) -> str:
    if not atom.fields:
        return f"`{name}`"
    fields = ", ".join(
        f"{field}: {'/'.join(MANA_TYPES) if kind == 'mana' else kind}{'?' if field in atom.optional else ''}"
        for field, kind in atom.fields.items()
    )
    return f"`{name}: {{{fields}}}`"


def _steps(table: Mapping[str, tuple[tuple[str, ...], str]]) -> str:
    return _rows(
        ("step", "fields", "what happens"),
        ((f"`{name}`", ", ".join(f"`{f}`" for f in fields), says) for name, (fields, says) in table.items()),
    )


def _bounds() -> str:
    return _rows(
        ("of", "least", "greatest"), ((f"`{name}`", str(low), str(high)) for name, (low, high) in BOUNDS.items())
    )


def _union(name: str) -> str:
    """The members of a union of the ability form, with their fields."""
    parts: Schema = cards_schema()["$defs"]
    if name == "Filter":
        return _filter(parts["Filter"])
    tag = UNION_TITLES[name]
    short = [member for member in parts[name]["anyOf"] if "$ref" not in member]
    members = [parts[member["$ref"].removeprefix("#/$defs/")] for member in parts[name]["anyOf"] if "$ref" in member]
    rows = [(f"`{_value(member)}`", "", member.get("description", "")) for member in short]
    for member in members:
        properties = dict(member.get("properties", {}))
        which = properties.pop(tag, {}).get("const")
        shown = f"`{tag}: {which}`" if which else ", ".join(f"`{key}:`" for key in list(properties)[:1])
        required = member.get("required", ())
        fields = ", ".join(_field(key, field, key in required) for key, field in properties.items())
        rows.append((shown, fields, _first(member.get("description", ""))))
    return _rows(("written", "fields", "meaning"), rows)


def _filter(part: Schema) -> str:
    return _rows(
        ("field", "value", "passes"),
        ((f"`{key}`", _value(field), field.get("description", "")) for key, field in part["properties"].items()),
    )


def _field(key: str, field: Schema, required: bool) -> str:
    about = _value(field)
    return f"`{key}{'' if required else '?'}`" + (f" {about}" if about else "")


def _value(field: Schema) -> str:
    """What may stand in a field, in a few words."""
    if "$ref" in field:
        return str(field["$ref"]).removeprefix("#/$defs/").lower()
    if "enum" in field:
        for name, values in _NAMED.items():
            if list(values) == field["enum"]:
                return name
        return "/".join(str(one) for one in field["enum"])
    if "const" in field:
        return str(field["const"])
    if "anyOf" in field:
        found = dict.fromkeys(_value(one) for one in field["anyOf"] if one.get("type") != "null")
        return " or ".join(one for one in found if one)
    if field.get("type") == "array":
        inner = _value(field.get("items", {}))
        return f"list of {inner}" if inner else "list"
    return {"string": "text", "integer": "number", "boolean": "true/false"}.get(str(field.get("type")), "")


def _first(text: str) -> str:
    """The first paragraph of a docstring on one line."""
    return " ".join(text.split("\n\n")[0].replace("``", "`").split())


def _operators() -> str:
    return _rows(("formula", "true of a beat if"), ((f"`{written}`", says) for written, says in OPERATORS.values()))


def _times() -> str:
    return _rows(("claim", "holds if"), ((f"`{written}`", says) for written, says in TIMES.values()))


def _domains() -> str:
    return f"{_listed(DOMAINS)}."


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _book() -> str:
    """Each law file of the rulebook with the rules it cites, in the order of the sections."""
    rows: list[tuple[str, ...]] = []
    with resources.as_file(resources.files("manaproof.asp")) as folder:
        for path in sorted(folder.rglob("*.lp")):
            text = path.read_text(encoding="utf-8")
            numbers = sorted(set(re.findall(r'\bcr\("([^"]+)"\)', text)), key=_order)
            title = re.search(r"CR (\S+) - ([^(\n]+)", text)
            if numbers and title:
                rows.append((title[1], title[2].strip(), f"`{path.name}`", ", ".join(numbers)))
    rows.sort(key=lambda row: (_order(row[0]), row[2]))
    return _rows(("section", "about", "file", "rules it states"), rows)


def _order(number: str) -> tuple[int, int, str]:
    """Sorts rule numbers as the CR does: 104.3, 104.3a, 104.10."""
    section, _, rest = number.partition(".")
    rule = re.match(r"\d*", rest)
    return int(section), int(rule.group() or 0) if rule else 0, rest


TABLES: Mapping[str, Callable[[], str]] = {
    "scenario": lambda: _fields(ScenarioForm),
    "state": lambda: _fields(StateForm),
    "turn": lambda: _fields(TurnForm),
    "player": lambda: _fields(PlayerForm),
    "object": lambda: _fields(ObjectForm),
    "bounds": _bounds,
    "steps": lambda: _steps(STEPS),
    "events": lambda: _steps(EVENTS),
    "operators": _operators,
    "times": _times,
    "domains": _domains,
    "theorems": lambda: _rows(("theorem", "about"), ((f"`{name}`", about) for name, about in THEOREMS.items())),
    "atoms": _atoms,
    "book": _book,
    "words": lambda: _rows(("in the tables", "stands for"), ((name, _listed(words)) for name, words in _NAMED.items())),
}
"""The tables by name; besides these there is ``form-NAME`` for each union of the ability form, and for its filters."""


def main(arguments: list[str]) -> None:
    """Make the tables of pages anew.

    Args:
        arguments: the pages, Markdown files.
    """
    for name in arguments:
        page = Path(name)
        page.write_text(refreshed(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
