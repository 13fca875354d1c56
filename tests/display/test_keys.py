"""The tables of keys."""

from retromaze.display.keys import (
    ACTION_KEYS,
    BUTTON_KEYS,
    CONTROL_KEYS,
    HELP_LINES,
    Action,
    lines_beside_prompt,
)
from retromaze.machine.input import Buttons


def test_every_button_of_the_console_has_a_key() -> None:
    assert set(BUTTON_KEYS.values()) == set(Buttons)


def test_every_action_has_a_key() -> None:
    assert set(ACTION_KEYS.values()) | set(CONTROL_KEYS.values()) == set(Action)


def test_no_key_is_both_button_and_action() -> None:
    assert not BUTTON_KEYS.keys() & ACTION_KEYS.keys()


def test_no_action_key_types_a_character() -> None:
    assert all(len(name) > 1 and name != "SPACE" for name in ACTION_KEYS)


def test_help_names_every_action_and_fits_the_screen() -> None:
    shown = "\n".join(HELP_LINES)
    assert [action for action in Action if action.value not in shown] == []
    assert max(map(len, HELP_LINES)) <= 46
    assert len(HELP_LINES) <= 28


def test_help_names_every_function_key() -> None:
    shown = "\n".join(HELP_LINES)
    for key, action in ACTION_KEYS.items():
        if key.startswith("F"):
            assert any(line.startswith(key) and line.endswith(action.value) for line in HELP_LINES), key
    assert "Esc" in shown


def test_beside_the_prompt_the_runs_keys_are_run() -> None:
    changed = [new for old, new in zip(HELP_LINES, lines_beside_prompt(), strict=True) if old != new]
    assert changed == ["F4   Ctrl-N     RUN", "F5   Ctrl-R     RUN"]
