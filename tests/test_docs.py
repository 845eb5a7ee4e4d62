"""What README and docs show is true: their examples load, their tables are those of the code, their commands run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from manaproof.bridge import cli
from manaproof.bridge.library import bundled, read_cards
from manaproof.bridge.reference import TABLES, UNION_TITLES, refreshed
from manaproof.bridge.scenario import read_scenarios
from manaproof.bridge.source import read_text
from manaproof.bridge.state import State

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples() -> Iterator[tuple[str, str, str]]:
    """Each YAML example with its page and what its first line says it is."""
    for page in PAGES:
        for language, text in FENCE.findall(page.read_text(encoding="utf-8")):
            if language == "yaml":
                kind = text.splitlines()[0].removeprefix("#").strip()
                yield page.name, kind, text


def commands() -> Iterator[tuple[str, int]]:
    """Each ``manaproof`` command shown in README, with the exit code that a comment announces (otherwise 0)."""
    for language, text in FENCE.findall((ROOT / "README.md").read_text(encoding="utf-8")):
        for line in text.splitlines() if language == "sh" else ():
            if line.startswith("manaproof "):
                command, _, comment = line.partition(" > ")[0].partition("#")
                told = re.search(r"exit (\d+)", comment)
                yield command.strip(), int(told[1]) if told else 0


@pytest.mark.parametrize(("page", "kind", "text"), list(examples()), ids=lambda value: value if len(value) < 30 else "")
def test_examples_load(page: str, kind: str, text: str) -> None:
    document = read_text(text, source=page)
    if kind.startswith("state"):
        assert State.from_document(document).problems() == ()
    elif kind.startswith("cards"):
        assert read_cards(document)
    elif kind.startswith("scenario"):
        (scenario,) = read_scenarios(document)
        assert scenario.compile().claims
    else:
        pytest.fail(f"{page}: an example begins with '# state', '# cards' or '# scenario', not with {kind!r}")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_tables_are_those_of_the_code(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert refreshed(text) == text, f"python -m manaproof.bridge.reference docs/{page.name} makes its tables anew"


def test_every_form_has_its_reference() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    shown = set(re.findall(r"<!-- table ([a-z-]+) -->", text))
    unions = {f"form-{name.lower()}" for name in (*UNION_TITLES, "Filter")}
    assert shown == {*TABLES, *unions}


@pytest.mark.parametrize(("command", "code"), list(commands()))
def test_the_commands_of_the_readme_run(
    command: str,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(ROOT)
    if "--engine phase" in command or "cards compare" in command:
        pytest.importorskip("phase", reason="the extra 'engines' is not installed (pip install 'manaproof[engines]')")
    if "oracle-cards.json" in command:
        command = command.replace(
            "oracle-cards.json", str(request.getfixturevalue("data_folder") / "oracle-cards.json")
        )
    with pytest.raises(SystemExit) as ended:
        cli.main(shlex.split(command)[1:])
    shown = capsys.readouterr()
    assert ended.value.code == code, shown.err
    assert shown.out or shown.err


def test_the_python_of_the_readme_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (code,) = [text for language, text in FENCE.findall(readme) if language == "python"]
    exec(compile(code, "README.md", "exec"), {})
    told = re.findall(r"print\(.*\)  # (.*)", code)
    assert capsys.readouterr().out.splitlines() == told


def test_examples_speak_of_the_library() -> None:
    for page in PAGES:
        for name in re.findall(r"card: ([A-Z][A-Za-z' ]+[a-z])", page.read_text(encoding="utf-8")):
            assert name in bundled() or name.startswith("Verdant"), f"{page.name}: {name}"
