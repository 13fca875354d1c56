"""Runs command lines of retromaze in this process, for tables of what they print."""

from __future__ import annotations

import shlex

import pytest

from retromaze.cli import main


def ran(command: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Runs a command line; returns its exit status, its standard output and its standard error."""
    capsys.readouterr()
    try:
        status = main(shlex.split(command))
    except SystemExit as end:
        status = int(end.code or 0)
    return (status, *capsys.readouterr())
