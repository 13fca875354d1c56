"""What lies in page/built is what the page's sources build; the page's colors can be read."""

from __future__ import annotations

import gzip
import re

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
    source = (PAGE / "src" / "limits.ts").read_text(encoding="utf-8")
    assert LONGEST == 8 << 20 and "export const LONGEST = 8 << 20;" in source


def test_what_is_made_of_ours_is_what_is_made_now() -> None:
    """`python -m tests.tools.translation` and then `python -m tests.tools.page_sources` make it."""
    made = {"messages.ts": typescript(), "texts.ts": texts(), "grammar.ts": grammar()}
    assert [name for name in made if (PAGE / "src" / name).read_text("utf-8") != made[name]] == []


# ---- the page's colors differ enough to be read: 4.5 for text, 3 for marks, in light and in dark


TEXTS = ("ink", "soft", "string", "number", "keyword", "comment", "label", "instruction")
GROUNDS = ("paper", "ground", "hover", "run-wash", "run-faint", "lit", "faint", "difference-wash")
LANES = ("draws", "prints", "notes", "random", "waits", "presses")
MARKS = ("run", "edge", "asked", "difference", *(f"block-{each}" for each in range(6)))


def colors() -> dict[str, dict[str, str]]:
    css = (PAGE / "src" / "studio.css").read_text(encoding="utf-8")
    light, dark = (
        dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
        for block in re.findall(r":root \{(.*?)\}", css, re.DOTALL)
    )
    return {"light": light, "dark": light | dark}


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """As WCAG 2 counts it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_and_marks_are_told_from_their_grounds(scheme: str) -> None:
    found = colors()[scheme]
    pairs = [(text, ground, 4.5) for text in TEXTS for ground in GROUNDS]
    pairs += [(f"lane-{lane}", "ground", 4.5) for lane in LANES]
    pairs += [("difference", ground, 4.5) for ground in ("paper", "ground", "difference-wash")]
    pairs += [(mark, ground, 3) for mark in MARKS for ground in ("paper", "ground")]
    faint = {
        (one, other): round(contrast(found[one], found[other]), 2)
        for one, other, least in pairs
        if contrast(found[one], found[other]) < least
    }
    assert faint == {}
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
