"""The command line: ``manaproof`` (DESIGN section 8).

Results go to standard output, progress and messages to standard error. Exit codes: 0 everything as expected; 1
something
refuted or failing that was not expected to be; 2 the input or the command is wrong; 3 undecided or unsupported
remained;
130 interrupted.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

import typer

from . import convert_command, diff_command, engine_writers, generate_command, tables
from .errors import InputError, Problem, did_you_mean
from .oracle.commands import cards_app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from manaproof.solver.explain import Explanation

    from .scenario import Scenario

UNEXPECTED, WRONG_INPUT, OPEN, INTERRUPTED = 1, 2, 3, 130

app = typer.Typer(
    name="manaproof",
    help="A verifier for the rules of Magic: The Gathering.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

app.add_typer(cards_app)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON to standard output.")]
Timeout = Annotated[float | None, typer.Option("--timeout", min=0.0, help="Seconds that one ruling may take.")]
Memory = Annotated[float | None, typer.Option("--memory", min=1.0, help="Megabytes that one process may hold.")]


class Engine(StrEnum):
    """Who computes what permanents could produce."""

    asp = "asp"
    z3 = "z3"
    both = "both"


_ENGINES: dict[Engine, Literal["asp", "z3", "both"]] = {Engine.asp: "asp", Engine.z3: "z3", Engine.both: "both"}


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="Print the version and the edition of the rules.")] = False,
) -> None:
    if version:
        from importlib.metadata import PackageNotFoundError
        from importlib.metadata import version as installed

        from .edition import edition

        try:
            number = installed("manaproof")
        except PackageNotFoundError:
            number = "(not installed)"
        _out(f"manaproof {number}, Comprehensive Rules of {edition()}")
        raise typer.Exit


@app.command()
def prove(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Scenario files and folders; none: the bundled rulings.")
    ] = None,
    as_json: AsJson = False,
    timeout: Timeout = None,
    memory: Memory = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes that work at once.")] = 2,
    again: Annotated[
        bool, typer.Option("--again", help="Prove everything anew, also what is known and has not changed.")
    ] = False,
) -> None:
    """Prove rulings: does each follow from the rules, in every state and under every choice within its scope?"""
    from manaproof.solver.rulings import prove_all

    from .scenario import load_scenarios

    scenarios = load_scenarios(paths or ())
    rows = []
    interrupted = False
    results = prove_all(scenarios, jobs=jobs, seconds=timeout, megabytes=memory, cached=not again)
    try:
        for row in _progress(results, len(scenarios), "proving"):
            rows.append(row)
    except KeyboardInterrupt:
        interrupted = True
    order = {scenario.ruling: index for index, scenario in enumerate(scenarios)}
    rows.sort(key=lambda row: order[row.data["ruling"]])
    data = [row.data for row in rows]
    if as_json:
        from .edition import edition

        _out(_json({"edition": edition(), "results": data, "summary": _summary(data)}))
    else:
        tables.print_results(rows)
    if interrupted:
        _err(f"interrupted: {len(rows)} of {len(scenarios)} rulings were done")
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(_exit_code([(row.data["verdict"], row.expected) for row in rows]))


@app.command()
def conflicts(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Scenario files and folders; none: the bundled rulings.")
    ] = None,
    rulings: Annotated[
        bool, typer.Option("--rulings", help="Every pair of rulings, with the rulebook and without it.")
    ] = False,
    cards: Annotated[
        list[str] | None,
        typer.Option("--cards", help="Cards, with commas between them: what do they do to each other?"),
    ] = None,
    scenario: Annotated[list[Path] | None, typer.Option("--scenario", help="A scenario file: the same of it.")] = None,
    kind: Annotated[list[str] | None, typer.Option("--kind", help="Only conflicts of this kind.")] = None,
    pool: Annotated[
        Path | None, typer.Option("--pool", help="A Scryfall bulk file: cards that the library lacks come from there.")
    ] = None,
    as_json: AsJson = False,
    timeout: Annotated[
        float | None, typer.Option("--timeout", min=0.0, help="Seconds that a ruling, a pair, a question may take.")
    ] = None,
    memory: Memory = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes that work at once.")] = 2,
    again: Annotated[
        bool, typer.Option("--again", help="Look at everything anew, also at what is known and has not changed.")
    ] = False,
) -> None:
    """Find what contradicts: rulings that cannot both hold; cards that forbid, loop, or hang on an order."""
    if cards or scenario:
        from .conflict_command import conflict_command

        raise typer.Exit(conflict_command(cards or (), scenario or (), kind or (), as_json, timeout, memory, pool))
    from manaproof.solver.contradictions import Report, contradictions

    from .scenario import load_scenarios

    if not rulings:
        _wrong("nothing is said to look at", "write manaproof conflicts --rulings, --cards or --scenario", "conflicts")
    scenarios = load_scenarios(paths or ())
    report = Report()
    interrupted = False
    found = contradictions(
        scenarios, report, jobs=jobs, seconds=timeout, megabytes=memory, cached=not again, on_stage=_stage()
    )
    try:
        for _ in found:
            pass
    except KeyboardInterrupt:
        interrupted = True
    if as_json:
        _out(_json(report.to_data()))
    else:
        _out("\n".join(report.lines()))
    if interrupted:
        _err(f"interrupted: {len(report.verdicts)} pairs were looked at closely")
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(UNEXPECTED if report.unexpected else OPEN if report.undecided else 0)


@app.command()
def explain(
    ruling: Annotated[str, typer.Argument(help="A bundled ruling, as S02, or a scenario file.")],
    as_json: AsJson = False,
    timeout: Timeout = None,
) -> None:
    """Tell a ruling's witness or counterexample play by play, and the minimal set of rules that it rests on."""
    from manaproof.solver.explain import explain as explained
    from manaproof.solver.session import Limits

    results: list[Explanation] = []
    for one in _rulings(ruling):
        result = explained(one, limits=Limits(timeout))
        if not as_json:
            _out("\n".join(["", *result.lines()] if results else result.lines()))
        results.append(result)
    if as_json:
        documents = [result.to_data() for result in results]
        _out(_json(documents[0] if len(documents) == 1 else documents))
    raise typer.Exit(_exit_code([(one.result.verdict, one.result.expected) for one in results]))


