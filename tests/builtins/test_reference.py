"""The reference page is made of the table of builtins and is what lies in docs/."""

import re
from pathlib import Path

import pytest

from retromaze.builtins import load_all
from retromaze.builtins.reference import (
    all_words,
    docstring_help,
    families,
    form_and_sentence,
    markdown,
    parameters_of,
)
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.cli import main

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_page_in_docs_is_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--builtins", "--markdown"]) == 0
    assert (DOCS / "builtins.md").read_text(encoding="utf-8") == capsys.readouterr().out == markdown()


def test_the_list_in_the_terminal_has_every_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--builtins"]) == 0
    shown = capsys.readouterr().out
    assert [name for name in all_words() if f"\n{name} " not in shown] == []


def test_every_word_is_in_one_family() -> None:
    load_all()
    named = [word for words in families().values() for word in words]
    assert sorted(named) == sorted([*BUILTINS, *VARIABLES])


load_all()


def test_every_help_text_begins_with_forms() -> None:
    for name in sorted([*BUILTINS, *VARIABLES]):
        word = all_words()[name]
        for line in docstring_help(word.doc).split("\n\n")[0].split("\n"):
            form, sentence = form_and_sentence(line, name, parameters_of(word))
            assert form.startswith(name) and form.count("[") == form.count("]"), (name, line)
            assert form.count("(") == form.count(")"), (name, line)
            assert re.match(r"[a-z]+s\b", sentence) and line.rstrip().endswith("."), (name, line)


def test_forms_stand_before_rules() -> None:
    assert docstring_help(BUILTINS["MAX"].doc).split("\n")[:3] == [
        "MAX(array) is the array's largest element.",
        "MAX(x,y) is the larger one: an Integer if both are, else a Real.",
        "MAX(x,y,z…) is the largest one, always as a Real.",
    ]


def test_readers_see_no_sources_and_the_machines_own_errors() -> None:
    text = markdown()
    assert "Source:" not in text
    assert "Load failed (errnum 46)" in text and "LoadFailed" not in text
