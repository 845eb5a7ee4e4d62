"""phase, driven by its adapter: a state laid out, seen, and played (asserted against the CR)."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("phase", reason="the extra 'engines' is not installed (pip install 'manaproof[engines]')")

from manaproof.bridge.cli import main
from manaproof.bridge.engines.bulk import Bulk, mtgjson
from manaproof.bridge.engines.contained import Contained, engine
from manaproof.bridge.engines.phase_game import Phase
from manaproof.bridge.engines.protocol import NotComparableError
from manaproof.bridge.engines.running import Plan
from manaproof.bridge.errors import InputError
from manaproof.bridge.state import State
from manaproof.solver.differences.cases import Case, compare, read_cases
from manaproof.solver.session import Limits

BOARD = """
players:
  alice:
    battlefield:
      - {card: Grizzly Bears, id: bears, counters: {+1/+1: 2}, tapped: true, damage: 1}
      - Forest
      - Reflecting Pool
    hand: [Shock]
    mana: {R: 1}
  bob: {life: 7, counters: {poison: 2}, battlefield: [Swamp], graveyard: [Shock]}
"""


@pytest.fixture(scope="module")
def bulk(data_folder: Path) -> Path:
    return data_folder / "oracle-cards.json"


@pytest.fixture(scope="module")
def phase(bulk: Path) -> Phase:
    return Phase(Bulk.load(bulk))


@pytest.fixture(scope="module")
def contained(bulk: Path) -> Iterator[Contained]:
    with Contained("phase", bulk) as found:
        yield found


def scenario(tmp_path: Path, text: str) -> Case:
    path = tmp_path / "scenario.yaml"
    path.write_text(textwrap.dedent(text), "utf-8")
    (case,) = read_cases([path])
    return case


def test_a_state_is_laid_out_as_it_is(phase: Phase) -> None:
    seen = phase.load(State.parse(BOARD)).observe()
    bears = seen["battlefield"]["bears"]
    assert (bears["power"], bears["toughness"], bears["damage"], bears["tapped"]) == (4, 4, 1, True)
    assert bears["counters"] == {"plus_1_plus_1": 2}
    assert seen["players"]["alice"]["mana"] == {"R": 1}
    assert seen["players"]["alice"]["hand"] == ["shock"]
    assert seen["players"]["bob"]["life"] == 7
    assert seen["players"]["bob"]["counters"] == {"poison": 2}
    assert seen["players"]["bob"]["graveyard"] == ["shock-2"]
    assert seen["turn"] == {"number": 1, "active": "alice", "step": "precombat_main", "priority": "alice"}


def test_mana_abilities_are_tried_and_forgotten(phase: Phase) -> None:
    game = phase.load(State.parse(BOARD))
    before = game.observe()
    assert game.mana() == {"forest": ["G"], "reflecting-pool": ["G"]}
    assert game.observe() == before


def test_a_card_that_is_not_understood_whole_is_not_compared(phase: Phase) -> None:
    state = State.parse("players: {alice: {battlefield: [Chain]}, bob: {}}\ncards:\n  - {name: Chain, types: Artifact, "
                        "abilities: [{is: unsupported, text: something odd}]}\n")  # fmt: skip
    with pytest.raises(NotComparableError, match="cannot be written"):
        phase.load(state)


def test_a_script_is_played_and_both_agree(contained: Contained, tmp_path: Path) -> None:
    case = scenario(
        tmp_path,
        """
        ruling: shock
        restated: Two damage destroys a 2/2, and an attacker that is not blocked deals its damage.
        given:
          players:
            alice: {battlefield: [Mountain, {card: Grizzly Bears, id: a}], hand: [Shock], library: [Forest]}
            bob: {battlefield: [{card: Grizzly Bears, id: b}], library: [Forest]}
        when: [{cast: shock}, pass, {attack: {with: a, whom: bob}}, {until: {step: end_of_combat}}]
        answers: {target: b}
        then: [{at_end: {life: {of: bob, is: 18}}}]
        """,
    )
    found = compare(case, contained, Limits())
    assert (found.verdict, found.found) == ("agree", ())
    assert found.plan["actions"][0]["mana"][0]["of"] == "mountain"


def test_what_waits_in_the_engine_outlasts_an_event(phase: Phase) -> None:
    """A regeneration shield is still there when an event destroys the creature (701.19a)."""
    state = State.parse("players: {alice: {battlefield: [{card: Grizzly Bears, id: b}]}, bob: {}}")
    game = phase.load(
        state,
        [
            {"event": "effects", "number": 1, "text": "Regenerate target creature.", "player": "alice"},
            {"event": "destroy", "number": 2},
            {"event": "gain_control", "number": 3, "player": "bob"},
        ],
    )
    for event, number, player in (("effects", 1, "alice"), ("destroy", 2, None), ("gain_control", 3, "bob")):
        game.act({"do": "event", "event": event, "number": number, "player": player, "targets": ["b"]}, [])
    bears = game.observe()["battlefield"]["b"]
    assert (bears["tapped"], bears["controller"]) == (True, "bob")


def test_an_event_that_no_spell_can_bring_about_is_not_compared(phase: Phase) -> None:
    state = State.parse("players: {alice: {}, bob: {battlefield: [{card: Sylvan Caryatid, id: c}]}}")
    game = phase.load(state, [{"event": "destroy", "number": 1}])
    with pytest.raises(NotComparableError, match="no spell can have"):
        game.act({"do": "event", "event": "destroy", "number": 1, "targets": ["c"]}, [])


SACRIFICE = """
ruling: events
restated: Damage by an object, and a sacrifice.
given:
  players:
    alice: {battlefield: [{card: Typhoid Rats, id: r}, {card: Craw Wurm, id: w}, {card: Grizzly Bears, id: s}]}
    bob: {}
