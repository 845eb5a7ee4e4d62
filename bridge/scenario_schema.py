"""The JSON Schema of scenarios: every field, step, event, claim, atom and quantity, for editors to complete and check.

The partial state is the schema of states with a quantity allowed wherever a value may be left open; formulas and steps
come from the tables that their compilers read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from .abilities.base import MANA_TYPES
from .atoms import ATOMS, DOMAINS, WORDS, ZONES_OF_CLAIMS, Atom
from .formulas import ABILITY_KINDS, OPERATORS, SYMBOLS
from .quantities import BOUNDS, LISTED, RANGE
from .scenario import DEFAULT_BEATS, TIMES, ScenarioForm
from .schema import DIALECT, Schema, StateForm, schema_of
from .steps import EVENTS, MANNERS, STEPS, ZONES_TO_GO_TO

_VARIABLE = r"^\$[A-Z][A-Za-z]*$"
_COMPARISON = r"^\s*((==|=|!=|<=|>=|<|>)?\s*-?\d+|-?\d+\.\.(-?\d+)?|\.\.-?\d+)\s*$"

_LISTED = ("card", *LISTED)
"""Fields of an object and a turn in which a list means one of its values."""

_CLOSED = ("id", "name", "source", "ability", "targets")
"""Fields of a state that cannot be left open."""

_PRINTED_OPEN = ("power", "toughness", "loyalty", "defense")
"""Printed fields that may be left open."""


def scenario_schema() -> Schema:
    """The schema of a scenario file: one scenario, or a list of them."""
    parts = _state_parts()
    parts |= _formula_parts() | _step_parts() | _claim_parts()
    form = _fields(ScenarioForm)
    parts["Part"] = _situated(form.pop("Part"))
    parts |= form.pop("$defs")
    parts["Scenario"] = _situated(form)
    parts["Scenario"]["properties"]["parts"]["additionalProperties"] = _ref("Part")
    parts["Scenario"]["anyOf"] = [{"required": ["then"]}, {"required": ["parts"]}]
    return {
        "$schema": DIALECT,
        "title": "Manaproof scenario",
        "anyOf": [_ref("Scenario"), {"type": "array", "items": _ref("Scenario"), "minItems": 1}],
        "$defs": dict(sorted(parts.items())),
    }


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _object(
    properties: Mapping[str, Schema], description: str | None = None, *, required: Iterable[str] = (), **more: Any
) -> Schema:
    made: Schema = {"type": "object", "properties": dict(properties), "additionalProperties": False, **more}
    if description is not None:
        made["description"] = description
    if needed := list(required):
        made["required"] = needed
    return made


# --- the scenario as a whole


def _fields(form: type[ScenarioForm]) -> Schema:
    """The fields of a scenario, as its model has them; its parts and the rest apart."""
    made = schema_of(form, "")
    parts = made.pop("$defs")
    found = {key: made[key] for key in ("type", "description", "properties", "required", "additionalProperties")}
    return {**found, "Part": parts.pop("PartForm"), "$defs": parts}


def _situated(form: Schema) -> Schema:
    """A scenario or a part, with what may stand in its fields."""
    properties = form["properties"]
    inner: Mapping[str, Schema] = {
        "scope": _scope(),
        "given": _ref("Given"),
        "when": {"type": "array", "items": _ref("Step")},
        "answers": _answers(),
        "then": {"type": "array", "items": _ref("Claim"), "minItems": 1},
    }
    for name, schema in inner.items():
        properties[name] = {**schema, "description": properties[name]["description"]}
    return form


def _scope() -> Schema:
    number = {"type": "integer", "minimum": 0, "maximum": 1000}
    found = {
        name: {**number, "description": f"the greatest number considered of {name}; {greatest} if unsaid"}
        for name, (_, greatest) in BOUNDS.items()
    }
    found["beats"] = {**number, "description": f"the greatest length of a play; {DEFAULT_BEATS} beats if unsaid"}
    return _object(found)


def _answers() -> Schema:
    return _object(
        {
            "x": {"type": "integer", "minimum": 0, "description": "the value chosen for X"},
            "may": {"enum": [True, False, "yes", "no"], "description": "whether players do what they may do"},
            "color": {"enum": list(MANA_TYPES), "description": "the color chosen"},
            "target": {"type": "string", "description": "the target chosen: an id or a player"},
            "choices": {
                "type": "array",
                "items": _object(
                    {
                        "beat": {"type": "integer", "minimum": 0, "description": "the beat at which it is asked"},
                        "by": {"type": "string", "description": "the player who answers"},
                        "question": {"type": ["string", "integer"], "description": "the question, as a term"},
                        "answer": {"type": ["string", "integer"], "description": "the answer, as a term"},
                    }
                ),
                "description": "single answers, each at a beat, in the terms of the rulebook",
            },
        }
    )


# --- the partial state


def _state_parts() -> Schema:
    """The parts of a state's schema with quantities, and ``Given``."""
    state = schema_of(StateForm, "")
    parts: Schema = deepcopy(state["$defs"])
    face = parts["Face"]["properties"]
    for name in ("TurnForm", "PlayerForm", "ObjectForm", "StackForm"):
        properties = parts[name]["properties"]
        parts[name]["properties"] = {key: _opened(key, field) for key, field in properties.items()}
    for name in ("ObjectForm", "StackForm"):
        _inline(parts[name], face)
    one_face = parts["CardDefinition"]["anyOf"][0]["properties"]
    one_face |= {key: _opened(key, one_face[key]) for key in _PRINTED_OPEN}
    parts["Quantity"] = {
        "description": "left open: every value is considered",
        "anyOf": [
            {"enum": ["any"], "description": "everything the field may be, numbers within the scope"},
            {
                "type": "string",
                "pattern": f"^({RANGE.pattern})$",
                "not": {"const": ".."},
                "description": "1..3, 2.., ..4",
            },
            _ref("Listing"),
        ],
    }
    parts["Listing"] = _object(
        {"any_of": {"type": "array", "minItems": 1, "description": "the values, quantities among them"}},
        "one of the values listed",
        required=["any_of"],
    )
    properties = state["properties"]
    players = {
        "description": "the players in turn order; alice and bob if unsaid",
        "anyOf": [
            {
                "type": "object",
                "additionalProperties": {"anyOf": [_ref("PlayerForm"), {"type": "null"}]},
                "minProperties": 1,
            },
            {"type": "array", "items": {"type": "string"}, "minItems": 1},
        ],
    }
    parts["Given"] = _object(
        {
            "turn": properties["turn"],
            "players": players,
            "battlefield": {
                "type": "array",
                "items": _ref("Object"),
                "description": "permanents of the first player, where nothing else is said",
            },
            "stack": properties["stack"],
            "cards": properties["cards"],
            "also": properties["also"],
            "such_that": {**_ref("Formula"), "description": "what is true of every start considered"},
        }
    )
    return parts


