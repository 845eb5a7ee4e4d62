"""Performances of single cards, and boards: plays that are kept whole."""

import pytest
from manaproof.bridge.cli import main
from manaproof.bridge.library import bundled
from manaproof.bridge.scenario import read_scenarios
from manaproof.bridge.source import read_text
from manaproof.bridge.writing import write_yaml
from manaproof.solver.generate import Aim, generate
from manaproof.solver.generate_performances import performances
from manaproof.solver.simulate import simulate

POOL = ("Grizzly Bears", "Nyxborn Brute", "Blood Moon", "Forest", "Isamaru, Hound of Konda")


def test_a_card_is_cast_activated_fights_and_waits() -> None:
    library = bundled()
    names = [family.name for family in performances(["Shock", "Llanowar Elves"], 1)]
    assert names == ["shock 1-cast", *(f"llanowar-elves 1-{one}" for one in ("both", "cast", "act", "fight", "wait"))]
    for name in ("Llanowar Elves", "Control Magic"):
        for family in performances([name], 1):
            assert name in write_yaml(dict(family.data))
            family.scenario(library)


def test_a_card_acts_and_a_creature_beside_it_attacks() -> None:
    """So that what the ability does until end of turn is seen, a shield for one (615.7)."""
    family = next(iter(performances(["Prodigal Sorcerer"], 1)))
    acts, settles, attacks, *rest = family.data["when"]
    assert acts["activate"]["of"] == "prodigal-sorcerer"
    assert settles == {"until": "stack_empty"}
    assert [one["with"] for one in attacks["attack"]] != ["prodigal-sorcerer"]
    assert rest[-1] == {"until": {"step": "end_of_combat"}}


def test_a_performance_does_what_the_card_says() -> None:
    (state,) = generate(Aim(cards=("Lightning Bolt",), count=1, seed=3, jobs=1, form="performance"))
    assert state["script"] == [{"cast": {"of": "lightning-bolt"}}, {"until": "stack_empty"}]
    players = state["expected"]["final"]["players"]
    dead = [one for side in ("alice", "bob") if (one := len(players[side]["graveyard"]) - 1 - (side == "alice"))]
    assert dead or 17 in (players["alice"].get("life"), players["bob"].get("life"))
    (again,) = read_scenarios(read_text(write_yaml(state["scenario"]), source="the state"))
    assert simulate(again, citing=False).broken == ()


def test_a_board_has_what_it_is_asked_for() -> None:
    states = list(generate(Aim(cards=("Blood Moon",), count=2, seed=1, jobs=1, pool=POOL, form="board")))
    assert len(states) == 2
    for state in states:
        assert "Blood Moon" in write_yaml(state["state"])
        assert state["script"] == ["pass"]


def test_whole_plays_are_not_aimed_at_rules(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["generate", "--form", "board", "--rule", "704.5f"])
    assert ended.value.code == 2
    assert "leave out the rules" in capsys.readouterr().err
