"""`retromaze port --with COMMAND`: a writer corrects a port until it is equal to its listing.

The writer is any command of the user's: a script, a language model behind one. No word of a listing's is
part of the command.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.commands.check_report import record_of, verdict
from retromaze.commands.output import ended_by_signals, say, write_file
from retromaze.display.usage import INTERRUPTED

if TYPE_CHECKING:
    from retromaze.commands.operands import NamedListing
    from retromaze.comparison.pairs import Pair
    from retromaze.comparison.trials import Tally

FILES = ("listing.bas", "port.py", "best.py", "verdict.json")
"""The files in the writer's folder; RETROMAZE_LISTING, _PORT, _BEST and _VERDICT are their paths."""

STANDARD_ERROR = 2


def improve(listing: NamedListing, output: Path, command: str, rounds: int) -> int:
    """Lets a command, the writer, correct the port in `output` until it is equal, for up to `rounds` rounds.

    A port that is equal for longer than all earlier ones is written to `output`. Returns the exit status.
    """
    from retromaze.comparison.trials import check_pair

    with ended_by_signals(), tempfile.TemporaryDirectory(prefix="retromaze-") as folder:
        files = [Path(folder) / name for name in FILES]
        source, port, best, verdict_file = files
        environment = {f"RETROMAZE_{path.stem.upper()}": str(path) for path in files}
        source.write_text(listing.source, "utf-8")
        port.write_bytes(output.read_bytes())
        pair = pair_of(listing, port, output)
        furthest = (-1, -1)
        words = reason = ""
        for number in range(rounds + 1):
            try:
                tally = check_pair(pair, say=say)
                result = tally.difference.sentence if tally.difference else verdict(tally)
                if equal_until(tally) > furthest:
                    furthest, words = equal_until(tally), str(tally.difference or result)
                    best.write_bytes(port.read_bytes())
                    if number and write_file(output, best.read_bytes()):
                        return 1
                if not (tally.unequal or tally.lost):
                    print(f"{output}: {result} (rounds: {number})")
                    return 0
                if number == rounds or reason:
                    break
                before = port.read_bytes()
                verdict_file.write_text(json.dumps([record_of(pair, tally, None)], indent=2), "utf-8")
                say(f"round {number + 1}: {result}")
                # by a shell: the user wrote the whole command line
                writer = subprocess.run(
                    command,
                    shell=True,
                    check=False,
                    env=os.environ | environment | {"RETROMAZE_ROUND": str(number + 1)},
                    stdin=subprocess.DEVNULL,
                    stdout=STANDARD_ERROR,
                )
                if writer.returncode:
                    reason = f"the writer has ended with status {writer.returncode}"
                if not port.is_file() or port.read_bytes() == before:
                    reason = reason or "the writer has left the port as it was"
                    break
            except KeyboardInterrupt:
                say(f"stopped: {output} is the best port so far")
                return INTERRUPTED
    if reason:
        say(reason)
    say(f"{output} is the best port so far, and does otherwise than {listing.path}:")
    print(words.replace(str(port), str(output)), file=sys.stderr)
    return 1


def pair_of(listing: NamedListing, port: Path, output: Path) -> Pair:
    """Returns the pair of a listing and a port, which imports modules from the folder of `output`."""
    from dataclasses import replace

    from retromaze.catalogue import CATALOGUE
    from retromaze.comparison.pairs import pair_with
    from retromaze.comparison.program import Listing, Port
    from retromaze.comparison.script import script_of

    program = Listing(listing.source, listing.path, is_file=os.path.isfile(listing.path))
    pair = pair_with(program, Port(port, home=output.absolute().parent))
    shipped = CATALOGUE.get(listing.name)
    return replace(pair, script=script_of(shipped)) if shipped else pair


def equal_until(tally: Tally) -> tuple[int, int]:
    """Returns how far two programs are equal: the first comparison that differs, and the event."""
    if tally.difference:
        return tally.order, tally.difference.event
    return (0, 0) if tally.lost else (sys.maxsize, 0)