def _inline(form: Schema, face: Schema) -> None:
    """Let an object be described in the place of a card, be counted, and have keywords."""
    lines = {"type": "array", "items": {"type": "string"}, "minItems": 1}
    form["properties"] |= {
        "is": {
            "description": "in the place of 'card': a type line, or type lines of which it is one",
            "anyOf": [{"type": "string"}, lines, _object({"any_of": lines}, required=["any_of"])],
        },
        "keywords": {
            "description": "keyword abilities printed on it: [haste], or {haste: any} where it may or may not have it",
            "anyOf": [
                {"type": "array", "items": {"type": "string"}},
                {"type": "object", "additionalProperties": {"enum": [True, "any"]}},
            ],
        },
        "count": {
            "description": "how many there are, each with everything else left open on its own",
            "anyOf": [{"type": "integer", "minimum": 0, "maximum": 1000}, _ref("Quantity")],
        },
    }
    for key in ("mana_cost", "color_indicator", "abilities", *_PRINTED_OPEN):
        form["properties"][key] = _opened(key, face[key]) if key in _PRINTED_OPEN else face[key]
    form.pop("required", None)
    ways = [{"required": ["card"]}, {"required": ["is"]}]
    if "oneOf" in form:
        form.pop("oneOf")
        ways.append({"required": ["source", "ability"]})
    form["oneOf"] = ways


def _opened(key: str, field: Schema) -> Schema:
    """A field of a state that may also be left open."""
    if key in _CLOSED or field.get("type") == "array":
        return field
    about: Schema = {name: field[name] for name in ("description", "default") if name in field}
    value = {name: inner for name, inner in field.items() if name not in about}
    if value.get("type") == "object":
        return {**about, **value, "additionalProperties": _opened("", value["additionalProperties"])}
    members = list(value["anyOf"]) if set(value) == {"anyOf"} else [value]
    if key in _LISTED and not any(one.get("type") == "array" for one in members):
        inner = [one for one in members if one.get("type") != "null"]
        members.append({"type": "array", "items": inner[0] if len(inner) == 1 else {"anyOf": inner}, "minItems": 1})
    if key == "card":
        members.append(
            _object(
                {"palette": {"enum": ["lands", "permanents"]}}, "all such cards of the library", required=["palette"]
            )
        )
    return {**about, "anyOf": [*members, _ref("Quantity")]}


# --- formulas


