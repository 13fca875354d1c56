"""Declarations of builtins are loaded before the first question about one."""

import subprocess
import sys


def test_the_words_are_there_for_who_asks_first() -> None:
    asked = (
        "from retromaze.analysis.declared import changes_in_place, waits; "
        "print(changes_in_place('PUSH'), waits('VSYNC'))"
    )
    shown = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert shown.stdout == "True True\n"
