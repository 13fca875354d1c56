"""What all tests share: the words of the source and the width of a pipe, wherever they are run."""

import gc
import multiprocessing
import os
import signal

import pytest

from retromaze.commands import progress
from tests.processes import context_of, forking_context

os.environ["LANGUAGE"] = "en"
os.environ.pop("COLUMNS", None)
# A shell that starts something in the background has it pass interrupts over, and all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
# On a busy machine a command that tells how far it is would tell that in any test.
progress.FIRST = 3600.0
# What tests write need not outlive a power failure, and the disk is slow.
os.fsync = lambda fd: None
multiprocessing.get_context = forking_context  # type: ignore[assignment]


@pytest.fixture
def spawned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are started anew, as for a user."""
    monkeypatch.setattr(multiprocessing, "get_context", context_of)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--in-browser` opens the studio's pages, which takes as long again as all else."""
    parser.addoption("--in-browser", action="store_true", help="test the studio's pages in browsers")


def pytest_collection_finish() -> None:
    """What was collected lasts till the end: it is not looked through for garbage again and again."""
    gc.collect()
    gc.freeze()
