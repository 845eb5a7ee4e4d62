"""Disagreements with an engine as pages, one for each cause, in the form of a bug report."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .edition import edition, section_titles
from .writing import write_yaml

if TYPE_CHECKING:
    from manaproof.solver.differences.cases import Compared
    from manaproof.solver.differences.causes import Group
    from manaproof.solver.differences.comparing import Difference

_CLASSES: Mapping[str, str] = {
    "engine": "the engine is wrong",
    "ours": "our rules are wrong",
    "contested": "contested: the rules can be read in two ways",
    "not comparable": "not comparable: no fault of either",
    "not reviewed": "not reviewed: nobody has held it against the rules yet, so do not file it",
}


def write_reports(folder: Path, groups: Sequence[Group], engine: str) -> list[Path]:
    """Write a page for each cause, and an index.

    Args:
        folder: where; it is made if there is none.
        groups: the disagreements by their causes.
        engine: the engine's name and version.

    Returns:
        The files written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    index = [f"# {engine}: disagreements by cause", ""]
    index += ["| cause | who is wrong | rules | states |", "| --- | --- | --- | --- |"]
    for number, group in enumerate(groups, 1):
        name = f"{group.key if group.cause is not None else f'not-reviewed-{number}'}.md"
        path = folder / name
        path.write_text("\n".join(page(group, engine)) + "\n", "utf-8")
        written.append(path)
        rules = group.cause.rules if group.cause is not None else group.members[0].cites
        title = group.cause.title if group.cause is not None else group.key
        index.append(f"| [{title}]({name}) | {_CLASSES[group.verdict]} | {', '.join(rules)} | {len(group.members)} |")
    index_path = folder / "README.md"
    index_path.write_text("\n".join(index) + "\n", "utf-8")
    return [index_path, *written]


def page(group: Group, engine: str) -> Iterator[str]:
    """The page of a cause, line by line."""
    smallest = group.members[0]
    cause = group.cause
    yield f"# {cause.title if cause is not None else group.key}"
    yield ""
    yield f"* Engine: {engine}"
    yield f"* Class: {_CLASSES[group.verdict]}"
    rules = cause.rules if cause is not None else smallest.cites
    yield f"* Rules (Comprehensive Rules of {edition()}): {', '.join(map(_with_subject, rules)) or 'not looked up'}"
    yield f"* Seen in {len(group.members)} {'state' if len(group.members) == 1 else 'states'}"
    if cause is not None and cause.found is not None:
        yield f"* Found in a state of `manaproof generate {cause.found}`"
    if cause is not None:
        yield from ("", cause.because.strip())
    yield from ("", "## The smallest state on which it shows", "", *_fenced("yaml", write_yaml(smallest.state)))
    actions = list(_actions(smallest))
    if actions:
        yield from ("", "Then:", "", *(f"{number}. {action}" for number, action in enumerate(actions, 1)))
    yield from _events(smallest)
    yield from ("", "## Expected and actual", "", "| | by the rules | in the engine |", "| --- | --- | --- |")
    for found in smallest.found:
        yield f"| {_subject(found)} | {_value(found.ours)} | {_value(found.theirs)} |"
    yield from _beside(smallest)
    if cause is not None and cause.control is not None:
        control = {key: value for key, value in cause.control.items() if key != "says"}
        yield from ("", "## Control", "", str(cause.control.get("says", "Here the engine agrees with the rules.")), "")
        yield from _fenced("yaml", write_yaml(control))
    yield from _reproduction(smallest)
    others = [one.name for one in group.members[1:]]
    if others:
        yield from ("", "## Other states with this cause", "", *(f"* {name}" for name in others[:50]))
        if len(others) > 50:
            yield f"* and {len(others) - 50} more"


def _events(one: Compared) -> Iterator[str]:
    """What the instants say that make events come about in the engine."""
    from .engines.wording import event_card

    for event in one.plan.get("events", ()):
        card = event_card(event)
        yield from ("", f'In the engine "{card["name"]}" is an instant without cost: "{card["oracle_text"]}"')


