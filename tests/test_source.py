"""Texts are read with the place of every value, and what is no text of ours is refused with a cure."""

from __future__ import annotations

import json
import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from drawn import JSON, attempt
from hypothesis import given, settings
from hypothesis import strategies as st
from manaproof.bridge.errors import InputError, Problem, did_you_mean, suggestions
from manaproof.bridge.source import MAX_BYTES, MAX_DEPTH, read_file, read_text
from manaproof.bridge.writing import write_yaml


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no", "no"),
        ("[Yes, off, NO, y]", ["Yes", "off", "NO", "y"]),
        ("[true, False, TRUE]", [True, False, True]),
        ("[null, ~, ]", [None, None]),
        ("[1, -2, +3, 007, 0x10, 0o17]", [1, -2, 3, 7, 16, 15]),
        ("[1.5, 1e3, .5]", [1.5, 1000.0, 0.5]),
        ("[2026-06-19, 1:30, +1/+1, 1_000]", ["2026-06-19", "1:30", "+1/+1", "1_000"]),
        ("['1', \"true\", !!str 2, ! 3]", ["1", "true", "2", "3"]),
        ("{1: a, null: b, true: c, 1.0: d}", {"1": "a", "null": "b", "true": "c", "1.0": "d"}),
        ("a: &x [1]\nb: *x", {"a": [1], "b": [1]}),
        ("a: |\n  two\n  lines\n", {"a": "two\nlines\n"}),
        ('{"smile": "\\ud83d\\ude00", "slash": "\\/"}', {"smile": "\U0001f600", "slash": "/"}),
        ("\ufeffa: 1", {"a": 1}),
        ("---\na: 1\n...\n", {"a": 1}),
    ],
)
def test_values(text: str, expected: Any) -> None:
    assert read_text(text).data == expected


@given(JSON)
def test_json_is_read_as_json(value: Any) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False), json.dumps(value, indent=2)):
        assert read_text(text).data == json.loads(text)
    if isinstance(value, (dict, list)):
        assert read_text(json.dumps(value, indent="\t")).data == value


@given(JSON)
def test_what_is_written_is_read_back(value: Any) -> None:
    assert read_text(write_yaml(value)).data == value


def test_places() -> None:
    document = read_text(
        "players:\n  alice:\n    hand: [Shock,\n      {card: Forest, id: f}]\n    life: 3\n", source="s.yaml"
    )
    assert document.place(()) == (1, 1)
    assert document.place(("players",)) == (2, 3)
    assert document.place(("players",), key=True) == (1, 1)
    assert document.place(("players", "alice", "hand", 1, "id")) == (4, 26)
    assert document.place(("players", "alice", "hand", 1, "id"), key=True) == (4, 22)
    assert document.place(("players", "alice", "life"), key=True) == (5, 5)
    assert document.place(("players", "alice", "exile", 3)) == (3, 5), "the innermost place there is"
    assert document.place(("players", "alice", 0, "life")) == (5, 11), "steps the text lacks are passed over"
    assert document.known(("players", "bob", "x")) == ("players",)
    assert document.error(("players",), "w", "c").problems == (Problem("w", "c", "s.yaml", 2, 3),)


