"""`retromaze study --bias`: which kinds of mazes give all mazes of 3 x 3 rooms equally often."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from retromaze.commands.progress import progress_bar
from retromaze.commands.saying import print_json
from retromaze.commands.tables import show_rows
from retromaze.display.translation import _
from retromaze.errors import UsageError
from retromaze.study.bias import (
    ENOUGH,
    SIDE,
    Bias,
    bias_of,
    chi_squared_limit,
    distance_by_chance,
    has_squares,
)
from retromaze.study.survey import Sample, survey

MAZES = 5760
"""Thirty for each of the 192 trees."""


def study_bias(arguments: argparse.Namespace, kinds: Sequence[str]) -> int:
    """Counts the mazes of each kind; returns the exit status."""
    refuse_others(arguments)
    counted = [kind for kind in kinds if has_squares(kind)]
    if arguments.names and counted != list(kinds):
        raise UsageError("--bias counts rooms of four sides: hexagonal has others")
    mazes = arguments.seeds or MAZES
    if mazes < ENOUGH:
        raise UsageError(
            f"--bias cannot judge {mazes} mazes: it takes {ENOUGH}, five for each of the 192 trees"
        )
    samples = {kind: Sample(kind, SIDE, SIDE, probe="tree") for kind in counted}
    with progress_bar("mazes") as progress:
        results = survey(samples.values(), mazes, progress)
    found = {kind: bias_of(results[sample]) for kind, sample in samples.items()}
    if arguments.json:
        print_json(as_json(found), indent=1)
    else:
        show_bias(found, mazes)
    return 0


def refuse_others(arguments: argparse.Namespace) -> None:
    """Raises UsageError for options that mean nothing here."""
    given = {
        "--size": arguments.size,
        "--set": arguments.numbers,
        "--seed": arguments.seed is not None,
        "--overlay": arguments.overlay,
        "--picture": arguments.picture,
        "--svg": arguments.svg,
        "--csv": arguments.csv,
    }
    for option, value in given.items():
        if value:
            raise UsageError(f"--bias counts many mazes of {SIDE} x {SIDE} rooms: {option} is not for it")


def show_bias(found: Mapping[str, Bias], mazes: int) -> None:
    """A row a kind, and what its figures would be without bias."""
    print(_("{} mazes a kind, 3 x 3 rooms: how equally the 192 trees are made").format(mazes))
    headings = (
        _("kind"),
        _("trees made"),
        _("no trees"),
        _("commonest tree"),
        _("distance"),
        _("chi-squared"),
        _("bias"),
    )
    show_rows(headings, [row(kind, bias) for kind, bias in found.items()])
    words = _(
        "Without bias a distance of {distance:.3f} comes by chance, and a chi-squared above {limit:.0f} once"
        " in 1000 times."
    )
    print()
    print(words.format(distance=distance_by_chance(mazes), limit=chi_squared_limit()))


def row(kind: str, bias: Bias) -> tuple[str, ...]:
    """The figures of a kind in words."""
    return (
        kind,
        str(bias.trees),
        f"{100 * bias.no_trees:.1f} %",
        f"x {bias.commonest:.2f}",
        f"{bias.distance:.3f}",
        f"{bias.chi_squared:.1f}",
        _("no") if bias.is_uniform else _("yes"),
    )


def as_json(found: Mapping[str, Bias]) -> dict[str, dict[str, object]]:
    """The figures of each kind for another program."""
    return {kind: asdict(bias) | {"uniform": bias.is_uniform} for kind, bias in found.items()}
