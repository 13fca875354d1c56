"""A pytest plugin that prints how many core-seconds a run and its dearest tests took, processes included."""

import os
from collections.abc import Generator
from typing import Any

import pytest

from tests.amounts import TIER

BUDGET = 150
"""Core-seconds that the fast tier may take before a run warns."""
DEAREST = 10

began = pytest.StashKey[float]()
tests: dict[str, float] = {}
workers: list[float] = []


def spent() -> float:
    """The processor time of this process and of all its ended children, in seconds."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    item.stash[began] = spent()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.when == "teardown":
        report.user_properties.append(("core_seconds", spent() - item.stash[began]))
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "teardown":
        tests[report.nodeid] = float(str(dict(report.user_properties)["core_seconds"]))


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["core_seconds"] = spent()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Notes the core-seconds of a worker of xdist that has ended."""
    workers.append(getattr(node, "workeroutput", {}).get("core_seconds", 0.0))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if len(tests) > DEAREST:
        terminalreporter.section("dearest tests, in core-seconds")
        for name in sorted(tests, key=lambda name: -tests[name])[:DEAREST]:
            terminalreporter.write_line(f"{tests[name]:6.2f} {name}")
    # Workers are children of this process, but only they know of children that they did not wait for.
    total = sum(os.times()[:2]) + sum(workers) if workers else spent()
    terminalreporter.write_line(f"{total:.0f} core-seconds in all")
    if TIER == "fast" and total > BUDGET:
        terminalreporter.write_line(f"WARNING: the fast tier should take {BUDGET} core-seconds at most")
