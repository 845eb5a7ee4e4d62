"""The JSON Schemas of cards, states and scenarios, so that editors complete and check them.

They are made from the models that read the files, and published in ``bridge/schemas``; ``python -m
manaproof.bridge.schema`` writes them anew. A reader checks more than a schema can say.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pydantic import Field, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaWarningKind

from .cards import CardDefinition
from .surface import StateForm as _StateForm

Schema = dict[str, Any]


class StateForm(_StateForm):
    """A state of a game; everything unsaid has its ordinary value."""

    cards: list[CardDefinition] = Field([], description="definitions of cards that the library lacks")


DIALECT = "https://json-schema.org/draft/2020-12/schema"

UNIONS: Mapping[str, str] = {
    "is": "Ability",
    "number": "Amount",
    "change": "Change",
    "test": "Condition",
    "pay": "Cost",
    "do": "Effect",
    "when": "Event",
    "mana": "Mana",
    "types": "Palette",
    "rewrite": "Rewrite",
}
"""The unions of the ability form, by the field that tells their members apart."""

_MANA_SYMBOLS = r"^(\{[^{}]+\}| *or +|, *or +|, *)+$"

SHORT: Mapping[str, list[Schema]] = {
    "Amount": [
        {"type": "integer", "description": "a number"},
        {"enum": ["X"], "description": "the X of this spell or ability"},
    ],
    "Cost": [{"type": "string", "description": "symbols: '{T}', '{Q}', '{2}{G}'"}],
    "Effect": [{"$ref": "#/$defs/Add"}],
    "Mana": [
        {"type": "string", "pattern": _MANA_SYMBOLS, "description": "symbols: '{G}{G}', '{W} or {U}'"},
    ],
    "Palette": [
        {"enum": ["color", "type", "chosen_color", "commander_identity", "event_produced"]},
        {"type": "array", "items": {"enum": ["W", "U", "B", "R", "G", "C"]}, "description": "types one by one"},
    ],
}
"""What may be written for a member of a union, in short."""

_LISTS: Mapping[str, Schema] = {
    "Effect": {"$ref": "#/$defs/Effect"},
    "Cost": {"type": "string", "description": "costs with commas between them: '{1}, {T}'"},
}
"""What may be written for a list of such members, in short."""

BARE: Mapping[str, str] = {"ObjectForm": "Object", "StackForm": "StackObject"}
"""Forms that a card's name alone may stand for, and what the two together are called."""

_UNTAGGED = frozenset({"From", "Symbols"})
"""Members whose tag may be left out, since another field tells them."""


def cards_schema() -> Schema:
    """The schema of a file of card definitions."""
    return schema_of(list[CardDefinition], "Manaproof cards: a list of card definitions")


def state_schema() -> Schema:
    """The schema of a state file."""
    return schema_of(StateForm, "Manaproof state of a game")


def scenario_schema() -> Schema:
    """The schema of a scenario file."""
    from .scenario_schema import scenario_schema as made  # it rests on this module

    return made()


PUBLISHED: Mapping[str, Callable[[], Schema]] = {
    "cards.json": cards_schema,
    "scenario.json": scenario_schema,
    "state.json": state_schema,
}
"""The schemas in ``bridge/schemas``, by file name."""


def schema_of(form: Any, title: str) -> Schema:
    """The schema of a form whose parts may be cards, abilities and objects, their short forms included.

    Args:
        form: A pydantic model, or a type of such models.
        title: What editors call it.
    """
    made: Schema = TypeAdapter(form).json_schema(by_alias=True, mode="validation", schema_generator=_Generator)
    parts: Schema = made.pop("$defs", {})
    unions: Schema = {}
    made = _named(made, parts, unions)
    parts = {name: _named(part, parts, unions) for name, part in parts.items()}
    for name, part in parts.items():
        if name not in _UNTAGGED:
            _require_tag(part)
    parts.update(unions)
    if "Effect" in parts:
        parts["Add"] = _add(parts["AddMana"])
    for part in parts.values():
        _symbols(part)
    if "CardDefinition" in parts:
        parts["CardDefinition"] = _card(parts["CardDefinition"], parts["Face"])
    made = _bare(made)
    parts = {name: _bare(part) for name, part in parts.items()}
    for full, name in BARE.items():
        if full in parts:
            parts[name] = {"anyOf": [{"type": "string", "description": "a card's name"}, {"$ref": f"#/$defs/{full}"}]}
    if "StackForm" in parts:
        parts["StackForm"]["oneOf"] = [{"required": ["card"]}, {"required": ["source", "ability"]}]
    return {"$schema": DIALECT, "title": title, **made, "$defs": dict(sorted(parts.items()))}


