"""The language of the system's settings, read on any system."""

from __future__ import annotations

import ctypes
import plistlib
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from retromaze.display.translation import VARIABLES, language
from retromaze.system.user_language import SETTINGS, mac_languages, system_language, windows_language


@pytest.mark.parametrize(("number", "wanted"), [(0x0411, "ja_JP"), (0x0409, "en_US"), (0xFFFF, "")])
def test_windows_numbers_its_languages(number: int, wanted: str) -> None:
    assert windows_language(number) == wanted


def kept(folder: Path, settings: Any, form: Any = plistlib.FMT_BINARY) -> Path:
    file = folder / SETTINGS
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(plistlib.dumps(settings, fmt=form))
    return file


@pytest.mark.parametrize("form", [plistlib.FMT_BINARY, plistlib.FMT_XML])
def test_macos_keeps_its_languages_in_a_file(form: Any, tmp_path: Path) -> None:
    assert mac_languages(kept(tmp_path, {"AppleLanguages": ["ja-JP", "en-US"]}, form)) == "ja_JP:en_US"


@pytest.mark.parametrize("settings", [{}, [], {"AppleLanguages": "ja"}, {"AppleLanguages": [1]}])
def test_other_settings_name_no_language(settings: Any, tmp_path: Path) -> None:
    assert mac_languages(kept(tmp_path, settings)) == ""


@pytest.mark.parametrize("data", [b"", b"bplist00", b"<plist><", b"\0" * 40, b"bplist00" + b"\xff" * 40])
def test_what_is_no_file_of_settings_names_none(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "some").write_bytes(data)
    assert mac_languages(tmp_path / "some") == ""
    assert mac_languages(tmp_path / "none") == ""


@pytest.fixture
def unset(monkeypatch: pytest.MonkeyPatch) -> Any:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    system_language.cache_clear()
    yield monkeypatch
    system_language.cache_clear()


def test_the_settings_of_macos_decide_where_no_variable_does(unset: Any, tmp_path: Path) -> None:
    kept(tmp_path, {"AppleLanguages": ["ja-JP", "en-US"]})
    unset.setattr(sys, "platform", "darwin")
    unset.setenv("HOME", str(tmp_path))
    assert language() == "ja"
    unset.setenv("LANG", "en_US.UTF-8")
    assert language() == "en"


def test_the_settings_of_windows_decide_where_no_variable_does(unset: Any) -> None:
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: 0x0411)
    unset.setattr(sys, "platform", "win32")
    unset.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    assert language() == "ja"


def test_elsewhere_the_variables_alone_decide(unset: Any) -> None:
    assert language() == "en"