when:
  - {happens: {damage: {from: r, to: w, amount: 1}}}
  - {happens: {damage: {from: r, to: bob, amount: 2}}}
  - {happens: {damage: {from: s, to: s, amount: 1}}}
  - {happens: {sacrifice: s}}
then: [{at_end: {life: {of: bob, is: 18}}}]
"""


def test_damage_and_sacrifices_come_about(contained: Contained, tmp_path: Path) -> None:
    found = compare(scenario(tmp_path, SACRIFICE), contained, Limits())
    assert (found.verdict, found.reason, found.found) == ("agree", "", ())


def test_who_chooses_which_replacement_effect_applies_first_is_asked(contained: Contained, tmp_path: Path) -> None:
    """Each order gives another number of counters (616.1)."""
    text = """
    ruling: order
    restated: Two effects would change how many counters are put.
    given:
      players:
        alice: {battlefield: [Hardened Scales, Doubling Season, {card: Grizzly Bears, id: b}]}
        bob: {}
    when: [{happens: {put_counters: {on: b, kind: +1/+1, amount: 1}}}]
    then: [{at_end: {counters: {of: b, kind: +1/+1, is: ">= 3"}}}]
    """
    found = compare(scenario(tmp_path, text), contained, Limits())
    assert (found.verdict, found.reason, found.found) == ("agree", "", ())
    assert [one["question"] for one in found.plan["actions"][0]["answers"]][:1] == ["replacement"]


def test_kinds_of_counters_are_called_as_the_engine_calls_them(phase: Phase) -> None:
    kinds = {"plus_1_plus_0": 2, "double_strike": 1, "charge": 3}
    written = "{+1/+0: 2, double strike: 1, charge: 3}"
    state = State.parse(
        f"players: {{alice: {{battlefield: [{{card: Grizzly Bears, id: b, counters: {written}}}]}}, bob: {{}}}}"
    )
    bears = phase.load(state).observe()["battlefield"]["b"]
    assert (bears["counters"], bears["power"]) == (kinds, 4)


def test_an_engine_is_told_apart_where_it_is_wrong(contained: Contained) -> None:
    """A land whose ability would add no mana could produce none (CR 106.7)."""
    state = "players: {alice: {battlefield: [Reflecting Pool, Gaea's Cradle]}, bob: {}}"
    found = compare(Case("cradle", State.parse(state)), contained, Limits())
    assert found.verdict == "disagree"
    assert [(one.what, one.ours, one.theirs) for one in found.found] == [("mana.reflecting-pool", [], ["G"])]
    assert "106.7" in found.cites


def test_a_hang_is_a_result_and_the_next_case_runs(bulk: Path) -> None:
    with Contained("phase", bulk, seconds=20.0) as slow:
        assert slow.run(State.parse(BOARD), Plan())["outcome"] == "played"
        slow.seconds = 0.0
        assert slow.run(State.parse(BOARD), Plan())["outcome"] == "hung"
        slow.seconds = 20.0
        assert slow.run(State.parse(BOARD), Plan())["outcome"] == "played"


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(InputError, match="there is no engine 'phas'"):
        engine("phas", None)


def test_two_faced_cards_have_two_faces(bulk: Path) -> None:
    card = Bulk.load(bulk).get("Insectile Aberration")
    assert card is not None
    front, back = mtgjson(card)
    assert (front["faceName"], front["side"], front["manaCost"]) == ("Delver of Secrets", "a", "{U}")
    assert (back["faceName"], back["power"], back["subtypes"]) == ("Insectile Aberration", "3", ["Human", "Insect"])


def test_the_command_line(bulk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "board.yaml").write_text(BOARD, "utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["diff", str(tmp_path), "--bulk", str(bulk), "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert ended.value.code == 0
    assert (printed["states"], printed["agree"], printed["disagree"], printed["unsupported"]) == (1, 1, [], {})
