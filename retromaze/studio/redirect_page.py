"""Writes a page that redirects the browser to the studio: other users could read a command line."""

from __future__ import annotations

import html
import json
import os
from pathlib import Path

NAME = "studio.html"
PAGE = """\
<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>retromaze studio</title>
<script>location.replace({target});</script>
<p><a href="{link}">retromaze studio</a></p>
"""


def write_redirect_page(folder: Path, address: str) -> str:
    """Writes the page into `folder`, which only the user can read; returns its file: address."""
    file = folder / NAME
    target = json.dumps(address).replace("<", "\\u003c")
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as page:
        page.write(PAGE.format(target=target, link=html.escape(address)))
    return file.resolve().as_uri()
