"""Forge's puzzle files and XMage's tests, in and out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from manaproof.bridge.cli import main
from manaproof.bridge.engines import forge, xmage
from manaproof.bridge.engines.protocol import NotComparableError
from manaproof.bridge.engines.running import Plan
from manaproof.bridge.errors import InputError
from manaproof.bridge.state import State

PUZZLE = """\
[metadata]
Name:A puzzle
Goal:Win
Turns:1
# a comment
[state]
ActivePlayer=Human
ActivePhase=Main1
turn=7
HumanLife=3
AILife=12
humanlandsplayed=1
humancounters=ENERGY=3
humanhand=Shock|Set:M19; Nobody Knows This
humanlibrary=Forest
humanbattlefield=Forest|Tapped; Grizzly Bears|Id:7|Counters:P1P1=2,ICE=1|SummonSick;Wild Growth|Attaching:8;Forest|Id:8
aiplay=t:Dragon,P:4,T:4,Cost:no cost,Color:R,Types:Creature-Dragon,Keywords:Flying,Image:r|Attacking; Plains|Damage:2
aiprecast=Shock->human
"""


def test_a_puzzle_is_read_as_the_state_that_it_is() -> None:
    puzzle = forge.parse(PUZZLE)
    state = puzzle.state
    assert (state.turn.number, state.turn.active, state.turn.step) == (7, "human", "precombat_main")
    human, ai = state.players["human"], state.players["ai"]
    assert (human.life, ai.life, human.land_played, dict(human.counters)) == (3, 12, True, {"energy": 3})
    bears = state.permanent("7")
    assert (bears.card.name, dict(bears.counters)) == ("Grizzly Bears", {"plus_1_plus_1": 2, "ice": 1})
    assert bears.summoning_sick
    assert state.permanent("forest-1").tapped
    (growth,) = [one for one in state.battlefield if one.card.name == "Wild Growth"]
    assert growth.attached_to == "8"
    (dragon,) = [one for one in state.battlefield if one.token]
    assert (dragon.card.front.power, dragon.card.front.type_line, dragon.controller) == (4, "Creature - Dragon", "ai")
    assert [a.keyword for a in dragon.card.front.abilities if a.is_ == "keyword"] == ["flying"]
    assert puzzle.unknown == ("Nobody Knows This",)


def test_what_no_field_of_a_state_says_is_kept_and_named() -> None:
    puzzle = forge.parse(PUZZLE)
    assert puzzle.left_out == ("t-dragon-1: Attacking", "aiprecast=Shock->human")
    assert forge.parse(forge.write(puzzle)) == puzzle


def test_every_puzzle_is_read_and_written(data_folder: Path) -> None:
    files = sorted((data_folder / "forge-puzzles").glob("*.pzl"))
    assert len(files) == 153
    unknown: set[str] = set()
    for file in files:
        puzzle = forge.load(file)
        assert forge.parse(forge.write(puzzle)) == puzzle, file.name
        assert len(puzzle.state.seats) == 2
        unknown |= set(puzzle.unknown)
    assert unknown
    assert not unknown & {"Forest", "Grizzly Bears", "Lightning Bolt"}


@pytest.mark.parametrize(
    ("line", "says", "at"),
    [
        ("humanlife=many", "the life total is 'many'", 2),
        ("activephase=MAIN3", "'MAIN3' is not a phase", 2),
        ("humanpocket=Forest", "'humanpocket' is no key of a state", 2),
        ("nonsense", "this line is not understood", 2),
        ("humanbattlefield=Forest|Counters:P1P1=x", "the number of +1/+1 counters is 'x'", 2),
    ],
)
def test_a_bad_line_is_named_with_its_place(line: str, says: str, at: int) -> None:
    with pytest.raises(InputError) as raised:
        forge.parse(f"[state]\n{line}\n", source="bad.pzl")
    assert (raised.value.file, raised.value.line) == ("bad.pzl", at)
    assert raised.value.what.startswith(says)
    assert raised.value.cure


def test_what_a_forge_state_cannot_say_is_refused() -> None:
    text = "players: {alice: {}, bob: {}}\nstack: [{card: Shock, controller: alice, targets: [bob]}]\n"
    with pytest.raises(InputError, match="what is on the stack"):
        forge.write(forge.puzzle_of(State.parse(text)))


STATE = """
players:
  alice:
    life: 7
    battlefield: [{card: Grizzly Bears, id: a, counters: {+1/+1: 1}}, Mountain]
    hand: [Shock]
    library: [Forest, Island]
  bob: {battlefield: [{card: Grizzly Bears, id: b, tapped: true}]}
