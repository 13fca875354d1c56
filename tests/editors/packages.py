"""What npm packs and tries the extension with: without it tests are skipped, and in CI it is required."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from tests.amounts import REQUIRED
from tests.editors.extension.manifest import SOURCES

needs_packages = pytest.mark.skipif(
    not REQUIRED and not (SOURCES / "node_modules").is_dir(),
    reason="npm ci --ignore-scripts in retromaze/editors/vscode fetches what the extension is tried with",
)


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
