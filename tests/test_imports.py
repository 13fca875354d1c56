"""Every import of the package points down in the plan of docs/architecture.md, and none goes in a circle.

Imports inside functions count like all others, and so do those for types alone that leave a room. Inside a
room two modules may import each other's types.
"""

import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "retromaze"
PLAN = (ROOT / "docs" / "architecture.md").read_text("utf-8")
IMPORT = re.compile(
    r"^ *(?:from (retromaze[\w.]*) import (?:\(([^)]*)\)|(.*))|import (retromaze[\w.]*))", re.MULTILINE
)
"""An import of the package: (module, names in parentheses, names in the line, module without names)."""
FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n(?:(?: +.*)?\n)+", re.MULTILINE)
DOT = " · "
# What runs listings runs in a browser too: it imports these and itself.
BARE_ROOMS = (
    *("errors", "recursion", "system", "language", "python", "values"),
    *("machine", "builtins", "compiler", "engine"),
)


def picture() -> list[str]:
    """The floors of the house, the highest first."""
    found = re.search(r"```\n(__main__\n.*?)```", PLAN, re.DOTALL)
    assert found
    return found[1].splitlines()


def ranks() -> dict[str, int]:
    """Each room to its rank: an import goes to a lower one."""
    order: list[str] = []
    for floor in reversed(picture()):
        order += floor.partition("   ")[0].strip().split(DOT)
    return {room: rank for rank, room in enumerate(order)}


def modules() -> dict[str, Path]:
    """All modules by their name inside the package, `__init__` for the package itself."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)
        found[name] = path
    return found


MODULES = modules()


def room_of(module: str) -> str:
    """The room a module lies in."""
    return module.partition(".")[0]


def imports(text: str) -> Iterator[str]:
    """The modules of the package that a file imports, wherever in it."""
    for module, several, alone, plain in IMPORT.findall(text):
        names = re.findall(r"(\w+|\*)(?: as \w+)?", re.sub("#.*", "", several or alone))
        for name in [f"{module}.{each}" for each in names] or [plain]:
            yield module_of(name.removeprefix("retromaze").removeprefix("."))


def module_of(name: str) -> str:
    """The module a dotted name lies in: itself, or the one that it is a name of."""
    while name and name not in MODULES:
        name = name.rpartition(".")[0]
    return name or "__init__"


@cache
def graph() -> dict[str, list[str]]:
    """Each module with those that it imports, but for what it only names as types of its own room."""
    return {module: sorted(set(counted(module, path)) - {module}) for module, path in MODULES.items()}


def counted(module: str, path: Path) -> Iterator[str]:
    text = path.read_text("utf-8")
    yield from imports(FOR_TYPES.sub("", text))
    for block in FOR_TYPES.findall(text):
        yield from (each for each in imports(block) if room_of(each) != room_of(module))


def test_every_room_stands_in_the_picture_and_the_reverse() -> None:
    rooms = {room_of(module) for module in MODULES}
    assert rooms == set(ranks())


def test_imports_point_down() -> None:
    rank = ranks()
    up = [
        (module, other)
        for module, others in graph().items()
        for other in others
        if room_of(other) != room_of(module) and rank[room_of(other)] > rank[room_of(module)]
    ]
    assert up == []


def test_imports_do_not_go_in_circles() -> None:
    order = list(TopologicalSorter(graph()).static_order())
    assert len(order) == len(MODULES)


def test_what_runs_listings_imports_nothing_but_lark_and_the_standard_library() -> None:
    outside = {"PIL", "numpy", "prompt_toolkit", "pygame", "pygments", "rich", "watchfiles", "websockets"}
    found = {
        (module, name)
        for module, path in MODULES.items()
        if module.split(".")[0] in BARE_ROOMS
        for name in outside.intersection(
            re.findall(r"^ *(?:from|import) (\w+)", path.read_text("utf-8"), re.M)
        )
    }
    assert found == set()


def test_no_room_holds_more_than_a_fifth_of_the_package() -> None:
    lines: dict[str, int] = {}
    for module, path in MODULES.items():
        room = module.split(".")[0]
        lines[room] = lines.get(room, 0) + len(path.read_text("utf-8").splitlines())
    assert max(lines.values()) <= sum(lines.values()) / 5