def text(schema: Schema) -> str:
    """A schema as the text of its file."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


class _Generator(GenerateJsonSchema):
    """Says nothing of a union whose members it has yet to write: they are named by their tag all the same."""

    ignored_warning_kinds: set[JsonSchemaWarningKind] = {"skipped-choice", "skipped-discriminator"}  # noqa: RUF012


def _named(schema: Any, parts: Schema, unions: Schema) -> Any:
    """The schema with each union of the ability form replaced by its name; *unions* gathers what the names mean."""
    if isinstance(schema, list):
        return [_named(item, parts, unions) for item in schema]
    if not isinstance(schema, dict):
        return schema
    name = _union(schema, parts)
    if name is not None:
        unions[name] = {"anyOf": [*SHORT.get(name, ()), *schema["oneOf"]]}
        rest = {key: value for key, value in schema.items() if key not in ("discriminator", "oneOf", "title")}
        return {"$ref": f"#/$defs/{name}", **_named(rest, parts, unions)}
    made = {key: _named(value, parts, unions) for key, value in schema.items() if not _noise(key, value)}
    reference = made.get("items", {}).get("$ref", "") if isinstance(made.get("items"), dict) else ""
    member = reference.removeprefix("#/$defs/")
    if made.get("type") == "array" and member in _LISTS:
        about = {key: made.pop(key) for key in ("description", "default") if key in made}
        return {"anyOf": [_LISTS[member], made], **about}
    return made


def _union(schema: Schema, parts: Schema) -> str | None:
    """The name of a union, told by the field that its first member is known by."""
    members = schema.get("oneOf")
    if not isinstance(members, list) or "$ref" not in members[0]:
        return None
    fields = parts[members[0]["$ref"].removeprefix("#/$defs/")]["properties"]
    return next((UNIONS[tag] for tag in UNIONS if "const" in fields.get(tag, {})), None)


def _noise(key: str, value: Any) -> bool:
    """Pydantic calls each field by its own name again."""
    return key == "title" and isinstance(value, str)


def _require_tag(part: Schema) -> None:
    """Members of a union must say which they are, though the model has a default for it."""
    for name, field in part.get("properties", {}).items():
        if name in UNIONS and "const" in field:
            part["required"] = sorted({*part.get("required", ()), name})


def _add(add_mana: Schema) -> Schema:
    """``{add: "{G}"}``."""
    fields = {name: field for name, field in add_mana["properties"].items() if name not in ("do", "mana")}
    return {
        "type": "object",
        "description": "add mana, in short: {add: '{G}'}",
        "properties": {"add": add_mana["properties"]["mana"], **fields},
        "required": ["add"],
        "additionalProperties": False,
    }


def _symbols(part: Schema) -> None:
    """Let a field that holds a mana cost be written as its symbols."""
    for name, field in part.get("properties", {}).items():
        if field.get("$ref") == "#/$defs/ManaCost":
            symbols = {"type": "string", "description": "symbols: '{2}{G}'"}
            part["properties"][name] = {"anyOf": [symbols, field]}


def _card(card: Schema, face: Schema) -> Schema:
    """A card of one face has the face's fields at the top; a card of two has ``layout`` and ``faces``."""
    known_as = card["properties"]["known_as"]
    one = {
        "title": "A card of one face",
        "type": "object",
        "properties": {**face["properties"], "known_as": known_as},
        "required": face["required"],
        "additionalProperties": False,
    }
    two = {**card, "title": "A card of two faces", "required": ["faces", "layout"]}
    two["properties"] = {**card["properties"], "layout": _without(card["properties"]["layout"], "normal")}
    two.pop("description", None)
    return {"description": "what is printed on a card, a token or an emblem", "anyOf": [one, two]}


def _without(field: Schema, value: str) -> Schema:
    rest = {key: found for key, found in field.items() if key != "default"}
    return {**rest, "enum": [one for one in field["enum"] if one != value]}


def _bare(schema: Any) -> Any:
    """Let every object of a state be written as its card's name alone."""
    if isinstance(schema, list):
        return [_bare(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _bare(value) for key, value in schema.items()}
    short = BARE.get(str(made.get("$ref", "")).removeprefix("#/$defs/"))
    return made if short is None else {**made, "$ref": f"#/$defs/{short}"}


def write(folder: Path) -> None:
    """Write the published schemas into a folder."""
    folder.mkdir(exist_ok=True)
    for name, make in PUBLISHED.items():
        (folder / name).write_text(text(make()), encoding="utf-8")


if __name__ == "__main__":
    write(Path(__file__).parent / "schemas")
