"""Pages become HTML, and what is wrong in one is told by its place in docs/."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
"""The website wants pip install -e '.[site]'."""

FAULTS = "# One\n\n[a](two.md#gone) [b](three.md)\n\n![c](four.png)\n\n[d](two.md#there) [e](#one)\n"


def test_faults_are_told_with_page_and_line(tmp_path: Path) -> None:
    from docs.website.building import call_sphinx, written

    source, out = tmp_path / "source", tmp_path / "out"
    pages = {"index.md": FAULTS + "\n```{toctree}\ntwo\n```\n", "two.md": "# There\n", "five.md": "# Five\n"}
    written(pages, {}, source)
    assert sorted(call_sphinx(source, out).splitlines()) == [
        "docs/five.md: WARNING: document isn't included in any toctree [toc.not_included]",
        "docs/index.md:3: WARNING: 'myst' cross-reference target not found: 'three.md' [myst.xref_missing]",
        "docs/index.md:3: WARNING: local id not found in doc 'two': 'gone' [myst.xref_missing]",
        "docs/index.md:5: WARNING: image file not readable: four.png [image.not_readable]",
    ]
