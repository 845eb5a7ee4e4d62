"""Templates of trigger events (CR 603)."""

from __future__ import annotations

from .table_nouns import f
from .templates import n, s, t, variant

THIS = n("This")


def event(pattern: str, means: object) -> None:
    """An event, with the word that introduces it."""
    t("event", pattern, means)


for word in ("when", "whenever"):
    late = word == "whenever"
    mark = {"ever": True} if late else {}

    def e(text: str, means: object, word: str = word, mark: dict[str, bool] = mark) -> None:
        """An event after this word."""
        t("event", f"{word} {text}", n("Ev", of=means, **mark))

    for subject, slot in (("<o:actor>", s("o")),):
        e(f"{subject} enters", n("Enters", what=slot))
        e(f"{subject} dies", n("Leaves", what=slot, to="graveyard"))
        e(f"{subject} is put into a graveyard from the battlefield", n("Leaves", what=slot, to="graveyard", long=True))
        e(f"{subject} leaves the battlefield", n("Leaves", what=slot))
        e(
            f"{subject} enters or dies",
            n("AnyEvent", of=(n("Enters", what=slot), n("Leaves", what=slot, to="graveyard"))),
        )
        e(f"{subject} attacks", n("Attacks", what=slot))
        e(f"{subject} blocks", n("Blocks", what=slot))
        e(f"{subject} attacks or blocks", n("AnyEvent", of=(n("Attacks", what=slot), n("Blocks", what=slot))))
        e(f"{subject} enters or attacks", n("AnyEvent", of=(n("Enters", what=slot), n("Attacks", what=slot))))
        e(f"{subject} becomes blocked", n("BecomesBlocked", what=slot))
        e(
            f"{subject} blocks or becomes blocked",
            n("AnyEvent", of=(n("Blocks", what=slot), n("BecomesBlocked", what=slot))),
        )
        e(f"{subject} becomes tapped", n("BecomesTapped", status="tapped", what=slot))
        e(f"{subject} becomes untapped", n("BecomesTapped", status="untapped", what=slot))
        e(f"{subject} deals combat damage to a player", n("DamageDealt", by=slot, to_player="any", combat=True))
        e(f"{subject} deals combat damage to an opponent", n("DamageDealt", by=slot, to_player="opponent", combat=True))
        e(f"{subject} deals damage to a player", n("DamageDealt", by=slot, to_player="any"))
        e(f"{subject} deals damage to an opponent", n("DamageDealt", by=slot, to_player="opponent"))
        e(f"{subject} deals damage to a creature", n("DamageDealt", by=slot, to=f(types=("creature",))))
        e(f"{subject} deals combat damage", n("DamageDealt", by=slot, combat=True))
        e(f"{subject} deals damage", n("DamageDealt", by=slot))
        e(f"{subject} is dealt damage", n("DamageDealt", to=slot))
        e(f"{subject} is turned face up", n("TurnedFaceUp", what=slot))
        e(f"{subject} transforms", n("Never"))
        e(f"{subject} becomes the target of a spell or ability", n("ObjectDoes", action="becomes_target", what=slot))
        e(f"{subject} becomes the target of a spell", n("ObjectDoes", action="becomes_target_of_spell", what=slot))
        e(
            f"{subject} becomes the target of a spell or ability an opponent controls",
            n("ObjectDoes", action="becomes_target", what=slot, by="opponent"),
        )
        e(f"{subject} attacks alone", n("ObjectDoes", action="attacks_alone", what=slot))
        e(f"{subject} attacks and isn't blocked", n("ObjectDoes", action="attacks_and_isn_t_blocked", what=slot))
        e(f"{subject} attacks while saddled", n("ObjectDoes", action="attacks_while_saddled", what=slot))
        e(f"{subject} mutates", n("ObjectDoes", action="mutates", what=slot))
        e(f"{subject} becomes monstrous", n("ObjectDoes", action="becomes_monstrous", what=slot))
        e(f"{subject} explores", n("ObjectDoes", action="explores", what=slot))
        e(f"{subject} is tapped for mana", n("TappedForMana", what=slot))
    e("you cast ~", n("SpellCast", what=n("ThisSpell"), by="you"))
    e("you cycle ~", n("ObjectDoes", action="cycled", by="you"))
    e("you discard ~", n("ObjectDoes", action="discarded", by="you"))
    e("you exert ~", n("ObjectDoes", action="exerted", by="you"))
    e("you unlock this door", n("ObjectDoes", action="unlocked", by="you"))
    e("you sacrifice ~", n("ObjectDoes", action="sacrificed", by="you"))
    for by, player, third in (("you", "you", ""), ("opponent", "an opponent", "s"), ("any", "a player", "s")):
        e(f"{player} cast{third} <o:a_spell>", n("SpellCast", what=s("o"), by=by))
        e(f"{player} gain{third} life", n("GainsLife", by=by))
        e(f"{player} lose{third} life", n("LosesLife", by=by))
        e(f"{player} draw{third} a card", n("Draws", by=by))
        e(
            f"{player} draw{third} {'your' if by == 'you' else 'their'} second card each turn",
            n("PlayerDoes", action="draw", by=by, number=2),
        )
        e(
            f"{player} cast{third} {'your' if by == 'you' else 'their'} second spell each turn",
            n("PlayerDoes", action="cast", by=by, number=2),
        )
        e(f"{player} discard{third} a card", n("PlayerDoes", action="discard", by=by))
        e(f"{player} discard{third} one or more cards", n("Batch", of=n("PlayerDoes", action="discard", by=by)))
        e(f"{player} sacrifice{third} <o:a_thing>", n("PlayerDoes", action="sacrifice", by=by, what=s("o")))
        taps = n("TappedForMana", what=s("o"), by=by, **({"player": True} if by == "any" else {}))
        e(f"{player} tap{third} <o:a_thing> for mana", taps)
        e(f"{player} attack{third}", n("PlayerDoes", action="attack", by=by))
        e(f"{player} scr{'y' if by == 'you' else 'ies'}", n("PlayerDoes", action="scry", by=by))
        e(f"{player} surveil{third}", n("PlayerDoes", action="surveil", by=by))
        e(f"{player} cycle{third} a card", n("PlayerDoes", action="cycle", by=by))
        e(f"{player} play{third} <o:a_thing>", n("PlayerDoes", action="play", by=by, what=s("o")))
        e(f"{player} create{third} <o:a_thing>", n("PlayerDoes", action="create", by=by, what=s("o")))
        e(f"{player} commit{third} a crime", n("PlayerDoes", action="commit_a_crime", by=by))
        e(f"{player} cycle{third} or discard{third} a card", n("PlayerDoes", action="cycle_or_discard", by=by))
    e("you attack with <k:NUMW> or more creatures", n("PlayerDoes", action="attack_with", number=s("k")))
    e("you're dealt damage", n("DamageDealt", to_player="you"))
    e("you expend <x:INT>", n("PlayerDoes", action="expend", number=s("x")))
    e("the ring tempts you", n("PlayerDoes", action="ring_tempts"))
    e("you complete a dungeon", n("PlayerDoes", action="complete_a_dungeon"))
    e("one or more <o:things> enter", n("Batch", of=n("Enters", what=s("o"))))
    e("one or more other <o:things> enter", n("Batch", of=n("Enters", what=n("Other", what=s("o")))))
    e("one or more <o:things> attack", n("Batch", of=n("Attacks", what=s("o"))))
    e("one or more <o:things> die", n("Batch", of=n("Leaves", what=s("o"), to="graveyard")))
    e("one or more other <o:things> die", n("Batch", of=n("Leaves", what=n("Other", what=s("o")), to="graveyard")))
    e(
        "one or more <o:things> deal combat damage to a player",
        n("Batch", of=n("DamageDealt", by=s("o"), to_player="any", combat=True)),
    )
    e("one or more <k:KIND> counters are put on <o:it>", n("Batch", of=n("CountersPut", kind=s("k"), on=s("o"))))
    e("the last <k:KIND> counter is removed from ~", n("ObjectDoes", action="last_counter_removed"))
    e("enchanted land is tapped for mana", n("TappedForMana", what=n("Attached", how="enchanted", host="land")))
    e(
        "a land's ability causes you to add one or more mana of the chosen color",
        n("ManaAdded", what=f(types=("land",)), type="chosen_color"),
    )
    e("<o:actor> is tapped for mana of the chosen color", n("TappedForMana", what=s("o"), type="chosen_color"))
    for letter in "WUBRGC":
        e(f"you tap <o:a_thing> for {{{letter}}}", n("TappedForMana", what=s("o"), by="you", type=letter))

