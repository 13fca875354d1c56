"""What npm packs and tries the extension with: CI fetches it, and the fast tier does without."""

import json
import subprocess
from typing import Any

import pytest

from tests.tools.vscode import SOURCES

needs_packages = pytest.mark.slow
"""Marks a test that needs what `npm ci --ignore-scripts` fetches in retromaze/editors/vscode."""


def told_by(script: str, given: Any) -> Any:
    """What a script of the extension's tests makes of JSON."""
    ran = subprocess.run(
        ["node", str(SOURCES / "test" / script)],
        input=json.dumps(given),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return json.loads(ran.stdout)
