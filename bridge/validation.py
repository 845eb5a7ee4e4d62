"""Pydantic's findings told in a reader's words: where, what, and the cure."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from .errors import InputError, Problem, did_you_mean
from .source import Document

M = TypeVar("M", bound=BaseModel)

_KINDS = {
    "dict": "a mapping (name: value)",
    "list": "a list",
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "NoneType": "nothing",
}


def validated(model: type[M], data: Any, document: Document, path: Sequence[str | int] = ()) -> M:
    """Validate the part of a document at a path.

    Raises:
        InputError: With every problem found, each with its line and cure.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise InputError(problems(error, model, document, path)) from None


def problems(
    error: ValidationError, model: type[BaseModel], document: Document, path: Sequence[str | int] = ()
) -> list[Problem]:
    """Every finding of a validation as a problem of the document, in the order of its lines."""
    details = error.errors(include_url=False)
    found: dict[Problem, None] = {}
    for detail in details:
        loc = detail["loc"]
        within = (other for other in details if other is not detail and other["loc"][: len(loc)] == loc)
        if detail["type"] == "too_short" and any(within):
            continue  # what the list lacks is only what is wrong in it
        found[_problem(detail, model, document, tuple(path))] = None
    return sorted(found, key=lambda problem: (problem.line, problem.column))


def _problem(detail: ErrorDetails, model: type[BaseModel], document: Document, path: tuple[str | int, ...]) -> Problem:
    steps, forms = _steps(model, detail["loc"])
    loc = _as_written(steps, document, path)
    if detail["type"] == "extra_forbidden":
        name = str(loc[-1])
        known = sorted(field.alias or name for form in forms for name, field in form.model_fields.items())
        cure = did_you_mean(name, known, "the fields here are " + ", ".join(known))
        return document.problem((*path, *loc), f"unknown field {name!r}", cure, key=True)
    if detail["type"] == "missing":
        name = str(loc[-1])
        return document.problem((*path, *loc[:-1]), f"the field {name!r} is missing", f"add '{name}: ...'")
    is_key = bool(loc) and loc[-1] == "[key]"
    name = next((step for step in reversed(document.known((*path, *loc))) if isinstance(step, str)), "")
    what, cure = _words(detail)
    return document.problem((*path, *loc), f"{name!r}: {what}" if name and not is_key else what, cure, key=is_key)


def _words(detail: ErrorDetails) -> tuple[str, str]:
    """What is wrong, and the cure."""
    kind = detail["type"]
    context: Mapping[str, Any] = detail.get("ctx", {})
    value = context.get("tag", detail.get("input"))
    given = _given(value)
    if kind in ("literal_error", "union_tag_invalid"):
        expected = str(context.get("expected") or context.get("expected_tags", ""))
        known = [part.strip(" '") for part in expected.replace(" or ", ", ").split(",")]
        cure = "write one of " + ", ".join(known) if len(known) > 1 else f"write {known[0]}"
        return f"{given} is not allowed here", did_you_mean(value, known, cure) if isinstance(value, str) else cure
    if kind == "union_tag_not_found":
        tag = str(context.get("discriminator", "")).split("|")[-1].strip(" '")
        return f"it does not say what it is: the field {tag!r} is missing", f"add '{tag}: ...'"
    if kind == "value_error":
        what, _, cure = str(context.get("error") or detail["msg"]).partition("; ")
        return what, cure or "correct the value"
    for beginning, (what, cure) in _MESSAGES.items():
        if kind.startswith(beginning):
            limit = next(iter(context.values()), "")
            return what.format(given=given, limit=limit), cure.format(limit=limit)
    message = detail["msg"][:1].lower() + detail["msg"][1:]
    return f"{given}: {message}", "correct the value"