@app.command()
def simulate(
    scenario: Annotated[Path, typer.Argument(help="A scenario file.")],
    as_json: AsJson = False,
    timeout: Timeout = None,
) -> None:
    """Play a scenario once: its script fixes the choices; those it leaves open are listed."""
    from manaproof.solver.reporting import simulation_data
    from manaproof.solver.session import Limits, OutOfTimeError
    from manaproof.solver.simulate import simulate as play_once
    from manaproof.solver.telling import board, tell
    from manaproof.solver.wording import choice_words, sentence

    failed = incomplete = False
    documents = []
    for one in _scenarios([scenario]):
        try:
            result = play_once(one, limits=Limits(timeout))
        except OutOfTimeError:
            _err("the time limit was reached")
            raise typer.Exit(OPEN) from None
        failed = failed or bool(result.broken) or result.refusal is not None
        incomplete = incomplete or not result.complete
        documents.append(simulation_data(result, one.ruling))
        if not as_json:
            lines = [one.ruling] if result.play is None else [one.ruling, *board(result.play.state), *tell(result.play)]
            lines += [f"left open: {sentence(choice_words(choice))}" for choice in result.open]
            lines += [f"fails: {says}" for says in result.broken]
            if result.refusal is not None:
                lines.append(f"refused: {result.refusal}")
            elif not result.complete:
                lines.append(f"the script does not end within {result.compiled.beats} beats")
            lines += [] if result.play is None else ["In the end:", *board(result.play.final)]
            _out("\n".join(lines))
    if as_json:
        _out(_json(documents[0] if len(documents) == 1 else documents))
    raise typer.Exit(UNEXPECTED if failed else OPEN if incomplete else 0)


