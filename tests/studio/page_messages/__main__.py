"""Makes the page's `messages.ts` from the messages of the session.

python -m tests.studio.page_messages
"""

from __future__ import annotations

from pathlib import Path

import retromaze.studio
from tests.studio.page_messages.typescript import typescript

FILE = Path(retromaze.studio.__path__[0], "page", "src", "messages.ts")

if __name__ == "__main__":
    FILE.write_text(typescript(), encoding="utf-8")
