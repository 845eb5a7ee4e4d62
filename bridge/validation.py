"""Pydantic's findings told in a reader's words: where, what, and the cure."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from .errors import InputError, Problem, did_you_mean
from .source import Document

M = TypeVar("M", bound=BaseModel)

_KINDS = {"dict": "a mapping (name: value)", "list": "a list", "str": "a text", "int": "a whole number",
          "float": "a number", "bool": "true or false", "NoneType": "nothing"}


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
    found: dict[Problem, None] = {}
    for detail in error.errors(include_url=False):
        found[_problem(detail, model, document, tuple(path))] = None
    return sorted(found, key=lambda problem: (problem.line, problem.column))


def _problem(detail: ErrorDetails, model: type[BaseModel], document: Document, path: tuple[str | int, ...]) -> Problem:
    loc = detail["loc"]
    kind = detail["type"]
    context: Mapping[str, Any] = detail.get("ctx", {})
    given = _given(detail.get("input"))
    if kind == "extra_forbidden":
        name = str(loc[-1])
        known = sorted(_fields(model, loc[:-1]))
        return document.problem((*path, *loc), f"unknown field {name!r}",
                                did_you_mean(name, known, "the fields here are " + ", ".join(known)), key=True)
    if kind == "missing":
        return document.problem((*path, *loc[:-1]), f"the field {str(loc[-1])!r} is missing", f"add '{loc[-1]}: ...'")
    name = next((str(step) for step in reversed(loc) if isinstance(step, str) and not step.startswith("function-")), "")
    where = f"{name!r}: " if name else ""
    what, cure = _words(kind, context, detail, given, model, loc)
    return document.problem((*path, *loc), where + what, cure)


def _words(kind: str, context: Mapping[str, Any], detail: ErrorDetails, given: str, model: type[BaseModel],
           loc: tuple[int | str, ...]) -> tuple[str, str]:
    if kind in ("literal_error", "union_tag_invalid"):
        expected = str(context.get("expected") or context.get("expected_tags", "")).replace("'", "").replace(" or ", ", ")
        known = [part.strip() for part in expected.split(",")]
        value = context.get("tag", detail.get("input"))
        listed = "one of " + ", ".join(known) if len(known) > 1 else known[0]
        return f"{_given(value)} is not allowed here", did_you_mean(str(value), known, f"write {listed}") if isinstance(
            value, str) else f"write {listed}"
    if kind == "union_tag_not_found":
        tag = str(context.get("discriminator", "")).strip("'").rstrip("_")
        return f"it does not say what it is: the field {tag!r} is missing", f"add '{tag}: ...'"
    if kind == "value_error":
        text = str(context.get("error") or detail["msg"])
        what, _, cure = text.partition("; ")
        return what, cure or "correct the value"
    wanted = {
        "int": "a whole number", "string": "a text", "bool": "true or false", "float": "a number", "dict": "a mapping",
        "tuple": "a list", "list": "a list", "model": "a mapping", "mapping": "a mapping", "none": "nothing",
    }
    stem = kind.split("_")[0]
    if kind.endswith(("_type", "_parsing", "_from_float", "_attributes_type")) and stem in wanted:
        return f"{given} is not {wanted[stem]}", f"write {wanted[stem]}"
    message = detail["msg"][:1].lower() + detail["msg"][1:]
    return f"{given}: {message}", message.replace("input should", "the value should")


def _given(value: Any) -> str:
    if isinstance(value, (str, int, float, bool)):
        text = repr(value) if not isinstance(value, bool) else str(value).lower()
        return text if len(text) <= 60 else text[:57] + "..."
    return _KINDS.get(type(value).__name__, type(value).__name__)


def _fields(model: Any, loc: Sequence[int | str]) -> set[str]:
    """The fields known at a place: the models that a path through a model's annotations may reach."""
    current = list(_members(model))
    for step in loc:
        tagged = [m for m in current if isinstance(step, str) and step in _tags(m)]
        if tagged:
            current = tagged
            continue
        following: list[Any] = []
        for one in current:
            following += _follow(one, step)
        current = following or current
    return {field.alias or name for one in current if _is_model(one) for name, field in one.model_fields.items()}


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _tags(annotation: Any) -> set[str]:
    if not _is_model(annotation):
        return set()
    return {str(value) for field in annotation.model_fields.values() if get_origin(field.annotation) is Literal
            for value in get_args(field.annotation) if field.default == value}


def _follow(annotation: Any, step: int | str) -> list[Any]:
    if _is_model(annotation):
        for name, field in annotation.model_fields.items():
            if step in (name, field.alias):
                return list(_members(field.annotation))
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
    if isinstance(annotation):
        yield from _members(annotation.__value__)
    elif get_origin(annotation) is Annotated:
        yield from _members(get_args(annotation)[0])
    elif get_origin(annotation) in (Union, types.UnionType):
        for member in get_args(annotation):
            yield from _members(member)
    else:
        yield annotation
