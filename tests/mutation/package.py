"""How many small changes of the package itself the tests find.

python -m tests.mutation.package 400 --seed 7            a random sample of the changes, by the fast tier
RETROMAZE_TESTS=ci python -m tests.mutation.package 400  the same by the tier of CI, but for tests in browsers
python -m tests.mutation.package 400 --out found.json    writes each change and the test that found it, if any
python -m tests.mutation.package 400 --tree FOLDER       of another checkout of this repository

One run of all tests records the lines that each test executes, which takes Python 3.12 or later. A change is
then tried by the tests that execute its line, in a copy of the tree; a line outside functions by those that
execute any line of its module.
"""

import argparse
import json
import os
import pickle
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from types import CodeType
from typing import NamedTuple

import pytest

from tests.mutation.mutants import Mutant, port_mutants

ROOMS = ("language", "analysis", "compiler", "builtins", "machine", "values", "comparison")
FIRST = 60
"""Tests that try a change before all others: most changes are found by them."""
LIMIT = 300
"""Seconds after which a change counts as found: it has made something endless."""
LINES, CHOSEN = "RETROMAZE_MUTATION_LINES", "RETROMAZE_MUTATION_CHOSEN"

Line = tuple[str, int]


# ---- which tests execute a line: as a plugin of pytest


class LineRecorder:
    """Records the lines of the package that each test executes; those of tests that fail are left out."""

    def __init__(self, folder: Path, root: Path) -> None:
        self._file = folder / f"lines-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}.pickle"
        self._root, self._package = f"{root}/", f"{root}/retromaze/"
        self._lines: set[Line] = set()
        self._failed = False
        self._found: dict[Line, list[str]] = {}
        monitoring = sys.monitoring  # type: ignore[attr-defined]  # from 3.12 on
        self._monitoring = monitoring
        monitoring.use_tool_id(monitoring.COVERAGE_ID, "mutation")
        monitoring.register_callback(monitoring.COVERAGE_ID, monitoring.events.LINE, self._line)
        monitoring.set_events(monitoring.COVERAGE_ID, monitoring.events.LINE)

    def _line(self, code: CodeType, line: int) -> object:
        if code.co_filename and code.co_filename.startswith(self._package):
            self._lines.add((code.co_filename.removeprefix(self._root), line))
        return self._monitoring.DISABLE

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._lines.clear()
        self._failed = False
        self._monitoring.restart_events()
        result = yield
        for line in [] if self._failed else [*self._lines]:
            self._found.setdefault(line, []).append(item.nodeid)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._failed |= report.failed

    def pytest_sessionfinish(self) -> None:
        self._file.write_bytes(pickle.dumps(self._found))


class Chosen:
    """Runs only the tests that are named in a file, in its order."""

    def __init__(self, file: Path) -> None:
        self._order = {name: at for at, name in enumerate(file.read_text("utf-8").split("\n"))}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (each for each in items if each.nodeid in self._order), key=lambda each: self._order[each.nodeid]
        )


def pytest_configure(config: pytest.Config) -> None:
    if folder := os.environ.get(LINES):
        config.pluginmanager.register(LineRecorder(Path(folder), config.rootpath))
    if file := os.environ.get(CHOSEN):
        config.pluginmanager.register(Chosen(Path(file)))


# ---- trying the changes


class Change(NamedTuple):
    """A change of a module, whose path begins at the tree."""

    path: str
    mutant: Mutant


def changes_of(tree: Path) -> list[Change]:
    """All changes of the rooms' modules that a run can show."""
    return [
        Change(path.relative_to(tree).as_posix(), mutant)
        for room in ROOMS
        for path in sorted((tree / "retromaze" / room).rglob("*.py"))
        for mutant in port_mutants(path.read_text("utf-8"))
    ]


