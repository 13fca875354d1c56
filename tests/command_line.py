"""Runs command lines of retromaze in this process, for tables of what they print."""

import importlib
import shlex
from typing import NamedTuple

import pytest

from retromaze.catalogue_entry import Entry
from retromaze.cli import main


class Told(NamedTuple):
    """How a command line ended, and what it printed."""

    status: int
    out: str
    err: str


class CommandLine:
    """Runs command lines of retromaze: the fixture `ran`."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, command: str | list[str], status: int | None = None) -> Told:
        """Runs one, as a shell reads it or in words; the exit status has to be this one, if one is given."""
        self._capsys.readouterr()
        try:
            ended = main(shlex.split(command) if isinstance(command, str) else command)
        except SystemExit as end:
            ended = int(end.code or 0)
        told = Told(ended, *self._capsys.readouterr())
        assert status in {None, ended}, told
        return told


HOLDERS = (
    *("commands.options", "commands.lesson", "commands.list", "commands.operands"),
    *("comparison.pairs", "study.maze_kinds"),
)
"""Modules that import the catalogue when they are imported."""


def replace_catalogue(entries: dict[str, Entry], monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces the catalogue for the commands that look it up when they run."""
    # A module that is first imported meanwhile would keep these entries for all tests that follow.
    for name in HOLDERS:
        importlib.import_module(f"retromaze.{name}")
    monkeypatch.setattr("retromaze.catalogue.CATALOGUE", entries)
