"""YAML and JSON texts, read so that every value knows its line and column.

JSON is read as the subset of YAML that it is. Scalars are those of YAML 1.2's core schema (``no`` is a word, not a
truth value; a date is a word). Only data can be read: no tag constructs an object. What cannot be read raises
``InputError``: not YAML, empty, too large, not UTF-8, binary noise, the same key twice, an anchor used within itself or
so often that the text would explode, nesting past reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from .errors import InputError, Problem

MAX_BYTES = 5_000_000
"""The largest text that is read. A board of a thousand permanents takes some 50,000."""

MAX_DEPTH = 64
"""The deepest nesting. An ability within an ability within a card of a state takes some 30."""

MAX_VALUES = 250_000
"""The most values a text may hold, those behind each alias counted again. A thousand permanents have some 5,000."""

Path_ = tuple[str | int, ...]
"""Where a value stands: ``("players", "alice", "hand", 0)``."""

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_INT = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_SPECIAL = {".inf": float("inf"), "-.inf": float("-inf"), "+.inf": float("inf"), ".nan": float("nan")}
_MAX_DIGITS = 300
_CORE = "tag:yaml.org,2002:"
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_SURROGATES = re.compile(r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")


@dataclass(slots=True)
class _Node:
    """A value and its place. ``value`` holds a scalar; ``keys``/``items`` the children of a mapping or sequence."""

    line: int
    column: int
    value: Any = None
    items: list[_Node] | None = None
    keys: dict[str, tuple[_Node, _Node]] | None = None
    size: int = 1


@dataclass(slots=True)
class Document:
    """A text that was read.

    Attributes:
        source: The file's name, or what the text is called.
        data: The values: dicts with string keys, lists, strings, numbers, truth values, None.
    """

    source: str
    data: Any
    _root: _Node = field(repr=False)

    def place(self, path: Sequence[str | int], *, key: bool = False) -> tuple[int, int]:
        """Line and column, both from 1, of the value at a path, or of its key.

        Steps of the path that the text does not have are passed over, so a path through a shorthand, or into
        something missing, gives the innermost place there is.
        """
        place = (self._root.line, self._root.column)
        for _, name, value in self._follow(path):
            node = name if key and name is not None else value
            place = (node.line, node.column)
        return place

    def known(self, path: Sequence[str | int]) -> Path_:
        """The steps of a path that the text has."""
        return tuple(step for step, _, _ in self._follow(path))

    def at(self, path: Sequence[str | int]) -> Any:
        """The value at a path, steps that the text does not have passed over."""
        value = self.data
        for step in self.known(path):
            value = value[step]
        return value

    def _follow(self, path: Sequence[str | int]) -> Iterator[tuple[str | int, _Node | None, _Node]]:
        """The steps of a path that the text has, each with its key, if any, and its value."""
        node = self._root
        for step in path:
            if node.keys is not None and step in node.keys:
                name, node = node.keys[str(step)]
                yield step, name, node
            elif node.items is not None and isinstance(step, int) and 0 <= step < len(node.items):
                node = node.items[step]
                yield step, None, node

    def problem(self, path: Sequence[str | int], what: str, cure: str, *, key: bool = False) -> Problem:
        """A problem with the value at a path (with its key: ``key=True``)."""
        line, column = self.place(path, key=key)
        return Problem(what, cure, self.source, line, column)

    def error(self, path: Sequence[str | int], what: str, cure: str, *, key: bool = False) -> InputError:
        """An ``InputError`` about the value at a path."""
        return InputError(self.problem(path, what, cure, key=key))


def read_file(path: str | Path) -> Document:
    """Read a YAML or JSON file.

    Raises:
        InputError: The file cannot be read, or is not what ``read_text`` accepts.
    """
    name = str(path)
    file = Path(path)
    try:
        if file.is_dir():
            raise InputError(Problem("this is a folder, not a file", "name a file in it", name))
        if file.is_file() and file.stat().st_size > MAX_BYTES:
            raise InputError(_too_large(name))
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputError(Problem("there is no such file", "check the path", name)) from None
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InputError(Problem(f"the file cannot be read: {reason}", "check the path and its rights", name)) from None
    return read_text(data, source=name)


def read_text(text: str | bytes, *, source: str = "<text>") -> Document:
    """Read a YAML or JSON text.

    Args:
        text: The text; bytes are taken for UTF-8.
        source: What messages call it.

    Raises:
        InputError: The text is not YAML, empty, larger than ``MAX_BYTES``, not UTF-8 text, has the same key twice in a
            mapping, or is nested or multiplied past reason.
    """
    if len(text) > MAX_BYTES:
        raise InputError(_too_large(source))
    content = _decode(text, source) if isinstance(text, bytes) else text
    found = _CONTROL.search(content)
    if found:
        line, column = _line_of(content, found.start())
        raise InputError(
            Problem(
                f"this is not a text: it holds the control character U+{ord(found.group()):04X}",
                "give a YAML or JSON file, saved as UTF-8",
                source,
                line,
                column,
            )
        )
    if not content.strip("\ufeff \t\r\n"):
        raise InputError(Problem("the file is empty", "write a YAML or JSON document in it", source, 1, 1))
    if content.lstrip("\ufeff \t\r\n")[:1] in ("{", "[", '"'):
        content = _SURROGATES.sub(_joined, content)
    root = _compose(content, source)
    return Document(source, _build(root), root)


def _too_large(source: str) -> Problem:
    return Problem(
        f"the file is larger than {MAX_BYTES // 1_000_000} MB",
        "give a YAML or JSON file; split a large one into several",
        source,
    )


def _decode(text: bytes, source: str) -> str:
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        column = error.start - (text.rfind(b"\n", 0, error.start) + 1) + 1
        raise InputError(
            Problem(
                "this is not UTF-8 text",
                "save the file as UTF-8; if it is a binary file, give a YAML or JSON file instead",
                source,
                line,
                column,
            )
        ) from None


def _line_of(text: str, index: int) -> tuple[int, int]:
    return text.count("\n", 0, index) + 1, index - (text.rfind("\n", 0, index) + 1) + 1


def _joined(match: re.Match[str]) -> str:
    """JSON writes a character past U+FFFF as two escapes; YAML as one."""
    high, low = int(match[1], 16), int(match[2], 16)
    return f"\\U{0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00):08X}"


def _events(text: str, source: str) -> Iterator[Any]:
    try:
        loader = _Loader(text)
        try:
            while loader.check_event():
                yield loader.get_event()
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        what = error.problem or error.context or "it cannot be parsed"
        if "nesting" in what:
            problem = Problem(f"values are nested more than {MAX_DEPTH} deep", "nest less deeply", source, line, column)
            raise InputError(problem) from None
        raise InputError(Problem(f"this is not YAML: {what}", _yaml_cure(what), source, line, column)) from None
    except (yaml.YAMLError, UnicodeError) as error:
        what = getattr(error, "reason", None) or "it cannot be parsed"
        raise InputError(Problem(f"this is not YAML: {what}", "give a YAML or JSON file", source, 1, 1)) from None


def _yaml_cure(what: str) -> str:
    if "tab" in what or "cannot start any token" in what:
        return "indent with spaces, not tabs, and quote text that holds special characters"
    if "mapping values are not allowed" in what:
        return "quote the text that holds a colon, or put the key on a line of its own"
    if "anchor" in what or "alias" in what:
        return "quote a value that begins with * or &"
    return "check the indentation, brackets and quotes around this place"


def _compose(text: str, source: str) -> _Node:
    """Turn the parser's events into nodes, without recursion and within the limits."""
    composer = _Composer(source)
    for event in _events(text, source):
        composer.take(event)
    if composer.root is None:
        raise InputError(Problem("the file is empty", "write a YAML or JSON document in it", source, 1, 1))
    return composer.root