_MESSAGES: Mapping[str, tuple[str, str]] = {
    "less_than_equal": ("{given} is too large", "write a number up to {limit}"),
    "greater_than_equal": ("{given} is too small", "write a number from {limit}"),
    "string_too_short": ("the text is empty", "write a text"),
    "string_too_long": ("the text is too long", "write at most {limit} characters"),
    "too_short": ("the list is too short", "write more into it, or leave it out where that is allowed"),
    "too_long": ("the list is too long", "write less into it"),
    "int": ("{given} is not a whole number", "write a whole number"),
    "string": ("{given} is not a text", "write a text, in quotes where it looks like a number"),
    "bool": ("{given} is neither true nor false", "write true or false"),
    "float": ("{given} is not a number", "write a number"),
    "finite_number": ("{given} is not a finite number", "write a whole number"),
    "tuple": ("{given} is not a list", "write a list"),
    "list": ("{given} is not a list", "write a list"),
    "dict": ("{given} is not a mapping", "write 'name: value' pairs"),
    "mapping": ("{given} is not a mapping", "write 'name: value' pairs"),
    "model": ("{given} is not a mapping", "write 'name: value' pairs"),
    "none": ("{given} is not nothing", "leave it out"),
}
"""What pydantic's findings are called, by how their types begin."""


def _given(value: Any) -> str:
    if isinstance(value, (str, int, float, bool)):
        text = repr(value) if not isinstance(value, bool) else str(value).lower()
        return text if len(text) <= 60 else text[:57] + "..."
    return _KINDS.get(type(value).__name__, type(value).__name__)


def _steps(model: type[BaseModel], loc: Sequence[int | str]) -> tuple[list[int | str], list[type[BaseModel]]]:
    """The steps of a location that lead to a field or an item, and the models that the last field belongs to.

    Pydantic's locations also name the member chosen of each union; those steps are no part of the text.
    """
    current = list(_members(model))
    holders: list[Any] = current
    steps: list[int | str] = []
    chosen = False
    for step in loc:
        tagged = [] if chosen else [one for one in current if isinstance(step, str) and step in _tags(one)]
        if tagged:
            current, chosen = tagged, True
            continue
        steps.append(step)
        following = [after for one in current for after in _follow(one, step)]
        holders, current, chosen = current, following or current, False
    return steps, [one for one in holders if _is_model(one)]


def _as_written(steps: Sequence[int | str], document: Document, path: tuple[str | int, ...]) -> list[int | str]:
    """The steps as they are written in the text, where a short form may have another name for a field."""
    written: list[int | str] = []
    for step in steps:
        here = document.at((*path, *written))
        short = _SHORT_NAMES.get(step, step)
        written.append(short if isinstance(here, dict) and step not in here and short in here else step)
    return written


_SHORT_NAMES: Mapping[int | str, str] = {"mana": "add"}
"""Fields that short forms give another name: ``{add: "{G}"}`` is ``{do: add_mana, mana: "{G}"}``."""


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


@cache
def _hints(model: type[BaseModel]) -> Mapping[str, Any]:
    """The annotations of a model's fields, names of what is defined later resolved."""
    return get_type_hints(model, include_extras=True)


def _tags(annotation: Any) -> set[str]:
    """What a member of a union may be called in a location."""
    if not _is_model(annotation):
        return set()
    return {
        str(field.default)
        for name, field in annotation.model_fields.items()
        if get_origin(_hints(annotation)[name]) is Literal and isinstance(field.default, str)
    }


def _follow(annotation: Any, step: int | str) -> list[Any]:
    if _is_model(annotation):
        for name, field in annotation.model_fields.items():
            if step in (name, field.alias):
                return list(_members(_hints(annotation)[name]))
        return []
    arguments = get_args(annotation)
    origin = get_origin(annotation)
    if origin in (tuple, list) and isinstance(step, int):
        return list(_members(arguments[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping) and isinstance(step, str) and len(arguments) == 2:
        return list(_members(arguments[1]))
    return []


def _members(annotation: Any) -> Iterator[Any]:
    """The alternatives of an annotation, its wrappings taken off."""
    if get_origin(annotation) is Annotated:
        yield from _members(get_args(annotation)[0])
    elif get_origin(annotation) in (Union, types.UnionType):
        for member in get_args(annotation):
            yield from _members(member)
    else:
        yield annotation
