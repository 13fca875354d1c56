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
"""The name of a variable in which only BUTTON() is stored."""
LONGEST = 3
"""A variable with a longer name keeps it."""


def words_of(comment: str) -> str:
    """Returns a comment as a name, such as `left_hand`; "" if it cannot be one."""
    match = NAMING.fullmatch(comment)
    return match[1].lower().replace(" ", "_").replace("'", "") if match else ""


def names_told(program: Program, comments: Mapping[int, str]) -> dict[str, tuple[str, int]]:
    """Returns names for the listing's variables, each with the line of the comment that has it, or 0.

    `comments` are those after code, by line. A comment names a variable if it is on the line of a DIM or
    VAR of that variable alone, or of the first statement that stores into it. The words must be longer than
    the variable's name, and no other variable may have them. Variables with the same name in several scopes
    keep it.
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
    names = {
        name: (BUTTONS, 0) for name, heads_storing in stores.items() if all(map(takes_buttons, heads_storing))
    }
    for line, comment in comments.items():
        match heads[line]:
            case [nodes.Declare(declarations=[nodes.Declaration(name=name)])]:
                pass
            case [nodes.Assign(target=nodes.Name(name=name)) as head] if head in stores[name][:1]:
                pass
            case _:
                continue
        if (words := words_of(comment)) and not names.get(name, ("", 0))[1]:
            names[name] = words, line
    scopes = Counter(name for scope in program.scopes for name in scope.variables)
    uses = Counter(words for words, _ in names.values())
    return {
        name: (words, line)
        for name, (words, line) in names.items()
        if uses[words] == scopes[name] == 1
        and (letters := len(name.rstrip(SUFFIXES))) <= LONGEST
        and letters < len(words)
    }


def takes_buttons(head: nodes.Head) -> bool:
    """Whether a statement stores BUTTON() into a variable."""
    match head:
        case nodes.Assign(target=nodes.Name(), value=nodes.Function(name="BUTTON")):
            return True
    return False