def _formula_parts() -> Schema:
    formula = _ref("Formula")
    several = {"type": "array", "items": formula, "minItems": 1}
    two = {**several, "minItems": 2, "maxItems": 2}
    ranges = {
        "type": "object",
        "propertyNames": {"pattern": "^[A-Z][A-Za-z]*$"},
        "additionalProperties": {"enum": list(DOMAINS)},
        "minProperties": 1,
    }
    shapes: Mapping[str, Schema] = {
        "all": several,
        "any": several,
        "not": formula,
        "if": formula,
        "iff": two,
        "for_each": ranges,
        "exists": ranges,
        "once": formula,
        "so_far": formula,
        "previously": formula,
        "at_start": formula,
        "since": two,
        "asp": {"type": "string"},
    }
    properties = {name: {**shapes[name], "description": says} for name, (_, says) in OPERATORS.items()}
    properties["then"] = {**formula, "description": "what is true where the condition 'if' is"}
    properties["holds"] = {**formula, "description": "what is true for each, or for one"}
    properties |= {name: _atom(atom) for name, atom in ATOMS.items()}
    pairs = (("if", "then"), ("for_each", "holds"), ("exists", "holds"))
    whole = _object(
        properties,
        "one operator or one atom",
        minProperties=1,
        maxProperties=2,
        anyOf=[{"maxProperties": 1, "not": {"anyOf": [{"required": [p]} for pair in pairs for p in pair]}}]
        + [{"required": list(pair)} for pair in pairs],
    )
    plain = [name for name, atom in ATOMS.items() if atom.bare]
    listed = {**several, "description": "every one is true"}
    return {
        "Formula": {"anyOf": [_ref("FormulaOf"), listed, {"enum": plain}]},
        "FormulaOf": whole,
        "AbilityOf": _ability(),
    }


def _atom(atom: Atom) -> Schema:
    """The fields of an atom; the first may stand alone if no other is needed."""
    if not atom.fields:
        return {"description": atom.says, "anyOf": [{"type": "object", "maxProperties": 0}, {"enum": [None, True]}]}
    fields = {name: _term(kind) for name, kind in atom.fields.items()}
    needed = [name for name in fields if name not in atom.optional]
    first = next(iter(fields))
    whole = _object(fields, required=needed)
    alone = [] if set(needed) - {first} else [fields[first]]
    nothing: list[Schema] = [{"type": "null"}] if atom.bare else []
    return {"description": atom.says, "anyOf": [*alone, whole, *nothing]}


def _term(kind: str) -> Schema:
    """What may stand in a field of an atom: a value of its kind, ``any`` or a variable."""
    free: list[Schema] = [{"enum": ["any"]}, {"type": "string", "pattern": _VARIABLE, "description": "a variable: $T"}]
    if kind == "mana":
        return {"anyOf": [{"enum": list(MANA_TYPES)}, *free]}
    if kind == "zone":
        return {"anyOf": [{"enum": list(ZONES_OF_CLAIMS)}, *free]}
    if kind in WORDS:
        return {"anyOf": [{"enum": list(WORDS[kind])}, *free]}
    if kind == "number":
        numbers = {"type": "string", "pattern": _COMPARISON, "description": "a comparison or a range: '>= 3', 1..3"}
        return {"anyOf": [{"type": "integer"}, numbers, *free]}
    if kind == "ability":
        return {"anyOf": [_ref("AbilityOf"), *free]}
    says = {
        "object": "the id of an object",
        "player": "a player",
        "defender": "the id of an object, or a player",
        "word": "a game word, such as creature",
        "text": "a name",
    }
    return {"type": "string", "minLength": 1, "description": says[kind]}


def _ability(**more: Schema) -> Schema:
    """A description of an ability."""
    symbol = {"enum": list(SYMBOLS)}
    return _object(
        {
            "cost": {**symbol, "description": "this symbol is in its cost"},
            "without_cost": {**symbol, "description": "it is activated, and this symbol is not in its cost"},
            "loyalty": {"type": "integer", "description": "this is its loyalty cost"},
            "kind": {"enum": list(ABILITY_KINDS), "description": "its kind"},
            "keyword": {"type": "string", "description": "it is this keyword ability"},
            "mana": {"type": "boolean", "description": "whether it is a mana ability"},
            **more,
        },
        "an ability: every field fits",
        minProperties=1,
    )


# --- steps


