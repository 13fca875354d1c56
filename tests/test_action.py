"""The action for repositories of ports: its shell lines, and those of its page, run as GitHub runs them."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from tests.amounts import fewer

ROOT = Path(__file__).resolve().parent.parent
ACTION = ROOT / ".github/actions/check"
PAGE = (ROOT / "docs/pairs.md").read_text("utf-8")
LISTING = "X=RND(9):GPSET X,0\n"
EQUAL = "def main(machine):\n    machine.screen.point(machine.rng.below(9), 0)\n"
OTHER = EQUAL.replace(", 0", ", 1")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the lines are those of a POSIX shell")


def action() -> Any:
    """action.yml."""
    return yaml.safe_load((ACTION / "action.yml").read_text("utf-8"))


def steps() -> dict[str, Any]:
    """The steps that run shell lines, by their names."""
    return {step["name"]: step for step in action()["runs"]["steps"] if "run" in step}


def workflow() -> Any:
    """The workflow of the page."""
    found = re.search(r"```yaml\n(name: proof\n.*?)```", PAGE, re.DOTALL)
    assert found
    return yaml.safe_load(found[1])


def shell(lines: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Lines run as GitHub runs a step of bash: it ends at the first that fails."""
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", lines],
        cwd=folder,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


class Job(NamedTuple):
    """The folder of a job, and what its steps may write to beside it."""

    folder: Path
    runner: Path

    def check(self, **inputs: str) -> subprocess.CompletedProcess[str]:
        """Runs the step that checks, with these inputs and the action's own for all others."""
        values = {name: each.get("default", "") for name, each in action()["inputs"].items()} | inputs
        step = steps()["Check the ports"]
        variables = {
            name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: values[found[1]], value)
            for name, value in step["env"].items()
        }
        assert "${{" not in "".join(variables[name] for name in variables if name not in inputs)
        return shell(
            step["run"],
            self.folder,
            **variables,
            RUNNER_TEMP=str(self.runner),
            GITHUB_STEP_SUMMARY=str(self.runner / "summary"),
            GITHUB_OUTPUT=str(self.runner / "output"),
        )

    def told(self, name: str) -> str:
        """What was written for the summary or as output."""
        return (self.runner / name).read_text("utf-8")


@pytest.fixture
def job(tmp_path: Path) -> Job:
    """A job in a clone with one pair in the folder `ports`."""
    made = Job(tmp_path / "work", tmp_path / "runner")
    (made.folder / "ports").mkdir(parents=True)
    made.runner.mkdir()
    (made.folder / "ports/dot.bas").write_text(LISTING)
    (made.folder / "ports/dot.py").write_text(EQUAL)
    return made


