"""The variables that the functions of a program share, one cell for each name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from types import CellType, CodeType, FunctionType, MappingProxyType
from typing import Any

from retromaze.compiler.compiling import Closure
from retromaze.engine.operators import OPERATORS

GLOBALS = {"__name__": "listing", **OPERATORS}
"""What generated code finds the same in every run."""
NOTHING: Mapping[str, Any] = MappingProxyType({})


class HandedOut(Mapping[str, Any]):
    """What belongs to one run beside the program's own, by the names that generated code uses."""

    def chosen(self, names: Iterable[str]) -> dict[str, Any]:
        """Some of it; a name that nothing is handed out by is left out."""
        return {name: self[name] for name in names if name in self}


class Namespace(MutableMapping[str, Any]):
    """The values by their names; of those that are handed out, the ones that a function looks for."""

    __slots__ = ("_cells", "_handed_out")

    def __init__(self, handed_out: Mapping[str, Any] = NOTHING, values: Mapping[str, Any] = NOTHING) -> None:
        self._cells: dict[str, CellType] = {name: CellType(value) for name, value in values.items()}
        self._handed_out = handed_out

    def __getitem__(self, name: str) -> Any:
        return self._cells[name].cell_contents

    def __setitem__(self, name: str, value: Any) -> None:
        cell = self._cells.get(name)
        if cell is None:
            self._cells[name] = CellType(value)
        else:
            cell.cell_contents = value

    def __delitem__(self, name: str) -> None:
        del self._cells[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)

    def make(self, name: str) -> None:
        """Makes the cell of a name, empty unless its value is handed out."""
        self._cells[name] = CellType(self._handed_out[name]) if name in self._handed_out else CellType()

    def function(self, code: CodeType) -> FunctionType:
        """A function of the program, which looks into these cells."""
        names, cells = code.co_freevars, self._cells
        for name in names:
            if name not in cells:
                self.make(name)
        return FunctionType(code, GLOBALS, code.co_name, None, tuple(map(cells.__getitem__, names)))

    def define(self, functions: Mapping[str, Closure]) -> None:
        """Puts functions of a program under their names; all that they look for is there.

        Each comes with what picks its cells out of all.
        """
        cells = self._cells
        cells.update((name, CellType()) for name in functions)
        for name, (code, choose) in functions.items():
            cells[name].cell_contents = FunctionType(code, GLOBALS, name, None, choose(cells))
