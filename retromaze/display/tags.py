"""Pictures and text as HTML that needs no other files."""

from __future__ import annotations

import base64
import html


def picture_tag(data: bytes, kind: str, caption: str = "") -> str:
    """A picture (`kind` png or gif) with its pixels kept sharp, and words below it."""
    words = f"<figcaption>{html.escape(caption)}</figcaption>" if caption else ""
    alternative = html.escape(caption or "the simulated screen")
    source = f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"
    image = f'<img src="{source}" alt="{alternative}" style="image-rendering: pixelated; max-width: none">'
    return f'<figure style="display: inline-block; margin: 0 1em 0 0">{image}{words}</figure>'


def text_tag(text: str) -> str:
    """Text in letters of one width; "" for none."""
    style = "font-family: monospace; line-height: 1.15"
    return f'<pre style="{style}">{html.escape(text)}</pre>' if text else ""
