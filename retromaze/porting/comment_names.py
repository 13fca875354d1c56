"""Finds names for variables in comments: beside one, `LV=3 'lives`, and in lists, `'SC=SCORE LV=LEVEL`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from string import ascii_uppercase
from typing import NamedTuple

from retromaze.analysis.side_effects import variables_stored
from retromaze.language import nodes
from retromaze.language.nodes import Head
from retromaze.language.program import Program
from retromaze.language.prologue import Value, literal_value

SUFFIXES = "$%#"
NAMING = re.compile(
    r"(?:[^A-Za-z]*[^ -~] )?(?:(?:the|a|an|my) )?([A-Za-z][A-Za-z0-9]*(?:'s)?(?: [A-Za-z][A-Za-z0-9]*)?)",
    re.ASCII | re.IGNORECASE,
)
"""A comment that is a name: one or two plain words; an article, or Japanese, may stand before them."""
ONE = r"[A-Z_][A-Z0-9_]{0,2}[$%#]?(?:\(\)|\[\])?"
LISTED = re.compile(
    rf"(?:(?<=[ ,;/])|^)({ONE}) *[:=] *|(?:(?<=  )|^)({ONE}), ?({ONE}) *(?:[:=] *| )", re.ASCII
)
"""`SC=`, or `X,Y `, in a comment that says what variables are."""
PLACES = re.compile(r"_(?:position|pos|place|location|coordinates|coords|xy)$")
BETWEEN = re.compile(r" *[,;/、] *")
KEYS = frozenset({"A", "B", "L", "R", "X", "Y"})
"""Names that are also those of buttons: `'A=FIRE B=JUMP` is about the game."""
LETTERS = frozenset(ascii_uppercase)


class SuggestedName(NamedTuple):
    """A Python name for a variable, such as `left_hand`, and the line of the comment that has it, if any."""

    words: str
    line: int = 0


def name_from_comment(comment: str) -> str:
    """Returns a comment as a name, such as `left_hand`; "" if it cannot be one."""
    match = NAMING.fullmatch(comment)
    return match[1].lower().replace(" ", "_").replace("'", "") if match else ""


def is_short_for(name: str, words: str) -> bool:
    """Whether a variable's name is short for words: LV for `level`, with its letters in the same order."""
    letters, rest = name.rstrip(SUFFIXES).lower(), iter(words)
    return words[:1] == letters[:1] and all(each in rest for each in letters)


def names_in_line_comments(
    program: Program, comments: Mapping[int, str], stores: Mapping[str, list[Head]]
) -> dict[str, SuggestedName]:
    """Returns names for variables from comments after code (`LV=3 'lives`).

    `comments` are by line; `stores` are the statements that store into each variable. A comment names
    variables if its line does nothing but declare them or store into them for the first time: one variable,
    or several if the comment has as many names between commas. It names none if it is about the value, as in
    `ST=0 'title` and `ST=1 'play`.
    """
    heads_by_line: dict[int, list[Head]] = defaultdict(list)
    for scope in program.scopes:
        for head in scope.heads:
            heads_by_line[head.line].append(head)
    names: dict[str, SuggestedName] = {}
    for line, comment in comments.items():
        variables = variables_first_set(heads_by_line[line], stores)
        texts = BETWEEN.split(comment) if len(variables) > 1 else [comment]
        suggestions = [*map(name_from_comment, texts)]
        if len(suggestions) == len(variables) and all(suggestions):
            for name, words in zip(variables, suggestions, strict=True):
                names.setdefault(name, SuggestedName(words, line))
    with_named_values = variables_with_named_values(heads_by_line, comments)
    return {name: found for name, found in names.items() if name not in with_named_values}


