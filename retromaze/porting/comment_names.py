"""Finds Python names for variables: in the comment beside one, `DIM M[20,15] 'map`, or in its use."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping

from retromaze.analysis.side_effects import variables_stored
from retromaze.language import nodes
from retromaze.language.program import Program

SUFFIXES = "$%#"
NAMING = re.compile(
    r"(?:[^A-Za-z]*[^ -~] )?(?:(?:the|a|an|my) )?([A-Za-z][A-Za-z0-9]*(?:'s)?(?: [A-Za-z][A-Za-z0-9]*)?)",
    re.ASCII | re.IGNORECASE,
)
"""A comment that is a name: one or two plain words; an article, or Japanese, may stand before them."""
BUTTONS = "buttons"
"""The name of what holds BUTTON() and nothing else."""
LONGEST = 3
"""A name of more letters speaks for itself."""


def words_of(comment: str) -> str:
    """The words of a comment as a name: `left_hand`; "" if it is none."""
    found = NAMING.fullmatch(comment)
    return found[1].lower().replace(" ", "_").replace("'", "") if found else ""


def names_told(program: Program, comments: Mapping[int, str]) -> dict[str, tuple[str, int]]:
    """The names that the listing has for its variables, each with the line of the comment that has it, or 0.

    `comments` are those that stand behind something, by their lines. A comment names a variable if it stands
    beside nothing but its DIM, its VAR, or the first statement that stores into it. The words must be longer
    than the variable's name, and no other variable may have them. A name that several scopes have keeps it.
    """
    heads: dict[int, list[nodes.Head]] = defaultdict(list)
    stores: dict[str, list[nodes.Head]] = defaultdict(list)
    for scope in program.scopes:
        for head in scope.heads:
            heads[head.line].append(head)
            if isinstance(head, nodes.Declare) and all(each.value is None for each in head.declarations):
                continue
            for variable in variables_stored(scope, head):
                stores[variable.name].append(head)
    found = {name: (BUTTONS, 0) for name, its in stores.items() if all(map(takes_buttons, its))}
    for line, comment in comments.items():
        match heads[line]:
            case [nodes.Declare(declarations=[nodes.Declaration(name=name)])]:
                pass
            case [nodes.Assign(target=nodes.Name(name=name)) as head] if head in stores[name][:1]:
                pass
            case _:
                continue
        if (words := words_of(comment)) and not found.get(name, ("", 0))[1]:
            found[name] = words, line
    scopes = Counter(name for scope in program.scopes for name in scope.variables)
    often = Counter(words for words, _ in found.values())
    return {
        name: (words, line)
        for name, (words, line) in found.items()
        if often[words] == scopes[name] == 1
        and (letters := len(name.rstrip(SUFFIXES))) <= LONGEST
        and letters < len(words)
    }


def takes_buttons(head: nodes.Head) -> bool:
    """Whether it stores BUTTON() into a variable."""
    match head:
        case nodes.Assign(target=nodes.Name(), value=nodes.Function(name="BUTTON")):
            return True
    return False