@app.command("could-produce")
def could_produce(
    state: Annotated[Path, typer.Argument(help="A state file.")],
    permanents: Annotated[list[str] | None, typer.Argument(metavar="ID", help="Permanents; none: all.")] = None,
    engine: Annotated[Engine, typer.Option("--engine", help="Who computes it; both must agree.")] = Engine.asp,
    reading: Annotated[str, typer.Option("--reading", help="A reading of rule 106.7, by name.")] = "literal",
    as_json: AsJson = False,
) -> None:
    """Say what types of mana permanents could produce, and why (CR 106.7)."""
    from manaproof.solver.could_produce import DisagreementError
    from manaproof.solver.could_produce import could_produce as produced
    from manaproof.solver.readings import reading as known

    from .state import State

    board = State.load(state).require_legal()
    for wanted in permanents or ():
        if all(one.id != wanted for one in board.battlefield):
            _wrong(
                f"no permanent is called {wanted!r}",
                did_you_mean(wanted, [one.id for one in board.battlefield], "name the id of a permanent"),
                str(state),
            )
    try:
        name = known(reading)
    except ValueError as error:
        _wrong(str(error), "name one of these readings", "--reading")
    try:
        answer = produced(board, engine=_ENGINES[engine], reading=name)
    except DisagreementError as error:
        _err(str(error))
        raise typer.Exit(UNEXPECTED) from None
    if permanents:
        answer = answer.only(permanents)
    if as_json:
        _out(_json(answer.to_json()))
    else:
        tables.print_produced(answer)
    for sentence in answer.unsupported:
        _err(f"unsupported: {sentence}")
    raise typer.Exit(OPEN if answer.unsupported else 0)


@app.command()
def theorems(
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME", help="Theorems; none: all.")] = None,
    as_json: AsJson = False,
    timeout: Annotated[float, typer.Option("--timeout", min=0.0, help="Seconds that one theorem may take.")] = 60.0,
) -> None:
    """Prove the theorems: what could be produced on all boards of a palette, and arithmetic over all integers."""
    from manaproof.solver.theorems import every_theorem

    known = {theorem.name: theorem for theorem in every_theorem()}
    for name in names or ():
        if name not in known:
            cure = did_you_mean(name, known, "the theorems are " + ", ".join(known))
            _wrong(f"there is no theorem {name!r}", cure, "theorems")
    chosen = [known[name] for name in dict.fromkeys(names or known)]
    decided = list(_progress(((theorem, theorem.check(timeout)) for theorem in chosen), len(chosen), "proving"))
    if as_json:
        from .edition import edition

        data = [
            {"theorem": one.name, "says": one.says, "cites": one.cites, "expected": one.expected, **verdict.to_json()}
            for one, verdict in decided
        ]
        _out(_json({"edition": edition(), "theorems": data, "summary": _summary(data)}))
    else:
        tables.print_theorems(decided)
    raise typer.Exit(_exit_code([(verdict.word, verdict.word == one.expected) for one, verdict in decided]))


@app.command()
def audit(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(help="Scenario files and folders; none: the bundled rulings and worked examples."),
    ] = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rule", help="Only mutants of the law that cites this rule, or one beneath it; may be repeated."
        ),
    ] = None,
    sample: Annotated[int | None, typer.Option("--sample", min=1, help="Try so many mutants, drawn at random.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Which random sample.")] = 0,
    as_json: AsJson = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes that work at once.")] = 2,
    timeout: Annotated[float, typer.Option("--timeout", min=1.0, help="Seconds that any batch may take.")] = 3.0,
) -> None:
    """Change the rulebook rule by rule, and see which proofs notice: could every proof have failed?"""
    from manaproof.solver.audit import audit as audited

    from .scenario import bundled_scenarios, load_scenarios

    scenarios = load_scenarios(paths) if paths else (*load_scenarios(), *bundled_scenarios("examples"))
    console = tables.console(sys.stderr)
    with console.status("auditing", spinner="line") as status:
        try:
            found = audited(
                scenarios,
                rules=rules or (),
                sample=sample,
                seed=seed,
                jobs=jobs,
                seconds=timeout,
                on_progress=lambda p: status.update(f"{p.what}: {p.done} of {p.total} mutants, {p.killed} killed"),
            )
        except ValueError as error:
            _wrong(str(error), "cite a rule that the book states", "--rule")
    if as_json:
        _out(_json(found.to_data()))
    else:
        tables.print_audit(found)
    if found.interrupted:
        _err("interrupted: what was found so far is kept")
        raise typer.Exit(INTERRUPTED)
    if found.idle and sample is None and not rules:  # of some mutants alone a ruling may well notice none
        raise typer.Exit(UNEXPECTED)
    raise typer.Exit(OPEN if found.undecided else 0)