def variables_with_named_values(
    heads_by_line: Mapping[int, Sequence[Head]], comments: Mapping[int, str]
) -> set[str]:
    """Returns the variables whose values have names, as in `ST=0 'title` and `ST=1 'play`.

    They are set to two constants or more, with different comments on their lines. `comments` are by line.
    """
    values: dict[str, set[Value]] = defaultdict(set)
    names: dict[str, set[str]] = defaultdict(set)
    for line, comment in comments.items():
        match [each for each in heads_by_line[line] if isinstance(each, nodes.Assign)]:
            case [nodes.Assign(target=nodes.Name(name=variable), value=nodes.Node() as expression)]:
                value, name = literal_value(expression), name_from_comment(comment)
                if name and value is not None:
                    values[variable].add(value)
                    names[variable].add(name)
    return {each for each in values if min(len(values[each]), len(names[each])) > 1}


def variables_first_set(heads: Sequence[Head], stores: Mapping[str, list[Head]]) -> list[str]:
    """Returns the variables that statements declare or set for the first time, in their order.

    Returns [] if one of the statements does anything else. `stores` are all stores into each variable.
    """
    names: list[str] = []
    for head in heads:
        match head:
            case nodes.Declare(declarations=declarations):
                names += [each.name for each in declarations]
            case nodes.Assign(target=nodes.Name(name=name)) if head in stores[name][:1]:
                names.append(name)
            case _:
                return []
    # `VAR LV=3` is a declaration and an assignment
    return [*dict.fromkeys(names)]


def stores_by_variable(program: Program) -> dict[str, list[Head]]:
    """Returns the statements that store into each variable, by its name; a bare `VAR A` is left out."""
    stores: dict[str, list[Head]] = defaultdict(list)
    for scope in program.scopes:
        for head in scope.heads:
            if isinstance(head, nodes.Declare) and all(each.value is None for each in head.declarations):
                continue
            for variable in variables_stored(scope, head):
                stores[variable.name].append(head)
    return stores


def names_in_comment_lists(
    comments: Sequence[str], variables: Collection[str], arrays: Set[str], texts: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Yields variables and names for them, from comments that are lists such as `SC=SCORE LV=LEVEL`.

    `X,Y PLAYER` gives `player_x` and `player_y`, unless these are `arrays`. A comment that may be about
    anything else is left out: one with letters that are no variables, with buttons (`A=FIRE`), or with
    letters that the listing's `texts` are made of (`W=WALL F=FLOOR` of a map).
    """
    for comment in comments:
        entries = list(entries_in(comment))
        names = {name.rstrip("()[]") for entry_names, _ in entries for name in entry_names}
        letters = {name for name in names if len(name) == 1}
        # a text of the listing that is made of these letters, and of no other letters, is a map
        is_map = letters and any(set(text) & letters and not set(text) & LETTERS - letters for text in texts)
        if not names <= {*variables} or is_map:
            continue
        if all(len(entry_names) == 1 for entry_names, _ in entries) and names <= KEYS:  # all may be buttons
            continue
        for entry_names, description in entries:
            words = name_from_comment(description)
            match [name.rstrip("()[]") for name in entry_names]:
                # one entry alone may be a sentence: its variable must be short for it or have `()` or `[]`
                case [name] if words and (
                    len(entries) > 1 or is_short_for(name, words) or entry_names[0] != name
                ):
                    yield name, words
                case [x, y] if words and x[-1:] == "X" and y == f"{x[:-1]}Y" and not arrays & {x, y}:
                    place = PLACES.sub("", words)
                    yield from ((x, f"{place}_x"), (y, f"{place}_y"))


def entries_in(comment: str) -> Iterator[tuple[list[str], str]]:
    """Yields the entries of a comment that is a list of variables: (["SC"], "SCORE"), (["X", "Y"], "PLAYER").

    An entry is a list of one or two variables, and the text about them. Other comments have no entries.
    """
    matches = list(LISTED.finditer(comment))
    begin = matches[0].start() if matches else 0
    # after other text, the list must have two entries or more and two blanks before it
    if begin and not (len(matches) > 1 and comment[:begin].endswith("  ")):
        return
    ends = [*(each.start() for each in matches[1:]), len(comment)]
    for match, end in zip(matches, ends, strict=False):
        yield [each for each in match.groups() if each], comment[match.end() : end].strip(" ,;/")
