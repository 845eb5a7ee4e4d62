"""The atoms of claims: what may be said of one beat, each with its fields and with what it reads of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .surface import STEPS
from .typeline import SUPERTYPES, TYPES


@dataclass(frozen=True)
class Atom:
    """An atomic statement about a beat.

    Attributes:
        fields: each field with its kind; the first may stand alone (``tapped: x``).
        body: the ASP body, fields in braces; ``t`` is the beat.
        says: what it means.
        optional: fields that may be left out, which then mean "any".
    """

    fields: Mapping[str, str]
    body: str
    says: str
    optional: frozenset[str] = frozenset()

    @property
    def bare(self) -> bool:
        """Whether it may be written as a bare word: none of its fields is required."""
        return self.optional >= self.fields.keys()

    @property
    def of_state(self) -> bool:
        """Whether it rests on the state at the beginning of the beat, and not on what is done or happens in it."""
        return not any(f"{name}(" in self.body for name in _OF_THE_BEAT)


_OF_THE_BEAT = (
    "beat",
    "best",
    "can_activate",
    "can_attack",
    "can_block",
    "can_turn_face_up",
    "castable",
    "chosen",
    "could_produce",
    "free_to_act",
    "happens",
    "helps",
    "mana_from",
    "mana_tapping",
    "must_attack",
    "paying",
    "replaced",
    "total_cost",
    "triggers",
    "turned_over",
)
"""The predicates of atoms that rest on who may act, what is done and what happens at the beat."""


def _atom(fields: str, body: str, says: str) -> Atom:
    """``"of:object by:player?"``: a question mark marks a field that may be left out."""
    parts = [part.split(":") for part in fields.split()]
    kinds = {name: kind.rstrip("?") for name, kind in parts}
    return Atom(kinds, body, says, frozenset(name for name, kind in parts if kind.endswith("?")))


ATOMS: Mapping[str, Atom] = {
    # the state
    "tapped": _atom("of:object", "holds(tapped({of}), t)", "the object is tapped"),
    "untapped": _atom(
        "of:object",
        "holds(zone({of}, battlefield), t), not holds(tapped({of}), t)",
        "the object is an untapped permanent",
    ),
    "zone": _atom("of:object is:zone", "holds(zone({of}, {is}), t)", "the object is in the zone"),
    "on_battlefield": _atom("of:object", "holds(zone({of}, battlefield), t)", "the object is on the battlefield"),
    "controls": _atom("by:player of:object", "controls({by}, {of}, t)", "the player controls the object"),
    "counters": _atom(
        "of:object kind:word is:number", "counted({of}, {kind}, {is}, t)", "it has so many counters of the kind"
    ),
    "damage": _atom("of:object is:number", "marked({of}, {is}, t)", "so much damage is marked on it"),
    "summoning_sick": _atom(
        "of:object",
        "summoning_sick({of}, t)",
        "the rulebook has it that its controller has not controlled it since their turn began",
    ),
    "chosen": _atom("of:object kind:word is:word?", "holds(choice({of}, {kind}, {is}), t)", "so was chosen for it"),
    "attached": _atom(
        "of:object to:defender?", "holds(attached({of}, {to}), t)", "it is attached to an object or a player"
    ),
    "life": _atom("of:player is:number", "holds(life({of}, {is}), t)", "the player has so much life"),
    "pool": _atom(
        "of:player type:mana is:number", "in_pool({of}, {type}, {is}, t)", "the player has so much mana of the type"
    ),
    "lost": _atom("of:player", "holds(lost({of}), t)", "the player has lost the game"),
    "won": _atom("of:player", "holds(won({of}), t)", "the player has won the game"),
    "draw": _atom("", "holds(drawn, t)", "the game is a draw"),
    "cant_lose": _atom(
        "of:player", "player_cant({of}, lose_game, t)", "an effect says that the player can't lose the game"
    ),
    "cant_win": _atom(
        "of:player", "player_cant({of}, win_game, t)", "an effect says that the player can't win the game"
    ),
    "may_act": _atom(
        "of:player",
        "free_to_act({of}, t)",
        "the player receives priority now, or as soon as those before them in turn order pass",
    ),
    "announced_x": _atom(
        "of:object is:number",
        "holds(zone({of}, stack), t), holds(x({of}, {is}), t)",
        "the X announced for the spell is so",
    ),
    "x": _atom("of:object is:number", "value_of_x({of}, {is}, t)", "the X of the object, by the rulebook, is so"),
    "turn_of": _atom("of:player", "holds(active({of}), t)", "it is the player's turn"),
    "step": _atom("is:step", "holds(step({is}), t)", "it is that step or main phase"),
    "priority": _atom(
        "of:player",
        "holds(doing(priority({of})), t)",
        "the player is the next to receive priority; state-based actions, triggered abilities and what the steps say "
        "happens may come before",
    ),
    "stack_empty": _atom("", "no_stack(t)", "nothing is on the stack"),
    # characteristics
    "type": _atom("of:object is:card_type", "characteristic({of}, type({is}), t)", "it has the card type"),
    "supertype": _atom("of:object is:supertype", "characteristic({of}, supertype({is}), t)", "it has the supertype"),
    "subtype": _atom("of:object is:word", "characteristic({of}, subtype({is}), t)", "it has the subtype"),
    "color": _atom("of:object is:mana", "characteristic({of}, color({is}), t)", "it has the color"),
    "power": _atom("of:object is:number", "characteristic({of}, power({is}), t)", "its power is so"),
    "toughness": _atom("of:object is:number", "characteristic({of}, toughness({is}), t)", "its toughness is so"),
    "name": _atom("of:object is:text", "characteristic({of}, name({is}), t)", "it has the name"),
    "mana_value": _atom(
        "of:object is:number", "holds(zone({of}, _), t), mana_value({of}, {is}, t)", "its mana value is so"
    ),
    "mana_cost": _atom("of:object", "characteristic({of}, mana_cost(_), t)", "it has a mana cost"),
    "loyalty": _atom("of:object is:number", "loyalty_now({of}, {is}, t)", "so many loyalty counters are on it"),
    "face_up": _atom(
        "of:object is:face?",
        "holds(zone({of}, battlefield), t), face_up({of}, {is}, t), not holds(face_down({of}), t)",
        "it is a permanent with that face up: front or back",
    ),
    "face_down": _atom("of:object", "holds(face_down({of}), t)", "it is face down"),
    "color_identity": _atom(
        "of:object is:mana", "defined({of}, Defined, t), identity(Defined, {is})", "the color is in its color identity"
    ),
    "keyword": _atom("of:object is:word", "has_keyword({of}, {is}, t)", "it has the keyword ability"),
    "has_ability": _atom("of:object ability:ability", "has_ability({of}, {ability}, t)", "it has the ability"),
    # what the rules say of the state
    "can_activate": _atom(
        "of:object ability:ability? by:player?",
        "can_activate({by}, {of}, {ability}, t)",
        "the player could activate the ability with priority, as far as restrictions, costs other than mana and the "
        "targets there are allow it",
    ),
    "can_cast": _atom(
        "of:object by:player?",
        "castable({by}, {of}, t)",
        "the player may act and can begin to cast it, what its costs come to and targets apart",
    ),
    "total_cost": _atom(
        "of:object part:cost_part is:number",
        "total_cost({of}, {part}, {is}, t)",
        "its costs are being paid; its total cost has so much of the part: w, u, b, r, g, c, generic or life",
    ),
    "paying_for": _atom(
        "of:object",
        "total_cost({of}, generic, _, t)",
        "the total cost of the spell is determined and it is not cast yet: mana abilities are activated for it, or its "
        "costs paid",
    ),
    "can_convoke": _atom(
        "of:object for:object",
        "helps({of}, _, {for}, t)",
        "the spell's costs are being paid, and the creature may be tapped rather than paying some of its mana",
    ),
    "can_turn_face_up": _atom(
        "of:object by:player?",
        "can_turn_face_up({by}, {of}, t)",
        "the player can turn it face up, the mana apart",
    ),
    "mana_ability": _atom(
        "of:object ability:ability?",
        "has_ability({of}, {ability}, t), is_mana_ability({ability})",
        "the ability is a mana ability",
    ),
    "could_produce": _atom(
        "of:object type:mana?", "could_produce({of}, {type}, t)", "the permanent could produce the type"
    ),
    "controlled_continuously": _atom(
        "of:object by:player?",
        "controls({by}, {of}, t), kept_since_turn_began({by}, {of}, t)",
        "the player has controlled it without a break since their most recent turn began, as the play itself shows",
    ),
    # combat
    "attacking": _atom("of:object whom:defender?", "holds(attacking({of}, {whom}), t)", "it is an attacking creature"),
    "blocking": _atom("of:object whom:object?", "holds(blocking({of}, {whom}), t)", "it is a blocking creature"),
    "blocked": _atom("of:object", "holds(blocked({of}), t)", "it is a blocked creature"),
    "attacked": _atom(
        "of:object whom:defender?", "holds(attacked({of}, {whom}), t)", "it was declared as an attacker this combat"
    ),
    "declaring_attackers": _atom("", "beat(turn_based(declare_attackers), t)", "attackers are being declared"),
    "declaring_blockers": _atom("", "beat(turn_based(declare_blockers), t)", "blockers are being declared"),
    "can_attack": _atom(
        "of:object whom:defender?",
        "can_attack({of}, {whom}, t)",
        "attackers are being declared, and nothing about it keeps it from attacking",
    ),
    "can_block": _atom(
        "of:object whom:object?",
        "can_block({of}, {whom}, t)",
        "blockers are being declared, and nothing about the two keeps it from blocking the attacker",
    ),
    "must_attack": _atom(
        "of:object",
        "best({of}, Required, t), Required > 0",
        "a requirement would be obeyed by its attacking, at no cost",
    ),
    "must_attack_whom": _atom(
        "of:object whom:defender",
        "must_attack({of}, {whom}, _, t)",
        "a requirement is that it attack this player or permanent",
    ),
    "attacks": _atom("of:object whom:defender?", "happens(attacks({of}, {whom}), t)", "it is declared as an attacker"),
    "blocks": _atom("of:object whom:object?", "happens(blocks({of}, {whom}), t)", "it is declared as a blocker"),
    "deals_damage": _atom(
        "from:object? to:defender? amount:number?",
        "happens(damage(Dealer, {to}, {amount}), t), damage_source(Dealer, {from}, t)",
        "it deals damage",
    ),
    # events of the beat
    "transforms": _atom("of:object", "turned_over({of}, t)", "it transforms or converts"),
    "turned_face_up": _atom("of:object", "happens(turn_face_up({of}), t)", "it is turned face up"),
    "turned_face_down": _atom("of:object", "happens(turn_face_down({of}), t)", "it is turned face down"),
    "convokes": _atom(
        "of:object for:object part:cost_part?",
        "happens(tap({of}), t), chosen(_, instead_of_mana({for}, {of}), {part}, t)",
        "the creature is tapped to convoke the spell, rather than paying mana of the part",
    ),
    "countered": _atom("of:object", "happens(counter({of}), t)", "it is countered"),
    "taps": _atom("of:object", "happens(tap({of}), t)", "it becomes tapped"),
    "untaps": _atom("of:object", "happens(untap({of}), t)", "it becomes untapped"),
    "activates": _atom(
        "of:object ability:ability? by:player?",
        "happens(activate({by}, {of}, {ability}, _), t)",
        "the player activates the ability",
    ),
    "pays_for": _atom(
        "of:object ability:ability? by:player?",
        "paying(_, {of}, {ability}, {by}, t)",
        "the costs of the ability are paid",
    ),
    "casts": _atom("of:object by:player?", "happens(cast({by}, {of}), t)", "the player casts it"),
    "enters": _atom("of:object", "happens(move({of}, battlefield, _), t)", "it enters the battlefield"),
    "leaves": _atom(
        "of:object to:destination?",
        "holds(zone({of}, battlefield), t), happens(move({of}, {to}, _), t)",
        "it leaves the battlefield",
    ),
    "dies": _atom(
        "of:object",
        "holds(zone({of}, battlefield), t), happens(move({of}, graveyard, _), t)",
        "it is put into a graveyard from the battlefield",
    ),
    "adds_mana": _atom(
        "from:object? type:mana? amount:number? by:player? ability:ability?",
        "mana_from({from}, {ability}, {by}, {type}, {amount}, t)",
        "an ability of the object adds mana of the type",
    ),
    "taps_for_mana": _atom(
        "of:object by:player? ability:ability?",
        "mana_tapping({by}, {of}, {ability}, t)",
        "the player taps the permanent for mana, by the rulebook's definition",
    ),
    "triggers": _atom("of:object ability:ability?", "triggers({of}, {ability}, _, t)", "the ability triggers"),
    "replaces": _atom(
        "of:object ability:ability?",
        "replaced(_, effect({of}, {ability}), t)",
        "the replacement effect changes an event",
    ),
    "gains_life": _atom(
        "of:player amount:number?", "happens(life({of}, {amount}, _), t)", "the player's life changes by so much"
    ),
    "turn_begins": _atom("of:player?", "happens(turn_begins({of}), t)", "the player's turn begins"),
    "control_changes": _atom(
        "of:object to:player?", "happens(control({of}, {to}, _), t)", "the player gains control of it"
    ),
}
"""The atoms, by name."""

DOMAINS: Mapping[str, str] = {
    "types": "mana_type({})",
    "colors": "mana_type({0}), {0} != c",
    "players": "player({})",
    "permanents": "holds(zone({}, battlefield), t)",
    "objects": "holds(zone({}, _), t)",
    "abilities": "ability({}, _)",
    "activated_abilities": "ability({}, activated)",
    "numbers": "{} = 0..{greatest}",
}
"""What ``for_each`` and ``exists`` may range over."""

WORDS: Mapping[str, tuple[str, ...]] = {
    "card_type": TYPES,
    "supertype": SUPERTYPES,
    "step": (*STEPS, "first_strike_damage"),
    "face": ("front", "back"),
    "cost_part": ("w", "u", "b", "r", "g", "c", "generic", "life"),
    "destination": ("hand", "graveyard", "library", "library_top", "library_bottom", "exile", "command", "stack"),
}
"""The words that fields of some kinds take: no other could ever be true."""

ZONES_OF_CLAIMS = ("battlefield", "stack", "exile", "command", "hand", "graveyard", "library")
"""The zones that a claim may speak of."""

__all__ = ["ATOMS", "DOMAINS", "WORDS", "ZONES_OF_CLAIMS", "Atom"]
