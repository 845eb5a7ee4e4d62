"""The project's own files agree with the tree."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from pathlib import Path

import pytest

HOUSES = ("asp", "bridge", "scenarios", "solver")


@pytest.fixture(scope="module")
def setuptools_table(root: Path) -> dict[str, object]:
    table: dict[str, object] = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["setuptools"]
    return table


def test_every_package_is_listed(root: Path, setuptools_table: dict[str, object]) -> None:
    packages = {
        ".".join(("manaproof", *init.parent.relative_to(root).parts))
        for house in HOUSES
        for init in (root / house).rglob("__init__.py")
    }
    assert packages == set(setuptools_table["packages"])  # type: ignore[call-overload]


@pytest.mark.parametrize("house", HOUSES)
def test_everything_in_the_tree_is_installed(root: Path, house: str) -> None:
    def files(folder: Path) -> set[str]:
        found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        return {path.relative_to(folder).as_posix() for path in found}

    with resources.as_file(resources.files(f"manaproof.{house}")) as installed:
        assert files(root / house) == files(installed)


def test_the_readme_has_the_two_commands_that_ci_runs(root: Path) -> None:
    commands = re.findall(r"^python3 -m venv (\S+) && (.*)$", (root / "README.md").read_text(), re.MULTILINE)
    assert len(commands) == 2
    (first_folder, first), (second_folder, second) = commands
    assert first_folder != second_folder
    assert first.endswith("/manaproof prove")
    assert second.endswith("/pytest")


def test_relative_links_lead_somewhere(root: Path) -> None:
    pages = [*root.glob("*.md"), *root.glob("docs/*.md"), root / "asp" / "README.md"]
    links = [
        (page, link)
        for page in pages
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
        if "://" not in link
    ]
    assert links
    assert [f"{page.name}: {link}" for page, link in links if not (page.parent / link).exists()] == []