def _step_parts() -> Schema:
    names = {"anyOf": [{"type": "string"}, _ref("Listing")]}
    fields: Mapping[str, Schema] = {
        "of": {**names, "description": "the id of the object"},
        "by": {**names, "description": "the player; any if unsaid"},
        "ability": {"anyOf": [{"enum": ["any"]}, _ref("AbilityOfStep")], "description": "which of its abilities"},
        "ability_of": {"type": "string", "description": "the id of the object"},
        "face": {"enum": ["front", "back"]},
        "beats": {"type": "integer", "minimum": 1, "maximum": 50, "description": "how many times"},
        "times": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 20}, _ref("Quantity")]},
        "step": _ref("Step"),
    }
    steps = {name: _named(keys, says, fields, _needed(name)) for name, (keys, says) in STEPS.items()}
    nothing = {"anyOf": [{"type": "object", "maxProperties": 0}, {"type": "null"}]}
    inner: Mapping[str, Schema] = {
        "attack": _declaration(names),
        "block": _declaration(names),
        "happens": _ref("Happening"),
        "until": _ref("Formula"),
        "free_until": _ref("Formula"),
        "next_turn": {"anyOf": [{"type": "string"}, _object({"of": {"type": "string"}}), {"type": "null"}]},
        "either": {"type": "array", "items": _ref("Step"), "minItems": 1},
        "free": {"anyOf": [fields["beats"], _object({"beats": fields["beats"], "by": {"type": "string"}})]},
        "pass": nothing,
        "nothing": nothing,
    }
    for name, schema in inner.items():
        steps[name] = {**schema, "description": STEPS[name][1]}
    words = {"enum": ["pass", "nothing", "free", "next_turn"]}
    return {
        "Step": {"anyOf": [_ref("StepOf"), words]},
        "StepOf": _object(steps, "one step", minProperties=1, maxProperties=1),
        "Happening": _object(
            {name: _event(name, keys, says) for name, (keys, says) in EVENTS.items()},
            "one event",
            minProperties=1,
            maxProperties=1,
        ),
        "AbilityOfStep": _ability(
            number={"type": "integer", "minimum": 1, "description": "its number among those printed on the object"}
        ),
    }


def _needed(step: str) -> tuple[str, ...]:
    return {"resolve": ("ability_of",), "repeat": ("step",)}.get(step, ("of",))


def _named(keys: Iterable[str], says: str, fields: Mapping[str, Schema], needed: Iterable[str]) -> Schema:
    """A step with its fields; the first may stand alone if no other is needed."""
    own = {key: fields[key] for key in keys if key in fields}
    if not own:
        return {"description": says}
    first = next(iter(own))
    alone = [own[first]] if set(needed) <= {first} else []
    return {"description": says, "anyOf": [*alone, _object(own, required=needed)]}


def _declaration(names: Schema) -> Schema:
    """``attack`` and ``block``: one creature, several, or ``free``."""
    one = _object(
        {
            "with": {**names, "description": "the id of the creature"},
            "whom": {**names, "description": "what it attacks or blocks"},
        },
        required=["with", "whom"],
    )
    return {"anyOf": [{"enum": ["free"]}, one, {"type": "array", "items": one, "minItems": 1}]}


def _event(name: str, keys: tuple[str, ...], says: str) -> Schema:
    open_name = {"anyOf": [{"type": "string"}, _ref("Listing")]}
    kinds: dict[str, Schema] = {
        "amount": {"anyOf": [{"type": "integer", "minimum": 0}, _ref("Quantity")]},
        "as": {"anyOf": [{"enum": list(MANNERS)}, _ref("Listing")]},
        "to": open_name if name == "damage" else {"anyOf": [{"enum": list(ZONES_TO_GO_TO)}, _ref("Listing")]},
        "preventable": {"anyOf": [{"type": "boolean"}, _ref("Quantity")]},
    }
    own = {key: kinds.get(key, open_name) for key in keys}
    needed = [key for key in keys if key not in ("amount", "by", "preventable", "as")]
    first = keys[0]
    alone = [own[first]] if set(needed) <= {first} else []
    return {"description": says, "anyOf": [*alone, _object(own, required=needed)]}


# --- claims


def _claim_parts() -> Schema:
    formula = _ref("Formula")
    conditional = _object({"if": formula, "then": formula}, required=["if", "then"])
    ranged = _object(
        {"for_each": _ref("Ranges"), "holds": conditional},
        "for each, from a start where the condition is true some play leads to what is claimed",
        required=["for_each", "holds"],
    )
    shapes: Mapping[str, Schema] = {
        "after": _object(
            {"step": {"type": "integer", "minimum": 1, "description": "the number of a step"}, "holds": formula},
            required=["step", "holds"],
        ),
        "some_play": {"anyOf": [conditional, ranged]},
    }
    times = {name: {**shapes.get(name, formula), "description": says} for name, (_, says) in TIMES.items()}
    says = {"type": "string", "description": "the sentence the claim stands for"}
    return {
        "Claim": _object(
            {"says": says, **times},
            "one claim",
            oneOf=[{"required": [name]} for name in TIMES],
        ),
        "Ranges": {
            "type": "object",
            "propertyNames": {"pattern": "^[A-Z][A-Za-z]*$"},
            "additionalProperties": {"enum": list(DOMAINS)},
            "minProperties": 1,
        },
    }


__all__ = ["scenario_schema"]
