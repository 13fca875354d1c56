"""Packs the extension for VS Code.

python -m tests.editors.extension OUT.vsix

`npm ci --ignore-scripts` in retromaze/editors/vscode fetches what it is built and packed with.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.editors.extension.packing import pack

if __name__ == "__main__":
    match sys.argv[1:]:
        case [target]:
            with TemporaryDirectory() as folder:
                pack(Path(folder), Path(target))
        case _:
            sys.exit("usage: python -m tests.editors.extension OUT.vsix")
