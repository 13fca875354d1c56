"""Ports loaded from a changed text, with their loops counted, so that one without an end is stopped."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

import retromaze

PORTS = "retromaze.ports"
TURN = "_turn_"


class Endless(BaseException):
    """A port's loops have gone round too often."""


class Turns:
    """Counts how often any loop of a port goes round; raises Endless beyond the limit."""

    def __init__(self, limit: float = float("inf")) -> None:
        self.count = 0
        self.limit = limit

    def __call__(self) -> None:
        self.count += 1
        if self.count > self.limit:
            raise Endless


class Counting(ast.NodeTransformer):
    """Writes a call before the body of every loop."""

    def visit_While(self, node: ast.While) -> ast.While:
        self.generic_visit(node)
        call = ast.Expr(ast.Call(ast.Name(TURN, ast.Load()), [], []))
        node.body.insert(0, ast.fix_missing_locations(ast.copy_location(call, node)))
        return node


@lru_cache(maxsize=64)
def counted(source: str, path: str) -> CodeType:
    """The code of a text with its loops counted."""
    return compile(Counting().visit(ast.parse(source)), path, "exec")


class Loader(SourceFileLoader):
    """Loads one module of the ports, from another text if there is one."""

    def __init__(self, name: str, path: str, changed: dict[str, str], turns: Turns) -> None:
        super().__init__(name, path)
        self.changed = changed
        self.turns = turns

    def exec_module(self, module: ModuleType) -> None:
        text = self.changed.get(self.path)
        vars(module)[TURN] = self.turns
        exec(counted(read(self.path) if text is None else text, self.path), vars(module))


@lru_cache(maxsize=64)
def read(path: str) -> str:
    """The text of a file."""
    with open(path, encoding="utf-8") as file:
        return file.read()


class Finder(MetaPathFinder):
    """Finds the modules of the ports where they are, for `Loader`."""

    def __init__(self, changed: dict[str, str], turns: Turns) -> None:
        self.changed = changed
        self.turns = turns

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path) if name.startswith(PORTS) else None
        if spec is not None and spec.origin is not None:
            spec.loader = Loader(name, spec.origin, self.changed, self.turns)
        return spec


@contextmanager
def ports(changed: dict[str, str], turns: Turns) -> Iterator[None]:
    """Inside, the ports are loaded anew: with the changed texts, by path, and with their loops counted."""
    before = {name: sys.modules.pop(name) for name in list(sys.modules) if is_port(name)}
    finder = Finder(changed, turns)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if is_port(name)]:
            del sys.modules[name]
        sys.modules.update(before)
        if PORTS in before:
            # an import writes it into the package above, too
            vars(retromaze)["ports"] = before[PORTS]


def is_port(name: str) -> bool:
    return name == PORTS or name.startswith(f"{PORTS}.")
