"""Makes what the page and our Python have in common: its `messages.ts`, `grammar.ts` and `texts.ts`.

python -m tests.studio.page_sources
"""

from __future__ import annotations

from pathlib import Path

import retromaze.studio
from tests.studio.page_sources.grammar import grammar
from tests.studio.page_sources.texts import texts
from tests.studio.page_sources.typescript import typescript

FOLDER = Path(retromaze.studio.__path__[0], "page", "src")

if __name__ == "__main__":
    (FOLDER / "messages.ts").write_text(typescript(), encoding="utf-8")
    (FOLDER / "grammar.ts").write_text(grammar(), encoding="utf-8")
    (FOLDER / "texts.ts").write_text(texts(), encoding="utf-8")
