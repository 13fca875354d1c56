"""What tests of commands share: a display that nobody sees."""

import importlib

import pytest


@pytest.fixture
def on_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A display, though nobody sees it; a key that is pressed too early closes the window at its end."""
    # Imported before the patch, so that the window itself goes on knowing the dummy driver.
    importlib.import_module("retromaze.display.window")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("retromaze.display.front_end.missing_display", lambda: "")
    monkeypatch.setattr("retromaze.display.window.NO_CLOSE_SECONDS", 0)
