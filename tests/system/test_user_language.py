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


def test_windows_numbers_its_languages() -> None:
    assert [windows_language(number) for number in (0x0411, 0x0409, 0xFFFF)] == ["ja_JP", "en_US", ""]


def kept(folder: Path, settings: Any, form: Any = plistlib.FMT_BINARY) -> Path:
    file = folder / SETTINGS
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(plistlib.dumps(settings, fmt=form))
    return file


def test_macos_keeps_its_languages_in_a_file(tmp_path: Path) -> None:
    for form in (plistlib.FMT_BINARY, plistlib.FMT_XML):
        settings = {"AppleLanguages": ["ja-JP", "en-US"]}
        assert mac_languages(kept(tmp_path, settings, form)) == "ja_JP:en_US", form


def test_other_settings_name_no_language(tmp_path: Path) -> None:
    others: list[Any] = [{}, [], {"AppleLanguages": "ja"}, {"AppleLanguages": [1]}]
    assert [each for each in others if mac_languages(kept(tmp_path, each)) != ""] == []


def test_what_is_no_file_of_settings_names_none(tmp_path: Path) -> None:
    assert mac_languages(tmp_path / "none") == ""
    for data in (b"", b"bplist00", b"<plist><", b"\0" * 40, b"bplist00" + b"\xff" * 40):
        (tmp_path / "some").write_bytes(data)
        assert mac_languages(tmp_path / "some") == "", data


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