class _Composer:
    def __init__(self, source: str) -> None:
        self.source = source
        self.root: _Node | None = None
        self._open: list[tuple[_Node, _Node | None, str | None]] = []  # node, the key awaiting its value, anchor
        self._anchors: dict[str, _Node] = {}
        self._pending: set[str] = set()

    def fail(self, mark: Any, what: str, cure: str) -> InputError:
        return InputError(Problem(what, cure, self.source, mark.line + 1, mark.column + 1))

    def take(self, event: Any) -> None:
        kind = type(event)
        if kind is yaml.ScalarEvent:
            value = self._scalar(event)
            if self._open and self._open[-1][0].keys is not None and self._open[-1][1] is None:
                value = event.value  # a key is a word as it is written, as in JSON
            node = _Node(event.start_mark.line + 1, event.start_mark.column + 1, value)
            if event.anchor:
                self._anchors[event.anchor] = node
            self._add(node, event.start_mark)
        elif kind in (yaml.MappingStartEvent, yaml.SequenceStartEvent):
            self._start(event, kind is yaml.MappingStartEvent)
        elif kind in (yaml.MappingEndEvent, yaml.SequenceEndEvent):
            node, _, anchor = self._open.pop()
            if anchor:
                self._pending.discard(anchor)
                self._anchors[anchor] = node
            self._add(node, event.start_mark)
        elif kind is yaml.AliasEvent:
            if event.anchor in self._pending:
                raise self.fail(
                    event.start_mark, f"the alias *{event.anchor} stands within what it names", "write the value out"
                )
            if event.anchor not in self._anchors:
                raise self.fail(
                    event.start_mark, f"there is no anchor &{event.anchor}", "quote a value that begins with *"
                )
            self._add(self._anchors[event.anchor], event.start_mark)
        elif kind is yaml.DocumentStartEvent and self.root is not None:
            raise self.fail(
                event.start_mark, "a second document begins here", "keep one document a file; remove the line '---'"
            )

    def _start(self, event: Any, mapping: bool) -> None:
        mark = event.start_mark
        if len(self._open) >= MAX_DEPTH:
            raise self.fail(mark, f"values are nested more than {MAX_DEPTH} deep", "nest less deeply")
        tag = _CORE + ("map" if mapping else "seq")
        if event.tag not in (None, "!", tag):
            raise self.fail(mark, f"the tag {event.tag} is not allowed: only data is read", "remove the tag")
        if self._open and self._open[-1][0].keys is not None and self._open[-1][1] is None:
            raise self.fail(
                mark, "a key must be a word, not a list or a mapping", "quote a key that begins with { or ["
            )
        if event.anchor:
            self._pending.add(event.anchor)
        node = _Node(mark.line + 1, mark.column + 1)
        if mapping:
            node.keys = {}
        else:
            node.items = []
        self._open.append((node, None, event.anchor))

    def _add(self, node: _Node, mark: Any) -> None:
        if not self._open:
            self.root = node
            return
        parent, key, anchor = self._open[-1]
        if parent.items is not None:
            parent.items.append(node)
        elif key is None:
            self._add_key(parent, node, anchor, mark)
            return
        elif parent.keys is not None:
            parent.keys[key.value] = (key, node)
            self._open[-1] = (parent, None, anchor)
        parent.size += node.size
        if parent.size > MAX_VALUES:
            raise self.fail(mark, f"the text holds more than {MAX_VALUES} values", "split it, and write fewer aliases")

    def _add_key(self, parent: _Node, node: _Node, anchor: str | None, mark: Any) -> None:
        if node.keys is not None or node.items is not None:
            raise self.fail(mark, "a key must be a word, not a list or a mapping", "write the key out")
        key = _Node(node.line, node.column, str(node.value))
        if parent.keys is not None and key.value in parent.keys:
            first = parent.keys[key.value][0].line
            raise self.fail(
                mark,
                f"the key {key.value!r} stands here twice; first in line {first}",
                "remove one, or put both values under it",
            )
        self._open[-1] = (parent, key, anchor)

    def _scalar(self, event: Any) -> Any:
        text: str = event.value
        found = _CONTROL.search(text)
        if found:
            raise self.fail(
                event.start_mark, f"the text holds the control character U+{ord(found.group()):04X}", "remove it"
            )
        tag = event.tag
        if tag in ("!", _CORE + "str") or (tag is None and (event.style or not event.implicit[0])):
            return text
        if tag is not None and tag not in (_CORE + name for name in ("null", "bool", "int", "float")):
            raise self.fail(event.start_mark, f"the tag {tag} is not allowed: only data is read", "remove the tag")
        if len(text) > _MAX_DIGITS and (_INT.fullmatch(text) or _BASED.fullmatch(text)):
            raise self.fail(event.start_mark, "the number is too long", f"write at most {_MAX_DIGITS} digits")
        value = resolve(text)
        if tag is not None and _type_name(value) != tag.removeprefix(_CORE):
            raise self.fail(event.start_mark, f"{text!r} is not of the type of its tag", "remove the tag")
        return value


def resolve(text: str) -> Any:
    """A plain scalar by YAML 1.2's core schema."""
    if text in _NULL:
        return None
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    if _INT.fullmatch(text):
        return int(text)
    if _BASED.fullmatch(text):
        return int(text, 0)
    if _FLOAT.fullmatch(text):
        return float(text)
    return _SPECIAL.get(text.lower(), text)


def _type_name(value: Any) -> str:
    return "null" if value is None else type(value).__name__


def _build(node: _Node) -> Any:
    if node.keys is not None:
        return {name: _build(value) for name, (_, value) in node.keys.items()}
    if node.items is not None:
        return [_build(item) for item in node.items]
    return node.value