t("actor", "~", THIS)
t("actor", "<x:a_thing>", s("x"))
t("actor", "enchanted <x:host>", n("Attached", how="enchanted", host=s("x")))
t("actor", "equipped creature", n("Attached", how="equipped", host="creature"))
t("actor", "~ or equipped creature", n("ThisOrEquipped"))
t("actor", "~ or another <x:thing>", n("ThisOr", what=s("x")))
t("actor", "~ and another <x:thing>", n("Never"))
t("a_spell", "a <x:spelln_q>", s("x"))
t("a_spell", "another spell", n("Never"))
t("a_spell", "a spell that targets ~", n("Never"))

STEPS = {
    "upkeep": "upkeep",
    "draw step": "draw",
    "end step": "end",
    "first main phase": "precombat_main",
    "precombat main phase": "precombat_main",
    "postcombat main phase": "postcombat_main",
    "second main phase": "postcombat_main",
}
for text, step in STEPS.items():
    own = variant if text == "precombat main phase" or text == "second main phase" else t
    own("event", f"at the beginning of your {text}", n("StepBegins", step=step))
    own("event", f"at the beginning of each player's {text}", n("StepBegins", step=step, whose="any", player=True))
    own("event", f"at the beginning of each opponent's {text}", n("StepBegins", step=step, whose="opponent"))
    own("event", f"at the beginning of each {text}", n("StepBegins", step=step, whose="any"))
    if "main phase" in text:
        variant("event", f"at the beginning of each of your {text}s", n("StepBegins", step=step))
    t("event", f"at the beginning of the {text}", n("StepBegins", step=step, whose="any", the=True))
    t("event", f"at the beginning of the {text} of enchanted creature's controller", n("Never"))
t("event", "at the beginning of combat on your turn", n("StepBegins", step="beginning_of_combat"))
t("event", "at the beginning of each combat", n("StepBegins", step="beginning_of_combat", whose="any"))
t("event", "at the beginning of enchanted player's upkeep", n("Never"))
t("event", "at end of combat", n("StepBegins", step="end_of_combat", whose="any"))
