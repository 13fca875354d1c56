"""The flag of one function while its lines are written."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from retromaze.porting.lines import Code, PortLine
from retromaze.python.flags import Asks, Clears, Tells, Way


@dataclass(eq=False)
class Flag:
    """`ways` by what the flag says of them; `marked` are the nodes that lines say `FLAG(number)` for."""

    ways: dict[str, Way] = field(default_factory=dict)
    marked: dict[str, ast.AST] = field(default_factory=dict)

    def free(self, word: str) -> str:
        """What the flag may say of a new way: the word, with a number where that is said of another."""
        value, number = word, 2
        while value in self.ways:
            value, number = f"{word} {number}", number + 1
        return value

    def told(self, way: Way, note: str) -> PortLine:
        """Tells of a way that is taken."""
        return PortLine(0, self.mark(Tells(way)), 0, note)

    def cleared(self, ways: Collection[Way]) -> PortLine:
        """Clears the flag before what may take these ways."""
        return PortLine(0, self.mark(Clears(ways)))

    def clear_already(self, code: Code) -> Code:
        """Code before which the flag is clear, and in which nothing goes on once it is not."""
        found = [(line, self.marked.get(line.code)) for line in code]
        return [
            replace(line, code=self.mark(Clears(node.ways, again=True))) if isinstance(node, Clears) else line
            for line, node in found
        ]

    def test(self, ways: Collection[Way], others: Collection[Way]) -> str:
        """Whether one of these ways is taken; the flag may tell of the others too."""
        return self.mark(Asks(ways, others))

    def mark(self, node: ast.AST) -> str:
        text = f"FLAG({len(self.marked)})"
        self.marked[text] = node
        return text
