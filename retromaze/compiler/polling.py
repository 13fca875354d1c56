"""Writes loops that only poll the buttons: after an unsuccessful poll they skip to the end of the frame.

All looks of one frame see the same, so what such a loop would do until the next frame is known: so many more
passes, and as many looks. `Services.look_on` counts them.
"""

from __future__ import annotations

from retromaze.compiler.pieces import is_long
from retromaze.compiler.stores import Code
from retromaze.compiler.syntax import At
from retromaze.compiler.techniques import Technique
from retromaze.compiler.unit import Compilation
from retromaze.language import nodes
from retromaze.language.nodes import every
from retromaze.language.structure import RepeatLoop, WhileLoop, heads

POLL = "BUTTON"
CHOOSING = {"&&", "||"}
"""What may leave out its right side, and with it a look."""


def look_on(compilation: Compilation, at: At, step: WhileLoop | RepeatLoop) -> Code:
    """What a loop that only polls does behind a look in vain; nothing for other loops."""
    if not compilation.uses(Technique.POLLS) or not only_polls(compilation, step):
        return []
    cost = at.constant(compilation.work.cost_of(step.body, *heads(step)))
    return [at.assign("work", at.call("look_on", at.name("work"), cost))]


def only_polls(compilation: Compilation, step: WhileLoop | RepeatLoop) -> bool:
    """Whether a pass is one look at the buttons, and its end hangs on nothing else."""
    if step.body.statements or is_long(step.condition) or POLL in compilation.program.definitions:
        return False
    inside = list(every(step.condition))
    looks = [each for each in inside if is_look(each)]
    return len(looks) == 1 and all(is_look(each) or stays(each) for each in inside)


def is_look(node: nodes.Node) -> bool:
    """Whether it is BUTTON() or BUTTON(feature)."""
    return isinstance(node, nodes.Function) and node.name == POLL and len(node.arguments) <= 1


def stays(node: nodes.Node) -> bool:
    """Whether it gives the same each time where its parts do, and always asks for all of them."""
    match node:
        case nodes.Binary(operator=operator):
            return operator not in CHOOSING
        case _:
            return isinstance(node, nodes.Number | nodes.Unary)
