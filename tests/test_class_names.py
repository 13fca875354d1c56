"""One concept, one class: no two public classes of the package have the same name."""

import re
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "retromaze"
SHARED = {
    # what a port raises at STOP and the statement itself
    "Break": {"errors", "language.nodes"},
    # the engine's own, and what builtins know of it
    "Computer": {"engine.computer", "builtins.computer_interface"},
}
"""Names that two modules have for one thing, as each sees it."""


def test_no_two_public_classes_have_one_name() -> None:
    homes: dict[str, set[str]] = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        # each port is a program of its own
        if parts[0] != "ports":
            for name in re.findall(r"^class ([A-Za-z]\w*)", path.read_text("utf-8"), re.MULTILINE):
                homes[name].add(".".join(parts))
    assert {name: modules for name, modules in homes.items() if len(modules) > 1} == SHARED