"""


def plan(*actions: dict[str, object]) -> Plan:
    place = {"turn": 1, "step": "precombat_main", "stack": 0, "by": "alice", "answers": []}
    return Plan(tuple({**place, **action} for action in actions), (), {"turn": 1, "step": "end", "stack": 0})


END = {
    "over": False,
    "stack": [],
    "players": {
        "alice": {"life": 7, "hand": [], "graveyard": ["shock"], "exile": [], "lost": False},
        "bob": {"life": 17, "hand": [], "graveyard": ["b"], "exile": [], "lost": False},
    },
    "battlefield": {
        "a": {
            "controller": "alice",
            "types": ["creature"],
            "power": 3,
            "toughness": 3,
            "tapped": True,
            "counters": {"plus_1_plus_1": 1},
        }
    },
}


def test_an_xmage_test_says_what_is_played_and_what_must_be_so() -> None:
    board = State.parse(STATE.replace("counters: {+1/+1: 1}", "tapped: false"))
    cast = {"do": "cast", "of": "shock", "answers": [{"question": "target", "answer": "b"}]}
    attack = {"do": "attack", "attackers": {"a": "bob"}, "step": "declare_attackers"}
    text = xmage.write(board, plan(cast, attack), END, name="shock, then attack", says="A test.", cites=("704.5g",))
    assert 'addCard(Zone.BATTLEFIELD, playerA, "Grizzly Bears@a");' in text
    assert 'addCard(Zone.BATTLEFIELD, playerB, "Grizzly Bears@b", 1, true);' in text
    assert text.index('"Island"') < text.index('"Forest"'), "the last card that is added is the top"
    assert 'castSpell(1, PhaseStep.PRECOMBAT_MAIN, playerA, "Shock", "@b");' in text
    assert 'attack(1, playerA, "Grizzly Bears", playerB);' in text
    assert 'assertGraveyardCount(playerB, "Grizzly Bears", 1);' in text
    assert 'assertPowerToughness(playerA, "Grizzly Bears", 3, 3);' in text
    assert "setStopAt(1, PhaseStep.END_TURN);" in text
    assert "public class ShockThenAttackTest extends CardTestPlayerBase {" in text
    assert "Rules: 704.5g." in text


def test_an_xmage_test_is_java_and_uses_known_calls_only(data_folder: Path) -> None:
    parsers = pytest.importorskip("tree_sitter", reason="tree-sitter is not installed (pip install 'manaproof[test]')")
    java = pytest.importorskip(
        "tree_sitter_java", reason="tree-sitter-java is not installed (pip install 'manaproof[test]')"
    )
    board = State.parse(STATE.replace("counters: {+1/+1: 1}", "tapped: false"))
    cast = {"do": "cast", "of": "shock", "answers": [{"question": "target", "answer": "bob"}]}
    text = xmage.write(board, plan(cast), END, name='odd "name" */')
    tree = parsers.Parser(parsers.Language(java.language())).parse(text.encode())
    assert not tree.root_node.has_error
    described = (data_folder / "XMAGE-DSL.md").read_text("utf-8")
    calls = set(re.findall(r"^ {8}(\w+)\(", text, re.MULTILINE))
    assert calls >= {"addCard", "castSpell", "execute", "assertLife"}
    for call in calls:
        known = call in described or (call.startswith("assert") and f"/{call.removeprefix('assert')}" in described)
        assert known, call


def test_what_xmage_cannot_say_is_refused() -> None:
    with pytest.raises(NotComparableError, match="it untaps"):
        xmage.write(State.parse("players: {alice: {battlefield: [{card: Forest, tapped: true}]}, bob: {}}"),
                    Plan(), END, name="x")  # fmt: skip


def test_states_are_converted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.pzl").write_text(PUZZLE, "utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["convert", str(tmp_path / "a.pzl"), "--to", "yaml"])
    assert ended.value.code == 0
    assert State.parse(capsys.readouterr().out) == forge.parse(PUZZLE).state
    with pytest.raises(SystemExit):
        main(["convert", str(tmp_path / "a.pzl"), "--to", "forge", "--out", str(tmp_path / "out")])
    (written,) = (tmp_path / "out").iterdir()
    assert written.name == "0001-A.pzl"
    assert forge.load(written).state.to_data()["players"] == forge.parse(PUZZLE).state.to_data()["players"]
