"""Measures how a long listing is loaded, phase by phase: `python -m tests.benchmarks.loading`.

The listing is made of all programs of the catalogue and all games of the tests, each with names of its own.
"""

import argparse
from itertools import count
from pathlib import Path
from typing import Any

from retromaze.analysis.programs import analyse_statements
from retromaze.builtins import load_all
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.commands.options import positive_number
from retromaze.compiler.compiling import compile_program
from retromaze.language.block_tree import stores
from retromaze.language.lexer import listing_lexer
from retromaze.language.parser import parse
from retromaze.machine.machine import Machine
from retromaze.recursion import deepest_recursion
from retromaze.runner import run_source
from retromaze.timing import seconds

GAMES = Path(__file__).parents[1] / "games"
TURNS = 9
FRESH = count()
SIGILS = ("%", "#", "$")


def long_listing() -> str:
    """About 2,250 lines, all of which can be reached; the one that runs is the first program."""
    load_all()
    sources = [listing_source(entry) for entry in CATALOGUE.values()]
    sources += [path.read_text("utf-8") for path in sorted(GAMES.glob("*.bas"))]
    parts = [f"@PART{at}\n{with_own_names(each, f'_{at}')}\nEND\n" for at, each in enumerate(sources)]
    labels = ",".join(f"@PART{at}" for at in range(len(parts)))
    return f"ON BUTTON() GOTO {labels}\n" + "".join(parts)


def with_own_names(source: str, ending: str) -> str:
    """The listing with this ending behind all names and labels that are its own; none of it is strict."""
    stored = {store.name for each in parse(source) for store in stores(each)}
    lines = [list(line) for line in source.replace("OPTION STRICT", "").split("\n")]
    for token in listing_lexer().lex("\n".join(map("".join, lines))):
        is_builtin = token in BUILTINS or token in VARIABLES
        own = token.type == "NAME" and (token in stored or not is_builtin)
        if own or token.type == "LABEL":
            at = token.column - 2 + len(token) - token.endswith(SIGILS)
            lines[token.line - 1][at] += ending
    return "\n".join(map("".join, lines))


def phases(source: str) -> dict[str, float]:
    """The seconds that each part of loading takes, and the way from the text to the first frame."""
    found: dict[str, Any] = {}

    def parsing() -> None:
        found["statements"] = parse.__wrapped__(source, 0)

    def analysing() -> None:
        found["program"] = analyse_statements(found["statements"], source, 0)

    def compiling() -> None:
        with deepest_recursion:
            compile_program(found["program"])

    def starting() -> None:
        # after another comment nobody has compiled it yet
        run_source(f"{source}'{next(FRESH)}", Machine(seed=1), frames=1)

    parts = {"parse": parsing, "analyse": analysing, "compile": compiling, "to the first frame": starting}
    return {name: seconds(part) for name, part in parts.items()}


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.loading", description=__doc__)
    parser.add_argument(
        "--turns", type=positive_number, default=TURNS, metavar="N", help="turns (%(default)s)"
    )
    source = long_listing()
    print(f"{source.count(chr(10)):,} lines")
    turns = [phases(source) for _ in range(parser.parse_args().turns)]
    for name in turns[0]:
        print(f"{name:<20}{min(each[name] for each in turns) * 1000:7.0f} ms")


if __name__ == "__main__":
    main()
