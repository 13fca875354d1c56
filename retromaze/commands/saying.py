"""One word to the user on standard error, apart from what a command prints."""

from __future__ import annotations

import json
import sys
from typing import Any

from retromaze.system.streams import STEERING


def say(message: str) -> None:
    """Prints `retromaze: MESSAGE` on standard error."""
    print(f"retromaze: {message}", file=sys.stderr)


def print_json(value: Any, indent: int = 2) -> None:
    """Prints it as JSON; what would steer a terminal is written as its number, which means the same."""
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    print(STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text))
