"""`retromaze study --costs` and `--film`: the listings that make mazes, run on the simulated console."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict

from retromaze.commands.output import print_json, progress_bar, show_rows, write_file
from retromaze.display.translation import _
from retromaze.errors import UsageError
from retromaze.study.costs import costs, makers
from retromaze.study.film import film_of
from retromaze.study.kinds import kinds
from retromaze.system import require


def study_costs(arguments: argparse.Namespace) -> int:
    """Measures the listings named, by default all that make a maze; returns the exit status."""
    names = makers_named("--costs", arguments.names) or makers()
    if arguments.picture:
        require("matplotlib")
    costs_by_name = {}
    with progress_bar("listings") as progress:
        for number, name in enumerate(names, 1):
            costs_by_name[name] = costs(name)
            progress(number, len(names))
    if arguments.json:
        print_json({name: [asdict(cost) for cost in each] for name, each in costs_by_name.items()}, indent=1)
    else:
        per_room = _("a room")
        headings = (_("kind"), _("rooms"), _("statements"), per_room, _("bytes"), per_room, _("calls"))
        rows = [
            (
                name,
                f"{cost.rooms}",
                f"{cost.statements:,}",
                f"{cost.statements / cost.rooms:.1f}",
                f"{cost.array_bytes:,}",
                f"{cost.array_bytes / cost.rooms:.1f}",
                f"{cost.calls}",
            )
            for name, each in costs_by_name.items()
            for cost in each
        ]
        print(
            _("Seed 1, with all drawing: statements run, most bytes of arrays, most calls inside each other")
        )
        show_rows(headings, rows)
    if arguments.picture:
        from retromaze.study.charts import cost_chart, png_of

        return write_file(arguments.picture, png_of(cost_chart(costs_by_name)))
    return 0


def save_film(arguments: argparse.Namespace) -> int:
    """Films the listings named, by default one of each kind of maze; returns the exit status."""
    names = makers_named("--film", arguments.names) or [name for name in kinds() if name in makers()]
    with progress_bar("listings") as progress:
        film = film_of(names, arguments.seed or 1, progress)
    return write_file(arguments.film, film)


def makers_named(option: str, names: Sequence[str]) -> list[str]:
    """Returns the named programs, each once. Raises UsageError for one that does not make just one maze."""
    for name in names:
        if name not in makers():
            raise UsageError(f"{option} is for {', '.join(makers())}; not for {name}")
    return list(dict.fromkeys(names))
