"""The language that a user has chosen in the settings of Windows or macOS, where no variable names one."""

from __future__ import annotations

import locale
import sys
from functools import cache
from pathlib import Path

SETTINGS = Path("Library", "Preferences", ".GlobalPreferences.plist")
"""Where macOS keeps a user's settings, in the home folder."""


@cache
def system_language() -> str:
    """The languages as locales, the most wanted first, `ja_JP:en_US`; "" where the system tells none."""
    if sys.platform == "win32":
        import ctypes

        return windows_language(ctypes.windll.kernel32.GetUserDefaultUILanguage())
    return mac_languages(Path.home() / SETTINGS) if sys.platform == "darwin" else ""


def windows_language(number: int) -> str:
    """The locale of a language's number on Windows: 0x0411 is `ja_JP`; "" for an unknown one."""
    return locale.windows_locale.get(number, "")


def mac_languages(settings: Path) -> str:
    """The languages in a file of settings of macOS, where `ja-JP` stands for `ja_JP`."""
    import plistlib  # here, because every command asks for the language, and only macOS has such a file
    from xml.parsers.expat import ExpatError

    try:
        with settings.open("rb") as file:
            found = plistlib.load(file)
    except (OSError, plistlib.InvalidFileException, ExpatError, ValueError):
        return ""
    wanted = found.get("AppleLanguages") if isinstance(found, dict) else None
    named = [each for each in wanted if isinstance(each, str)] if isinstance(wanted, list) else []
    return ":".join(each.replace("-", "_") for each in named)
