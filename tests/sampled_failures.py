"""A pytest plugin: a case that CI has drawn by chance fails the run only if it passes at the parent commit.

The run prints the command that repeats its sample.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.amounts import TIER

AT_PARENT = "RETROMAZE_AT_PARENT"
"""Set while the tests of the parent commit run, whose own parent is not asked."""
failed: dict[str, bool] = {}
"""The tests that failed, and whether they are sampled."""


def pytest_report_header() -> str | None:
    sample = os.environ.get("RETROMAZE_SAMPLE", "0")[:8]
    return f"again: RETROMAZE_TESTS=ci RETROMAZE_SAMPLE={sample} pytest" if TIER == "ci" else None


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        failed[report.nodeid] = "sampled" in report.keywords


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if AT_PARENT in os.environ:
        return
    known = failed and all(failed.values()) and session.exitstatus == pytest.ExitCode.TESTS_FAILED
    if not known or TIER != "ci" or hasattr(session.config, "workerinput"):
        return
    old = failing_at_parent(session.config.rootpath, list(failed))
    for name in old:
        print(f"\nsampled, and the parent commit fails too: {name}", file=sys.stderr)
    if len(old) == len(failed):
        session.exitstatus = pytest.ExitCode.OK


def failing_at_parent(root: Path, names: list[str]) -> list[str]:
    """Those of the tests that exist in the parent commit and fail there."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "parent")
        git = ["git", "-C", str(root), "worktree"]
        if subprocess.run(
            [*git, "add", "--detach", str(tree), "HEAD^"], capture_output=True, check=False
        ).returncode:
            return []
        try:
            environment = {**os.environ, "PYTHONPATH": str(tree), AT_PARENT: "1"}
            pytest_of_it = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
            return [
                name
                for name in names
                if subprocess.run(
                    [*pytest_of_it, name], cwd=tree, env=environment, capture_output=True, check=False
                ).returncode
                == pytest.ExitCode.TESTS_FAILED
            ]
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], capture_output=True, check=False)
