"""Holds retromaze against tiny programs of which it is known what SmileBASIC 3.6.0 shows for them.

git clone https://github.com/ansxor/sb-interpreter
python -m tests.conformance sb-interpreter                       all cases, by category and confidence
python -m tests.conformance sb-interpreter --category Sprites    those of one category
python -m tests.conformance cases.jsonl --json                   a file alone; the result for programs

exit status: 0 all cases that were tried hold, 1 some do not, 2 wrong usage, or no case could be tried
"""

import argparse
import json
import os
import sys
from pathlib import Path

from retromaze.commands import options as arguments
from tests.conformance.cases import ENDINGS, files_below
from tests.conformance.clone import commit_of
from tests.conformance.score import Score, record_of, show
from tests.conformance.trials import read_all, try_all


def main(words: list[str] | None = None) -> int:
    """Scores a folder; returns the exit status."""
    parser = parser_of_words()
    options = parser.parse_args(words)
    folder: Path = options.folder
    if not folder.exists():
        parser.error(f"there is no folder {str(folder)!r}")
    files = files_below(folder) if folder.is_dir() else [folder]
    named = [(path, path.relative_to(folder).as_posix() if folder.is_dir() else path.name) for path in files]
    cases = read_all(named, options.jobs, options.seconds) if named else []
    if not cases:
        parser.error(f"there are no cases in {str(folder)!r}: no file {', '.join(ENDINGS)} holds one")
    categories = sorted({case.category for case in cases})
    if options.category not in (None, *categories):
        parser.error(f"--category: no case is of {options.category!r}; there are {', '.join(categories)}")
    chosen = [case for case in cases if options.category in (None, case.category)]
    verdicts = try_all([case for case in chosen if not case.reason], options.jobs, options.seconds)
    score = Score(folder, commit_of(folder), len(files), verdicts, [case for case in chosen if case.reason])
    if options.json:
        print(json.dumps(record_of(score), indent=2, ensure_ascii=False))
    else:
        show(score, options.failures)
    return 1 if score.failures else 0 if verdicts else 2


def parser_of_words() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m tests.conformance",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a clone, or a folder or file with cases")
    parser.add_argument("--category", metavar="NAME", help="only the cases of this one")
    parser.add_argument(
        "--failures", type=arguments.whole_number, default=20, metavar="N", help="failures to print (20)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument(
        "--jobs",
        type=arguments.positive_number,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes to use",
    )
    parser.add_argument(
        "--seconds",
        type=arguments.seconds,
        default=10.0,
        metavar="N",
        help="time for one case, or for reading one file (10)",
    )
    return parser


if __name__ == "__main__":
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        # the reader, `head` for instance, ended first; Python would try to write the rest at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status)
