"""Writes loops that only poll the buttons: after an unsuccessful poll they skip to the end of the frame.

All looks of one frame see the same, so what such a loop would do until the next frame is known: so many more
passes, and as many looks. `Services.look_on` counts them.
"""

from __future__ import annotations

from retromaze.analysis.side_effects import only_polls
from retromaze.compiler.pieces import is_long
from retromaze.compiler.stores import Code
from retromaze.compiler.syntax import At
from retromaze.compiler.techniques import Technique
from retromaze.compiler.unit import Compilation
from retromaze.language.structure import RepeatLoop, WhileLoop, heads


def look_on(compilation: Compilation, at: At, step: WhileLoop | RepeatLoop) -> Code:
    """What a loop that only polls does behind a look in vain; nothing for other loops."""
    if not compilation.uses(Technique.POLLS) or step.body.statements or is_long(step.condition):
        return []
    if not only_polls(step.condition, compilation.program.definitions):
        return []
    cost = at.constant(compilation.work.cost_of(step.body, *heads(step)))
    return [at.assign("work", at.call("look_on", at.name("work"), cost))]