@app.command()
def check(state: Annotated[Path, typer.Argument(help="A state file.")], as_json: AsJson = False) -> None:
    """Say every reason why no game can be in a state."""
    from .state import State

    found = State.load(state).problems()
    if as_json:
        problems = [
            {"what": f.problem.what, "cure": f.problem.cure, "file": f.problem.source, "line": f.problem.line}
            for f in found
        ]
        _out(_json({"legal": not found, "problems": problems}))
    elif not found:
        _out("a game can be in this state")
    else:
        _out("\n".join(str(f.problem) for f in found))
    raise typer.Exit(WRONG_INPUT if found else 0)


@app.command()
def schema(name: Annotated[str, typer.Argument(help="state, cards or scenario.")]) -> None:
    """Print the JSON Schema of a kind of file."""
    from .schema import PUBLISHED, text

    known = {key.removesuffix(".json"): make for key, make in PUBLISHED.items()}
    if name not in known:
        _wrong(
            f"there is no schema {name!r}", did_you_mean(name, known, "the schemas are " + ", ".join(known)), "schema"
        )
    _out(text(known[name]()).rstrip("\n"))


diff_command.register(app)
convert_command.register(app)
generate_command.register(app)
engine_writers.register()


GARBAGE = (20_000, 20, 20)
"""When to look for garbage: atoms and rules are made by the hundred thousand, and hardly any of them are."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and end the process with its exit code.

    Args:
        arguments: the arguments; those of the process by default.
    """
    gc.set_threshold(*GARBAGE)
    try:
        code = app(args=None if arguments is None else list(arguments), standalone_mode=False)
    except InputError as error:
        _err(str(error))
        code = WRONG_INPUT
    except KeyboardInterrupt:
        _err("interrupted")
        code = INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        code = 0
    except Exception as error:
        code = _click_error(error)
    sys.exit(code if isinstance(code, int) else 0)


def _click_error(error: Exception) -> int:
    """Show a wrong command as Typer does; anything else is a defect and goes on up."""
    show = getattr(error, "show", None)  # a ClickException; newer versions of Typer bring a click of their own
    if callable(show):
        show()
        return WRONG_INPUT
    if isinstance(error, typer.Abort):
        _err("interrupted")
        return INTERRUPTED
    raise error


def _rulings(name: str) -> tuple[Scenario, ...]:
    """A bundled ruling by its name, or those of a file."""
    if Path(name).suffix in (".yaml", ".yml", ".json") or Path(name).exists():
        return _scenarios([Path(name)])
    scenarios = {scenario.ruling: scenario for scenario in _scenarios(())}
    if name not in scenarios:
        _wrong(
            f"no bundled ruling is called {name!r}",
            did_you_mean(name, scenarios, "the rulings are " + ", ".join(scenarios)),
            "explain",
        )
    return (scenarios[name],)


def _scenarios(paths: Sequence[Path]) -> tuple[Scenario, ...]:
    from .scenario import load_scenarios

    return load_scenarios(paths)


def _wrong(what: str, cure: str, source: str) -> NoReturn:
    raise InputError(Problem(what, cure, source))


def _exit_code(verdicts: Sequence[tuple[str, bool]]) -> int:
    """The exit code of verdicts, each with whether it was expected."""
    missed = {verdict for verdict, expected in verdicts if not expected}
    if missed - {"undecided", "unsupported"}:
        return UNEXPECTED
    return OPEN if missed else 0


def _summary(results: Sequence[dict[str, Any]]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for result in results:
        counts[result["verdict"]] = counts.get(result["verdict"], 0) + 1
    return counts


def _stage() -> Callable[[str, int, int], None]:
    """Shows how far work in several stages is, on standard error where that is a terminal."""
    shown = sys.stderr.isatty()

    def tell(what: str, done: int, total: int) -> None:
        if shown:
            sys.stderr.write(f"\r{what}: {done} of {total}\x1b[K" + ("\n" if done == total else ""))
            sys.stderr.flush()

    return tell


def _progress(results: Iterator[Any], total: int, what: str) -> Iterator[Any]:
    """Hand results on, with progress on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        yield from results
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=tables.console(sys.stderr), transient=True) as progress:
        task = progress.add_task(what, total=total)
        for result in results:
            progress.advance(task)
            yield result


def _json(data: Any) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False)


def _out(text: str) -> None:
    sys.stdout.write(text + "\n")


def _err(text: str) -> None:
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    main()
