"""Finds Python names for variables in the comments that stand beside them: `DIM M[20,15] 'map`."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping

from retromaze.analysis.side_effects import variables_stored
from retromaze.language import nodes
from retromaze.language.program import Program, Scope

SUFFIXES = "$%#"
NAMING = re.compile(r"[A-Za-z][A-Za-z0-9]*(?: [A-Za-z][A-Za-z0-9]*)?")
"""A comment that is a name: one or two plain words."""
LONGEST = 3
"""A name of more letters speaks for itself."""


def words_of(comment: str) -> str:
    """The words of a comment as a name: `left_hand`."""
    return comment.lower().replace(" ", "_")


def naming_comments(program: Program, comments: Mapping[int, str]) -> dict[str, int]:
    """For each variable of the listing that a comment names the line of that comment.

    `comments` are those that stand behind something, by their lines. A comment names a variable if it stands
    beside nothing but its DIM, its VAR, or the first statement that stores into it. The words must be longer
    than the variable's name, and no other comment may have them. A name that several scopes have keeps it.
    """
    heads: dict[int, list[tuple[Scope, nodes.Head]]] = defaultdict(list)
    stored: dict[str, int] = {}
    for scope in program.scopes:
        for head in scope.heads:
            heads[head.line].append((scope, head))
            if isinstance(head, nodes.Declare) and all(each.value is None for each in head.declarations):
                continue
            for variable in variables_stored(scope, head):
                stored[variable.name] = min(head.line, stored.get(variable.name, head.line))
    scopes = Counter(name for scope in program.scopes for name in scope.variables)
    found: dict[str, int] = {}
    for line, comment in comments.items():
        match heads[line]:
            case [(_, nodes.Declare(declarations=[nodes.Declaration(name=name)]))]:
                pass
            case [(_, nodes.Assign(target=nodes.Name(name=name)))] if stored.get(name) == line:
                pass
            case _:
                continue
        letters = len(name.rstrip(SUFFIXES))
        if scopes[name] == 1 and letters <= LONGEST and letters < len(comment) and NAMING.fullmatch(comment):
            found.setdefault(name, line)
    often = Counter(words_of(comments[line]) for line in found.values())
    return {name: line for name, line in found.items() if often[words_of(comments[line])] == 1}
