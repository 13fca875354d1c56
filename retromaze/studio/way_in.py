"""A file that leads the browser to the address; a command line could be read by other users."""

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


def way_in(folder: Path, address: str) -> str:
    """What to give a browser in place of the address; `folder` is the user's alone, and so is the file."""
    file = folder / NAME
    target = json.dumps(address).replace("<", "\\u003c")
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as page:
        page.write(PAGE.format(target=target, link=html.escape(address)))
    return file.resolve().as_uri()
