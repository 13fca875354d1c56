"""How many small changes of the package itself the tests find.

python -m tests.mutation.package 400 --seed 7            a random sample of the changes, by the fast tier
RETROMAZE_TESTS=ci python -m tests.mutation.package 400  the same by the tier of CI, but for tests in browsers
python -m tests.mutation.package 400 --out found.json    writes each change and the test that found it, if any
python -m tests.mutation.package 400 --tree FOLDER       of another checkout of this repository

One run of all tests records the lines that each test executes, which takes Python 3.12 or later. A change is then
tried by the tests that execute its line, in a copy of the tree.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from types import CodeType
from typing import NamedTuple

import pytest

from tests.mutation.mutants import Mutant, port_mutants

ROOMS = ("language", "lowering", "compiler", "builtins", "machine", "values", "comparison")
FIRST = 60
"""Tests that try a change before all others: most changes are found by them."""
LIMIT = 300
"""Seconds after which a change counts as found: it has made something endless."""
LINES, CHOSEN = "RETROMAZE_MUTATION_LINES", "RETROMAZE_MUTATION_CHOSEN"

Line = tuple[str, int]


# ---- which tests execute a line: as a plugin of pytest


class LineRecorder:
    """Records the lines of the package that each test executes."""

    def __init__(self, folder: Path, root: Path) -> None:
        self._file = folder / f"lines-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}.pickle"
        self._prefix = f"{root}/"
        self._lines: set[Line] = set()
        self._found: dict[Line, list[str]] = {}
        monitoring = sys.monitoring  # type: ignore[attr-defined]  # from 3.12 on
        self._monitoring = monitoring
        monitoring.use_tool_id(monitoring.COVERAGE_ID, "mutation")
        monitoring.register_callback(monitoring.COVERAGE_ID, monitoring.events.LINE, self._line)
        monitoring.set_events(monitoring.COVERAGE_ID, monitoring.events.LINE)

    def _line(self, code: CodeType, line: int) -> object:
        if code.co_filename and code.co_filename.startswith(self._prefix):
            self._lines.add((code.co_filename.removeprefix(self._prefix), line))
        return self._monitoring.DISABLE

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._lines.clear()
        self._monitoring.restart_events()
        result = yield
        for line in self._lines:
            self._found.setdefault(line, []).append(item.nodeid)
        return result

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
    tree: Path, words: Sequence[str], limit: float | None = None, **environment: str
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
    ran = run_tests(tree, ["-n", str(jobs)], **{LINES: str(folder)})
    if ran.returncode:
        print(ran.stdout[-3000:], file=sys.stderr)
    found: dict[Line, list[str]] = {}
    for file in folder.glob("lines-gw*.pickle"):
        for line, names in pickle.loads(file.read_bytes()).items():
            found.setdefault(line, []).extend(names)
    return found


def finder_of(change: Change, tree: Path, tests: Sequence[str], chosen: Path) -> str:
    """The first of these tests that fails with a change; "" if all pass."""
    file = tree / change.path
    before = file.read_text("utf-8")
    for few in (tests[:FIRST], tests[FIRST:]):
        if not few:
            break
        chosen.write_text("\n".join(few), "utf-8")
        file.write_text(change.mutant.applied(before), "utf-8")
        forget_bytecode(file)
        try:
            ran = run_tests(
                tree, ["-x", *sorted({name.split("::")[0] for name in few})], LIMIT, **{CHOSEN: str(chosen)}
            )
        except subprocess.TimeoutExpired:
            return "endless"
        finally:
            file.write_text(before, "utf-8")
            forget_bytecode(file)
        if ran.returncode:
            failed = [line for line in ran.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
            return failed[0] if failed else f"exit status {ran.returncode}"
    return ""


def forget_bytecode(file: Path) -> None:
    """Python may take the bytecode of a text of the same second and size."""
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
    changes: Sequence[Change], tree: Path, lines: dict[Line, list[str]], folder: Path, jobs: int
) -> Iterator[tuple[Change, int, str]]:
    """Each change, how many tests execute its line, and what finds it."""
    trees: SimpleQueue[Path] = SimpleQueue()
    for job in range(jobs):
        copy = folder / f"tree-{job}"
        shutil.copytree(tree, copy, ignore=shutil.ignore_patterns(".git", ".venv*", "node_modules"))
        trees.put(copy)

    def tries(change: Change) -> tuple[Change, int, str]:
        tests = mixed(lines.get((change.path, change.mutant.line), []))
        copy = trees.get()
        try:
            return change, len(tests), finder_of(change, copy, tests, folder / f"{copy.name}.chosen")
        finally:
            trees.put(copy)

    with ThreadPoolExecutor(jobs) as pool:
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
        lines = record_lines(tree, Path(name), arguments.jobs)
        for change, count, finder in tried(changes, tree, lines, Path(name), arguments.jobs):
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