NOT_TEXTS: list[tuple[str, str | bytes, str, int, str]] = [
    ("empty", "", "empty", 1, "YAML"),
    ("blank", "\n \n\t\n", "empty", 1, "YAML"),
    ("only a comment", "# nothing\n", "empty", 1, "YAML"),
    ("open bracket", "a: 1\nb: [1, 2\nc: 3\n", "not YAML", 3, "brackets"),
    ("tab", "a:\n\tb: 1\n", "not YAML", 2, "spaces"),
    ("colon", "a: b: c\n", "not YAML", 1, "colon"),
    ("prose", "Dear judge,\nwhat: is this: then?\n", "not YAML", 2, ""),
    ("twice", "a: 1\nb:\n  c: 1\n  c: 2\n", "'c' stands here twice; first in line 3", 4, "remove"),
    ("twice in JSON", '{"a": 1,\n "a": 2}', "'a' stands here twice", 2, "remove"),
    ("object tag", "a: !!python/object/apply:os.system [ls]\n", "tag", 1, "remove the tag"),
    ("own tag", "a:\n  - !card Forest\n", "tag", 2, "remove the tag"),
    ("wrong tag", "a: !!int x", "tag", 1, "remove the tag"),
    ("within itself", "a: &a\n  - *a\n", "*a", 2, "write the value out"),
    ("no anchor", "a: *b\n", "anchor", 1, "quote"),
    ("list as a key", "[a, b]: 1\n", "key", 1, "quote"),
    ("second document", "a: 1\n---\nb: 2\n", "second document", 2, "---"),
    ("control character", "a: 1\nb: \x07\n", "U+0007", 2, "UTF-8"),
    ("escaped NUL", 'a: "\\0"\n', "U+0000", 1, "remove"),
    ("escaped surrogate", '{"a": "\\ud83d"}', "", 1, ""),
    ("long number", "a: " + "9" * 5000, "too long", 1, "digits"),
    ("latin-1", b"a: 1\nname: S\xe9ance\n", "not UTF-8", 2, "UTF-8"),
    ("UTF-16", "a: 1".encode("utf-16"), "not UTF-8", 1, "UTF-8"),
    ("deep", "[" * 10_000, f"more than {MAX_DEPTH} deep", 1, "less"),
    ("deep in blocks", "".join(" " * i + "a:\n" for i in range(200)), f"more than {MAX_DEPTH} deep", 65, "less"),
    (
        "laughs",
        "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
        + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join(['*' + chr(97 + i)] * 10)}]\n" for i in range(9)),
        "values",
        6,
        "fewer",
    ),
    ("noise", random.Random(1).randbytes(2000), "", 1, ""),
]


@pytest.mark.parametrize(
    ("text", "what", "line", "cure"), [row[1:] for row in NOT_TEXTS], ids=[r[0] for r in NOT_TEXTS]
)
def test_what_is_no_text_of_ours(text: str | bytes, what: str, line: int, cure: str) -> None:
    with pytest.raises(InputError) as caught:
        read_text(text, source="in.yaml")
    assert what in caught.value.what
    assert cure in caught.value.cure
    assert (caught.value.file, caught.value.line) == ("in.yaml", line)
    assert str(caught.value).startswith(f"in.yaml:{line}:{caught.value.column}: ")


def test_too_large_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    noise = tmp_path / "noise.yaml"
    noise.write_bytes(random.Random(0).randbytes(10_000_000))
    text = tmp_path / "text.yaml"
    text.write_text("- Forest\n" * (MAX_BYTES // 9 + 1))
    for file in (noise, text):
        with pytest.raises(InputError) as caught:
            read_file(file)
        assert "larger than 5 MB" in caught.value.what
        assert caught.value.cure
        assert str(file) in str(caught.value)


def test_too_many_values_are_refused() -> None:
    with pytest.raises(InputError, match="more than 250000 values") as caught:
        read_text("- a\n" * 300_000)
    assert caught.value.line == 250_000


def test_a_text_below_the_limit_is_read() -> None:
    assert len(read_text("- Forest\n" * 20_000).data) == 20_000


@pytest.mark.parametrize("name", ["missing.yaml", ".", "a\0b"])
def test_files_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError) as caught:
        read_file(tmp_path / name)
    assert caught.value.line == 0
    assert caught.value.cure
    assert str(tmp_path) in str(caught.value)


@settings(deadline=None)
@given(st.text() | st.binary() | st.text(alphabet="[]{}:,-&*!?|>'\"%@` \n\tab#~0"))
def test_nothing_but_an_input_error(text: str | bytes) -> None:
    document, problems = attempt(lambda: read_text(text))
    assert all(problem.what and problem.cure for problem in problems)
    assert problems or json.dumps(document and document.data)


def test_suggestions() -> None:
    assert suggestions("exotic orchid", ["Forest", "Exotic Orchard"]) == ["Exotic Orchard"]
    assert did_you_mean("FOREST", ["Forest"], "else") == "did you mean 'Forest'?"
    assert did_you_mean("xyzzy", ["Forest"], "else") == "else"


def test_input_errors_hold_every_problem_and_survive_a_process_boundary() -> None:
    problems = (Problem("one", "cure one", "f", 1, 2), Problem("two", "cure two"))
    error = InputError(problems)
    assert str(error) == "f:1:2: one\n  cure: cure one\n<text>: two\n  cure: cure two"
    assert (error.file, error.line, error.column, error.what, error.cure) == ("f", 1, 2, "one", "cure one")
    assert pickle.loads(pickle.dumps(error)).problems == problems
    with pytest.raises(ValueError, match="needs a problem"):
        InputError([])
