"""The look at the links of written pages."""

from __future__ import annotations

from pathlib import Path

from docs.website.links import dead_links

HERE = """\
<a href="b/there.html">x</a> <a href="b/there.html#place">x</a> <a href="#own">x</a> <p id="own"></p>
<a href="b/">x</a>
<a href="b/there.html#program=sticks&amp;step=3">x</a> <img src="a%20b.png"> <a href="https://example.org/#x">x</a>
<a href="gone.html">x</a> <a href="b/there.html#nowhere">x</a> <a href="#nothing">x</a>
<script src="gone.js"></script>
<a href="b/there.html?v=1">x</a>
"""


def test_what_leads_nowhere_is_told_with_its_page(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "a b.png").touch()
    (tmp_path / "here.html").write_text(HERE)
    for name in ("there.html", "index.html"):
        (tmp_path / "b" / name).write_text('<h1 id="place">There</h1><a href="../here.html">x</a>')
    assert dead_links(tmp_path) == [
        "here.html: gone.html",
        "here.html: b/there.html#nowhere",
        "here.html: #nothing",
        "here.html: gone.js",
    ]