@pytest.mark.slow
def test_the_action_installs_the_retromaze_that_it_came_with(tmp_path: Path) -> None:
    done = shell(
        steps()["Install retromaze"]["run"],
        tmp_path,
        GITHUB_ACTION_PATH=str(ACTION),
        PIP_TARGET=str(tmp_path / "site"),
        PIP_NO_DEPS="1",
        PIP_NO_BUILD_ISOLATION="0",  # as pip reads it: built with what is here, and nothing is fetched
        PIP_DISABLE_PIP_VERSION_CHECK="1",
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert (tmp_path / "site/retromaze/programs/backtracker.bas").exists()


def test_equal_ports_have_a_green_badge_and_a_summary(job: Job) -> None:
    done = job.check(folder="ports", seeds="2", options="--lines 100\n--alone")
    assert done.returncode == 0, done.stderr
    assert job.told("output") == "verdict=1 of 1 equal, 2 seeds, 100 % of lines\n"
    expected = """\
**1 of 1 equal, 2 seeds, 100 % of lines**

| pair | seeds | sizes | events | frames | lines run | verdict |
| --- | ---: | ---: | ---: | ---: | ---: | --- |
| dot | 2 | 1 | 4 | 0 | 100 % | equal |
"""
    assert job.told("summary") == expected
    badge = (job.folder / "proof.svg").read_text("utf-8")
    assert "<title>retromaze: 1 of 1 equal, 2 seeds, 100 % of lines</title>" in badge
    assert "#2e7d32" in badge


@pytest.mark.slow
def test_a_difference_fails_the_job_and_the_badge_is_red(job: Job) -> None:
    (job.folder / "ports/other.bas").write_text(LISTING)
    (job.folder / "ports/other.py").write_text(OTHER)
    assert job.check(folder="ports", seeds="2", badge="seen.svg").returncode == 1
    assert job.told("output") == "verdict=1 of 2 equal, 2 seeds, 100 % of lines\n"
    rows, differences = job.told("summary").split("\nDifferences:\n")
    assert rows.endswith("| other | 2 | 1 | 4 | 0 | 100 % | DIFFERENT (2 of 2 runs) |\n")
    expected = """
    other: seed 1, default sizes (2 of 2 runs differ)
    frame 0, event 1: line 1 takes below(9) = 5
    frame 0, event 2: listing line 1 draws point(5, 0), port draws point(5, 1)
    ports/other.bas:1: X=RND(9):GPSET X,0
    ports/other.py:2: machine.screen.point(machine.rng.below(9), 1)
"""
    assert differences == expected
    badge = (job.folder / "seen.svg").read_text("utf-8")
    assert "#c62828" in badge
    assert "#2e7d32" not in badge


@pytest.mark.slow
def test_a_badge_of_before_does_not_outlive_a_check_that_could_not_be_made(job: Job) -> None:
    (job.folder / "proof.svg").write_text("green")
    assert job.check(folder="nowhere").returncode == 2
    assert not (job.folder / "proof.svg").exists()
    assert job.told("output") == "verdict=\n"


HOSTILE = ['"; touch seen; "', "$(touch seen)", "`touch seen`", "; touch seen", "*"]


@pytest.mark.slow
@pytest.mark.parametrize("turn", fewer([0], range(len(HOSTILE))))
def test_what_an_input_holds_is_never_run(turn: int, job: Job) -> None:
    """Each of the four inputs holds another text; after all turns each has held each."""
    folder, seeds, options, badge, _ = HOSTILE[turn:] + HOSTILE[:turn]
    before = set(job.folder.iterdir())
    assert job.check(folder=folder, seeds=seeds, options=options, badge=badge).returncode == 2
    assert set(job.folder.iterdir()) == before


def test_no_line_of_the_shell_has_an_expression_of_github_in_it() -> None:
    lines = [
        step["run"] for step in (*steps().values(), *workflow()["jobs"]["proof"]["steps"]) if "run" in step
    ]
    assert len(lines) == 3
    assert [each for each in lines if "${{" in each] == []


def test_the_workflow_of_the_page_uses_the_action_that_is_here() -> None:
    _, check, _ = workflow()["jobs"]["proof"]["steps"]
    path = re.fullmatch(r"[\w-]+/retromaze/(.*)@v1", check["uses"])
    assert path
    assert (ROOT / path[1] / "action.yml").exists()
    assert set(check["with"]) <= set(action()["inputs"])


def test_the_last_step_of_the_workflow_puts_the_badge_on_its_branch(job: Job) -> None:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(job.folder)]
    origin = job.runner / "origin"
    for words in (
        ["init", "-q", "-b", "main"],
        ["init", "-q", "--bare", str(origin)],
        ["remote", "add", "origin", str(origin)],
        ["add", "."],
        ["commit", "-qm", "Ports"],
    ):
        subprocess.run([*git, *words], check=True)
    lines = workflow()["jobs"]["proof"]["steps"][-1]["run"]
    for text in ("<svg>1</svg>", "<svg>2</svg>"):
        (job.folder / "proof.svg").write_text(text)
        done = shell(lines, job.folder)
        assert done.returncode == 0, done.stderr
        assert answer(origin, "show", "badge:proof.svg") == text
        subprocess.run([*git, "checkout", "-qf", "main"], check=True)
        subprocess.run([*git, "branch", "-qD", "badge"], check=True)
    assert answer(origin, "ls-tree", "-r", "--name-only", "badge") == "proof.svg\n"


def answer(repository: Path, *words: str) -> str:
    """What git answers about a repository."""
    return subprocess.check_output(["git", "-C", str(repository), *words], text=True)


@pytest.mark.slow
def test_a_port_named_like_a_module_of_python_is_a_port(job: Job) -> None:
    (job.folder / "random.bas").write_text(LISTING)
    (job.folder / "random.py").write_text(EQUAL)
    done = job.check(folder=".", seeds="2")
    assert done.returncode == 0, done.stderr
    assert job.told("output") == "verdict=1 of 1 equal, 2 seeds, 100 % of lines\n"
