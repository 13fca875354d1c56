"""The folders of a user's files on each system."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from retromaze.folders import cache_folder, data_folder


def found(monkeypatch: pytest.MonkeyPatch, system: str, **variables: str) -> tuple[str, str]:
    """Both folders of a user whose own is /home/ada."""
    monkeypatch.setattr(sys, "platform", system)
    for name in ("LOCALAPPDATA", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/ada", "USERPROFILE": "/home/ada", **variables}.items():
        monkeypatch.setenv(name, value)
    return data_folder().as_posix(), cache_folder().as_posix()


FOLDERS = {
    "linux": ("/home/ada/.local/share/retromaze", "/home/ada/.cache/retromaze"),
    "freebsd14 XDG_DATA_HOME=/data XDG_CACHE_HOME=/cache": ("/data/retromaze", "/cache/retromaze"),
    "linux XDG_DATA_HOME=data XDG_CACHE_HOME=": (
        "/home/ada/.local/share/retromaze",
        "/home/ada/.cache/retromaze",
    ),
    "darwin XDG_DATA_HOME=/data": (
        "/home/ada/Library/Application Support/retromaze",
        "/home/ada/Library/Caches/retromaze",
    ),
    "win32 LOCALAPPDATA=/local": ("/local/retromaze", "/local/retromaze/Cache"),
    "win32": ("/home/ada/AppData/Local/retromaze", "/home/ada/AppData/Local/retromaze/Cache"),
}
"""(data, cache) by the system and the variables that are set."""


def test_each_system_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = {}
    for case in FOLDERS:
        system, *settings = case.split()
        shown[case] = found(monkeypatch, system, **dict(each.split("=") for each in settings))
    assert shown == FOLDERS


def test_a_path_is_one_of_this_computer() -> None:
    assert isinstance(data_folder(), Path)
    assert data_folder().is_absolute()