def _with_subject(rule: str) -> str:
    titles = section_titles()
    section = rule.partition(".")[0]
    title = titles.get(rule.rstrip("abcdefghijklmnopqrstuvwxyz")) or titles.get(section)
    return f"{rule} ({title.split(':')[0].lower()})" if title else rule


def _fenced(language: str, text: str) -> Iterator[str]:
    yield f"```{language}"
    yield from text.rstrip("\n").splitlines()
    yield "```"


def _actions(one: Compared) -> Iterator[str]:
    """What the script makes happen, without the passes that only let time go by at its end."""
    for action in one.plan.get("actions", ()):
        where = f"(turn {action['turn']}, {action['step'].replace('_', ' ')})"
        match action["do"]:
            case "pass":
                yield f"{action['by']} passes {where}"
            case "attack":
                pairs = ", ".join(f"{id} attacks {whom}" for id, whom in action["attackers"].items())
                yield f"{pairs or 'nobody attacks'} {where}"
            case "block":
                pairs = ", ".join(f"{id} blocks {whom}" for id, whom in action["blocks"].items())
                yield f"{pairs or 'nobody blocks'} {where}"
            case "event":
                what = [f"{key} {action[key]}" for key in ("amount", "kind", "to") if key in action]
                targets = " ".join(map(str, action.get("targets", ())))
                yield f"{action['event'].replace('_', ' ')}: {targets} {' '.join(what)}".strip() + f" {where}"
            case _:
                tail = "".join(f", {a['question']}: {a['answer']}" for a in action.get("answers", ()))
                number = action.get("ability", {}).get("number")
                which = "" if number is None else f", its activated ability {number + 1}"
                yield f"{action['by']}: {action['do'].replace('_', ' ')} {action['of']}{which}{tail} {where}"


def _subject(found: Difference) -> str:
    when = {"start": "as the state is laid out", "end": "at the end", "play": "in the play"}[found.when]
    parts = found.what.split(".")
    if parts[0] == "mana":
        return f"types of mana that {'.'.join(parts[1:])} adds, {when}"
    if parts[0] in ("battlefield", "players") and len(parts) > 2:
        return f"{parts[-1].replace('_', ' ')} of {'.'.join(parts[1:-1])}, {when}"
    return f"{found.what}, {when}"


def _value(value: Any) -> str:
    if isinstance(value, list):
        if all(isinstance(one, str) for one in value):
            return ", ".join(value) or "none"
        return f"`{json.dumps(value)}`"
    if value is None:
        return "none"
    return "none" if value == {} else f"`{json.dumps(value)}`" if isinstance(value, dict) else str(value)


def _beside(one: Compared) -> Iterator[str]:
    if one.told:
        yield from ("", "## By the rules, beat by beat", "", *_fenced("text", "\n".join(one.told)))
    log: Iterable[str] = one.record.get("log", ())
    if log:
        yield from ("", "## What the engine says happened", "", *_fenced("text", "\n".join(log)))


def _reproduction(one: Compared) -> Iterator[str]:
    yield from ("", "## To reproduce", "")
    yield "Cards have their Oracle texts; those of cards that the state defines follow from their definitions."
    script = one.plan.get("script")
    if script:
        yield "Under `given:` of a scenario put the state above, beside it this script, as `state.yaml`, and run"
        yield from ("", *_fenced("yaml", write_yaml(script)), "")
    else:
        yield "Save the state above as `state.yaml` and run"
    yield from ("", *_fenced("sh", "manaproof diff --engine phase --bulk oracle-cards.json state.yaml"))
    sent = one.record.get("sent", ())
    if sent:
        yield from ("", "The actions that the engine was sent, each with the seat that took it:", "")
        yield from _fenced("json", "\n".join(json.dumps(action) for action in sent))


__all__ = ["page", "write_reports"]
