"""Makes the .mo files of the package's translations, and tells what has none yet.

python -m tests.translation

A message that is new or changed in the source is written into retromaze/locale/*/LC_MESSAGES/retromaze.po by
hand: help texts by the paragraph and in one line. tests/translation/test_translation.py finds what is amiss.
"""

from __future__ import annotations

import sys
from pathlib import Path

from retromaze.display.translation import DOMAIN, FOLDER
from tests.translation.catalogues import mo, read_po, translations_of
from tests.translation.messages import messages


def main() -> int:
    """Writes every .mo; 1 if a message has no translation, or a translation no message."""
    status = 0
    for source in sorted(FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        status = max(status, write(source))
    return status


def write(source: Path) -> int:
    """Writes the .mo of a .po file beside it."""
    catalogue = read_po(source)
    source.with_suffix(".mo").write_bytes(mo(catalogue))
    translations = translations_of(catalogue)
    wanted = messages()
    missing = [message for message in wanted if not translations.get(message)]
    stale = [message for message in translations if message and message not in wanted]
    for heading, found in (("not translated", missing), ("no message any more", stale)):
        for message in found:
            print(f"{source}: {heading}: {message!r}")
    return 1 if missing or stale else 0


if __name__ == "__main__":
    sys.exit(main())
