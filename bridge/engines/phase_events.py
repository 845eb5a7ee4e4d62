"""What the trigger events of phase's reading say, as features."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .feature_words import tags_text, text_of
from .phase_terms import PLAYERS, Part, counter, description, is_player, spaced, tags

_STEPS = {
    "Upkeep": "upkeep",
    "End": "end",
    "Draw": "draw",
    "BeginCombat": "beginning of combat",
    "PreCombatMain": "precombat main",
    "PostCombatMain": "postcombat main",
    "EndCombat": "end of combat",
    "Untap": "untap",
}

_TURNS = {"OnlyDuringYourTurn": "you", "OnlyDuringOpponentsTurn": "opponent", None: "any"}

_MODES = {
    "Attacks": ("attacks",),
    "Blocks": ("blocks",),
    "AttacksOrBlocks": ("attacks", "blocks"),
    "BecomesBlocked": ("becomes blocked",),
    "EntersOrAttacks": ("enters", "attacks"),
    "TurnFaceUp": ("turned face up",),
    "LeavesBattlefield": ("leaves",),
    "Taps": ("tapped",),
    "Untaps": ("untapped",),
    "Transformed": ("transforms",),
}

_NAMED = {
    "CommitCrime": "commit a crime you",
    "UnlockDoor": "unlocked this",
    "CycledOrDiscarded": "cycle or discard you",
    "AttackerUnblocked": "attacks and isn t blocked",
    "Explored": "explores",
}

_ALONE = ("CommitCrime", "UnlockDoor", "CycledOrDiscarded")

_PLAYER_MODES = {
    "Drawn": "draw",
    "LifeGained": "gains life",
    "LifeLost": "loses life",
    "Discarded": "discard",
    "Sacrificed": "sacrifice",
    "Scry": "scry",
    "Surveil": "surveil",
    "Cycled": "cycle",
}


def events_of(one: Part, constraint: str | None) -> Iterator[str]:
    """The events that a trigger waits for."""
    mode = one["mode"] if isinstance(one["mode"], str) else next(iter(one["mode"]))
    if one.get("saga_chapter"):
        yield f"chapter {one['saga_chapter']}"
        return
    subject = description(one.get("valid_card"))
    batch = " (batch)" if one.get("batched") else ""
    match mode:
        case "ChangesZone" | "ChangesZoneAll":
            if one.get("destination") == "Battlefield":
                said = f"enters {subject}"
            else:
                said = f"to {str(one.get('destination') or 'any').lower()} {subject}"
                said = said.replace("to any", "leaves")
            yield said + (batch if mode == "ChangesZone" else " (batch)")
        case "Phase":
            whose = _TURNS.get(constraint, "any")
            if one.get("valid_target") and whose == "any":
                whose = _whose(one["valid_target"])
            yield text_of(_STEPS.get(one["phase"], spaced(one["phase"])), whose)
        case "SpellCast":
            by = "you" if subject == "this" else _whose(one.get("valid_target"))
            yield text_of(
                "cast", by, tags_text(tags(one.get("valid_card")) - {"you", "opponent"} | {"spell"}), _nth(one)
            )
        case "DamageDone" | "DamageReceived":
            yield _damage(one)
        case "CounterAdded":
            kind = (one.get("counter_filter") or {}).get("counter_type")
            yield text_of("counters put", counter(kind) if kind else "any", subject)
        case "TapsForMana":
            what = tags(one.get("valid_card"))
            tapper: str | None = next((name for name in ("you", "opponent") if name in what), None)
            if one.get("valid_target"):
                tapper = _whose(one["valid_target"])
            yield text_of("tapped for mana", tags_text(what - {"you", "opponent"}), tapper)
        case "BlocksOrBecomesBlocked":
            yield from (f"{said} {subject}" for said in ("blocks", "becomes blocked"))
        case "Cycled" if subject == "this":
            yield "cycled this"
        case "DamageDoneOnceByController":
            yield f"{_damage(one)} (batch)"
        case "LandPlayed":
            yield text_of("play", "computed")
        case _ if mode in _MODES:
            yield from (f"{said} {subject}{batch}" for said in _MODES[mode])
        case "Sacrificed" | "Discarded" if subject == "this":
            yield f"{mode.lower()} this"
        case _ if mode in _PLAYER_MODES:
            found = tags(one.get("valid_card"))
            who = _whose(one.get("valid_target"))
            for name in ("you", "opponent"):
                if name in found and who == "any":
                    who, found = name, found - {name}
            yield text_of(_PLAYER_MODES[mode], who, tags_text(found) if found else None, _nth(one))
        case "YouAttack":
            yield "attack you"
        case "ManaExpend":
            yield f"expend you number {one.get('expend_threshold')}"
        case _ if mode in _NAMED:
            yield _NAMED[mode] if mode in _ALONE else f"{_NAMED[mode]} {subject}"
        case _:
            yield text_of(spaced(mode), None if subject == "any" else subject)


def _nth(one: Part) -> str | None:
    """Which one each turn it is."""
    said = one.get("constraint") or {}
    return f"number {said['n']}" if str(said.get("type")).startswith("Nth") else None


def _whose(target: Any) -> str:
    if not target:
        return "any"
    match target["type"]:
        case "Controller":
            return "you"
        case "Typed":
            return PLAYERS.get(target.get("controller") or "", "any")
        case "Player":
            return "any"
        case _:
            return spaced(target["type"])


def _damage(one: Part) -> str:
    said = {"CombatOnly": "combat damage", "NoncombatOnly": "noncombat damage"}.get(one["damage_kind"], "damage")
    if one["mode"] == "DamageReceived":
        return text_of(said, f"to {description(one.get('valid_card'))}")
    target = one.get("valid_target")
    to = "" if not target else f"to player {_whose(target)}" if is_player(target) else f"to {description(target)}"
    return text_of(said, description(one.get("valid_source")), to)


__all__ = ["events_of"]
