"""What the functions of a program share: each name has a cell, and all that use the name look into it."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from types import CellType, CodeType, FunctionType
from typing import Any

from retromaze.engine.operators import OPERATORS

GLOBALS = {"__name__": "listing", **OPERATORS}
"""What generated code finds the same in every run."""


class Namespace(MutableMapping[str, Any]):
    """The values by their names."""

    def __init__(self) -> None:
        self._cells: dict[str, CellType] = {}

    def __getitem__(self, name: str) -> Any:
        return self._cells[name].cell_contents

    def __setitem__(self, name: str, value: Any) -> None:
        self.cell(name).cell_contents = value

    def __delitem__(self, name: str) -> None:
        del self._cells[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)

    def cell(self, name: str) -> CellType:
        """The cell of a name, empty as long as it has no value."""
        found = self._cells.get(name)
        if found is None:
            found = self._cells[name] = CellType()
        return found

    def function(self, code: CodeType) -> FunctionType:
        """A function of the program, which looks into these cells."""
        return FunctionType(code, GLOBALS, code.co_name, None, tuple(map(self.cell, code.co_freevars)))
