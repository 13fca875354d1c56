"""What lies in page/built is what the page's sources build."""

import gzip

import pytest

from retromaze.studio.channel import LONGEST
from tests.studio.page_packages import PAGE, installed, npm
from tests.tools.page_sources import grammar, texts, typescript

LARGEST = 265_000


@pytest.mark.slow
def test_the_bundle_is_what_the_sources_build(tmp_path):
    ran = npm(installed(tmp_path), "run", "build")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    built = {each.name: each.read_bytes() for each in (PAGE / "built").iterdir()}
    again = {each.name: each.read_bytes() for each in (tmp_path / "built").iterdir()}
    assert built.keys() == again.keys()
    assert [name for name in built if built[name] != again[name]] == []


def test_the_page_is_small():
    assert sum(len(gzip.compress(each.read_bytes())) for each in (PAGE / "built").iterdir()) <= LARGEST


def test_the_page_fetches_nothing_from_elsewhere():
    page = (PAGE / "built" / "index.html").read_text(encoding="utf-8")
    assert 'src="studio.js"' in page and 'href="studio.css"' in page
    assert page.count("<script") == 1 and "http:" not in page.replace("http://www.w3.org/2000/svg", "")


def test_page_and_session_take_texts_of_the_same_length():
    source = (PAGE / "src" / "door.ts").read_text(encoding="utf-8")
    assert LONGEST == 8 << 20 and "export const LONGEST = 8 << 20;" in source


def test_the_page_s_messages_are_made_of_ours():
    """`python -m tests.tools.page_sources` makes them."""
    assert (PAGE / "src" / "messages.ts").read_text(encoding="utf-8") == typescript()


def test_the_page_s_texts_are_made_of_ours():
    """`python -m tests.tools.translation` and then `python -m tests.tools.page_sources` makes them."""
    assert (PAGE / "src" / "texts.ts").read_text(encoding="utf-8") == texts()


def test_the_page_cuts_basic_as_our_grammar_does():
    """`python -m tests.tools.page_sources` makes it so."""
    assert (PAGE / "src" / "grammar.ts").read_text(encoding="utf-8") == grammar()
