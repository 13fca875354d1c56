"""What all tests share: language, pipe width, cache folder, tiers, and what is left over at the end."""

import argparse
import gc
import multiprocessing
import os
import signal
import sys
from pathlib import Path
from types import SimpleNamespace

import hypothesis
import pytest

from tests import core_seconds, leftovers, sampled_failures
from tests.amounts import REQUIRED, TIER, many
from tests.processes import context_of, forking_context
from tests.studio import browsers

# Bytecode is kept even where the environment forbids it: every worker imports the package, and so does each
# command that a test starts.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ["LANGUAGE"] = "en"
os.environ.pop("COLUMNS", None)
# Not the user's own: a command of theirs may run meanwhile.
os.environ["XDG_CACHE_HOME"] = str(Path(__file__).parents[1] / ".pytest_cache/user")
# A shell that starts something in the background makes it ignore interrupts, and nohup hang-ups.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

from retromaze.commands import output  # noqa: E402 - bytecode of it is kept
from retromaze.values import costs  # noqa: E402
from tests.command_line import CommandLine  # noqa: E402

# A command prints its progress if it takes long, which on a busy machine any test may.
output.FIRST_REPORT = 3600.0
# Files of tests need not survive a power failure, and the disk is slow.
os.fsync = lambda fd: None
multiprocessing.get_context = forking_context  # type: ignore[assignment]
# There are no translations of argparse itself, and it looks for them on the disk at each of its texts.
vars(argparse)["_"] = str

# An action, and what `expect` of Playwright says.
TIMED_OUT = ["TimeoutError", r"with timeout \d+ms"]

# How long an example takes depends on the machine. Only the exhaustive tier looks for examples that are new.
hypothesis.settings.register_profile(
    "tests", deadline=None, derandomize=TIER != "exhaustive", max_examples=many(40, 800)
)
hypothesis.settings.load_profile("tests")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def ran(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """Runs command lines, and tells what they print."""
    return CommandLine(capsys)


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def spawned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are spawned, as for a user, instead of forked."""
    monkeypatch.setattr(multiprocessing, "get_context", context_of)


def pytest_configure(config: pytest.Config) -> None:
    for plugin in (core_seconds, leftovers, sampled_failures, browsers):
        config.pluginmanager.register(plugin)
    if "R" not in config.option.reportchars:
        config.option.reportchars += "R"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skips in the fast tier what is marked for the others. Tests in a browser come last.

    Playwright's event loop runs until the end, and no other loop can run in that thread. What a browser
    does not do in time is tried once more, which the summary names.
    """
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
            if REQUIRED:
                item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=TIMED_OUT))
        for mark in ("slow", "browser"):
            if not REQUIRED and item.get_closest_marker(mark):
                item.add_marker(pytest.mark.skip(reason=f"{mark}: RETROMAZE_TESTS=ci runs it"))
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_collection_finish() -> None:
    """Exempts what was collected from garbage collection: it lasts till the end.

    What the package keeps apart it freezes and thaws at once, and this would thaw with it. What tests leave
    behind is collected seldom: as often as usual it takes a tenth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
    vars(costs)["gc"] = SimpleNamespace(**vars(gc) | {"freeze": int, "unfreeze": int})