def run_tests(
    tree: Path, words: Sequence[str], environment: Mapping[str, str], limit: float | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs pytest in a tree, with this module as a plugin."""
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "tests.mutation.package",
            "-p",
            "no:cacheprovider",
            *words,
        ],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree), **environment},
        capture_output=True,
        text=True,
        timeout=limit,
        check=False,
    )


def record_lines(tree: Path, folder: Path, jobs: int) -> dict[Line, list[str]]:
    """The tests that execute each line of the package, by path and number."""
    ran = run_tests(tree, ["-n", str(jobs)], {LINES: str(folder)})
    if ran.returncode:
        print(ran.stdout[-3000:], file=sys.stderr)
    found: dict[Line, list[str]] = {}
    for file in folder.glob("lines-gw*.pickle"):
        for line, names in pickle.loads(file.read_bytes()).items():
            found.setdefault(line, []).extend(names)
    return found


def finder_of(change: Change, tree: Path, tests: Sequence[str], distrusted: set[str]) -> str:
    """The first of these tests that fails with a change and passes without it; "" if there is none."""
    file = tree / change.path
    before = file.read_text("utf-8")
    for few in (tests[:FIRST], tests[FIRST:]):
        while left := [name for name in few if name not in distrusted]:
            write(file, change.mutant.applied(before))
            found = first_failure(tree, left)
            write(file, before)
            if not found:
                break
            # Some tests fail after certain others.
            if not first_failure(tree, left[: left.index(found) + 1] if found in left else left):
                return found
            distrusted.add(found)
    return ""


def first_failure(tree: Path, tests: Sequence[str]) -> str:
    """The first of these tests that fails; "endless" after LIMIT, "" if all pass."""
    chosen = tree.with_suffix(".chosen")
    chosen.write_text("\n".join(tests), "utf-8")
    files = sorted({name.split("::")[0] for name in tests})
    try:
        ran = run_tests(tree, ["-x", *files], {CHOSEN: str(chosen)}, LIMIT)
    except subprocess.TimeoutExpired:
        return "endless"
    failed = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", ran.stdout, re.MULTILINE)
    return failed[1] if failed else f"exit status {ran.returncode}" if ran.returncode else ""


def write(file: Path, text: str) -> None:
    """Writes a module and deletes its bytecode, which stays valid for a text of the same second and size."""
    file.write_text(text, "utf-8")
    for each in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
        each.unlink()


def mixed(tests: Sequence[str]) -> list[str]:
    """Tests in an order in which those of one file lie far from each other."""
    turns: Counter[str] = Counter()
    order = []
    for name in sorted(set(tests)):
        file = name.split("::")[0]
        order.append((turns[file], name))
        turns[file] += 1
    return [name for _, name in sorted(order)]


def tried(
    changes: Sequence[Change], copies: Sequence[Path], lines: dict[Line, list[str]]
) -> Iterator[tuple[Change, int, str]]:
    """Each change, how many tests execute its line, and what finds it."""
    trees: SimpleQueue[Path] = SimpleQueue()
    for copy in copies:
        trees.put(copy)

    distrusted: set[str] = set()
    modules: dict[str, set[str]] = {}
    for (path, _), names in lines.items():
        modules.setdefault(path, set()).update(names)

    def tries(change: Change) -> tuple[Change, int, str]:
        # Lines outside functions are executed by the import alone.
        tests = mixed(lines.get((change.path, change.mutant.line)) or sorted(modules.get(change.path, ())))
        copy = trees.get()
        try:
            return change, len(tests), finder_of(change, copy, tests, distrusted)
        finally:
            trees.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        yield from pool.map(tries, changes)


def main() -> int:
    """Prints each change that no test finds, and a table by room."""
    parser = argparse.ArgumentParser(
        "python -m tests.mutation.package",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tree", type=Path, default=Path(__file__).parents[2])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    tree = arguments.tree.resolve()
    everything = changes_of(tree)
    changes = random.Random(arguments.seed).sample(everything, min(arguments.count, len(everything)))
    rows, alive = [], Counter[str]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copies = [folder / f"tree-{job}" for job in range(arguments.jobs)]
        for copy in copies:
            shutil.copytree(tree, copy, ignore=shutil.ignore_patterns(".git", ".venv*", "node_modules"))
        # In a copy: a test that fails there for a reason of its own finds no change.
        lines = record_lines(copies[0], folder, arguments.jobs)
        for change, count, finder in tried(changes, copies, lines):
            rows.append([change.path, *change.mutant, count, finder])
            if not finder:
                alive[change.path.split("/")[1]] += 1
                at = f"{change.path}:{change.mutant.line}:{change.mutant.column}"
                print(f"{at}: {change.mutant.before} -> {change.mutant.after} ({count} tests)", flush=True)
    tried_in = Counter(change.path.split("/")[1] for change in changes)
    for room in ROOMS:
        print(f"{room:12}{tried_in[room]:6} tried{alive[room]:6} live")
    print(f"{'all':12}{len(changes):6} tried{alive.total():6} live")
    if arguments.out:
        arguments.out.write_text(json.dumps(rows, indent=0), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
