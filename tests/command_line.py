"""Runs command lines of retromaze in this process, for tables of what they print."""

import importlib
import shlex

import pytest

from retromaze.cli import main
from retromaze.entry import Entry


def ran(command: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Runs a command line; returns its exit status, its standard output and its standard error."""
    capsys.readouterr()
    try:
        status = main(shlex.split(command))
    except SystemExit as end:
        status = int(end.code or 0)
    return (status, *capsys.readouterr())


HOLDERS = (
    *("commands.machine_options", "commands.lesson", "commands.list", "commands.operands"),
    *("comparison.pairs", "study.kinds"),
)
"""Modules that import the catalogue when they are imported."""


def replace_catalogue(entries: dict[str, Entry], monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces the catalogue for the commands that look it up when they run."""
    # A module that is first imported meanwhile would keep these entries for all tests that follow.
    for name in HOLDERS:
        importlib.import_module(f"retromaze.{name}")
    monkeypatch.setattr("retromaze.catalogue.CATALOGUE", entries)
