"""Finds Python names for variables: in comments, in texts that are shown with them, in their use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from retromaze.language import nodes
from retromaze.language.nodes import Expression, Head, nodes_in
from retromaze.language.program import Program
from retromaze.porting.comment_names import (
    SUFFIXES,
    SuggestedName,
    names_in_comment_lists,
    names_in_line_comments,
    stores_by_variable,
)
from retromaze.porting.shown_names import names_from_texts
from retromaze.porting.webs import Webs

LONGEST = 3
"""A variable with a longer name keeps it."""
BUTTONS = "buttons"
RESULTS = {"BUTTON": BUTTONS, "INKEY$": "key", "RGB": "color"}
"""Names of variables in which nothing is stored but what these functions return."""
OUTPUTS = {
    "DTREAD": ("year", "month", "day", "weekday"),
    "STICK": ("stick_x", "stick_y"),
    "TMREAD": ("hour", "minute", "second"),
    "TOUCH": ("touch_time", "touch_x", "touch_y"),
}
"""Names of variables in which nothing is stored but what these words give."""
SIZES = {"W": "width", "H": "height"}


def suggested_names(
    program: Program, webs: Webs, trailing: Mapping[int, str], alone: Mapping[int, str]
) -> dict[str, SuggestedName]:
    """Returns Python names for the listing's variables.

    `trailing` are the comments after code, `alone` the others, by line. Sources of names, the best first: a
    comment after the variable's first assignment, a list of variables in a comment, texts that are printed
    with it or ask for it, the kind of value that is stored in it. A name must be longer than the variable's
    own, and no other variable may have it. Variables of one name in several scopes keep it, unless the texts,
    or the values of all of them, name them alike.
    """
    variables = [each for scope in program.scopes for each in scope.variables.values()]
    arrays = {each.name for each in variables if each.is_array}
    parameters = {each.name for each in variables if each.parameter}
    scope_counts = Counter(each.name for each in variables)
    texts = {each.value for scope in program.scopes for each in scope.nodes if isinstance(each, nodes.String)}
    texts |= {each for each in program.data if isinstance(each, str)}
    stores = stores_by_variable(program)
    listed = names_in_comment_lists([*alone.values(), *trailing.values()], scope_counts, arrays, texts)
    from_stores = names_from_stores(stores)
    from_all_stores = {name: each for name, each in from_stores.items() if name not in parameters}
    buttons = {name: each for name, each in from_stores.items() if each.words == BUTTONS}
    from_line_comments = names_in_line_comments(program, trailing, stores)
    from_use = {name: SuggestedName(words) for name, words in names_from_use(program, webs).items()}
    sources = [
        buttons | from_line_comments,
        {name: SuggestedName(words) for name, words in listed},
        from_use,
        from_stores,
    ]
    names: dict[str, SuggestedName] = {}
    taken: set[str] = set()
    for source in sources:
        uses = Counter(each.words for each in source.values())
        names |= {
            name: each
            for name, each in source.items()
            if name not in names
            and each.words not in taken
            and uses[each.words] == 1
            and (scope_counts[name] == 1 or source is from_use or each is from_all_stores.get(name))
            and is_better_name(each.words, name)
        }
        taken |= uses.keys()  # also those that no variable got
    # a comment that names several variables must stay if one of them does not get its name
    needed = {each.line for name, each in from_line_comments.items() if name not in names}
    return {name: each._replace(line=0) if each.line in needed else each for name, each in names.items()}


def is_better_name(words: str, name: str) -> bool:
    """Whether words are longer than the name of a variable, which is so short that it tells little."""
    letters = len(name.rstrip(SUFFIXES))
    return letters <= LONGEST and letters < len(words)


def names_from_use(program: Program, webs: Webs) -> dict[str, str]:
    """Returns names from texts of PRINT and INPUT, and `width` and `height` from the sizes of arrays.

    Only a variable that means the same everywhere (it has one web) gets such a name, and only if all
    variables of its name, in the main program and in DEFs, get the same.
    """
    words = names_from_texts(webs.graph.units)
    sizes = {name for head in program.main.heads for name in size_variables(head)}
    for variable in program.main.variables.values():
        if variable.name in sizes and variable not in words:
            words[variable] = SIZES[variable.name.rstrip(SUFFIXES)]
    words_by_name: dict[str, set[str]] = {}
    for unit in webs.graph.units:
        for each in webs.variables[unit]:
            words_by_name.setdefault(each.name, set()).add(words.get(each, ""))
    return {
        variable.name: each
        for variable, each in words.items()
        if words_by_name.get(variable.name) == {each} and webs.has_one_web(variable)
    }


def size_variables(head: Head) -> Iterator[str]:
    """Yields the variables W and H if a statement declares an array whose sizes have each of them once.

    `DIM A[W,H]`, or `A[W*H]`, and no other variable.
    """
    declarations = head.declarations if isinstance(head, nodes.Declare) else ()
    for each in declarations:
        names = [
            [node.name for node in nodes_in(size) if isinstance(node, nodes.Name)]
            for size in each.sizes or ()
        ]
        if sorted(name.rstrip(SUFFIXES) for row in names for name in row) == ["H", "W"]:
            yield from (name for row in names for name in row)


def names_from_stores(stores: Mapping[str, Iterable[Head]]) -> dict[str, SuggestedName]:
    """Returns names for variables from the kind of value that is stored in them.

    All `stores`, the statements that store into the variable, must suggest the same name; what only declares
    or clears it suggests none.
    """
    names: dict[str, SuggestedName] = {}
    for variable, heads in stores.items():
        match [*{words for head in heads if (words := name_from_store(variable, head)) is not None}]:
            case [words] if words:
                names[variable] = SuggestedName(words)
    return names


def name_from_store(variable: str, head: Head) -> str | None:
    """Returns a name for what `head` stores into `variable`: `key` for `K$=INKEY$()`; "" without one.

    `head` must be a statement that stores into the variable. None is returned if it stores 0 or "".
    """
    match head:
        case nodes.Assign(target=nodes.Name(), value=value):
            return name_of_value(value)
        case nodes.Declare(declarations=declarations):
            values = [each.value for each in declarations if each.name == variable]
            return name_of_value(values[0]) if values else ""
        case nodes.LineInput(target=nodes.Name()) if len(variable.rstrip(SUFFIXES)) < LONGEST:
            return "line"
        case nodes.Instruction(name=instruction, outputs=outputs) if instruction in OUTPUTS and outputs:
            for target, word in zip(outputs, OUTPUTS[instruction], strict=False):
                if isinstance(target, nodes.Name) and target.name == variable:
                    return word
    return ""


def name_of_value(value: Expression | None) -> str | None:
    """Returns a name for a value: `buttons` for `BUTTON() AND 15`; None for 0, "" and no value."""
    match value:
        case None | nodes.Number(value=0) | nodes.String(value=""):
            return None
        case nodes.Binary(operator="AND", left=masked, right=nodes.Number()):
            return name_of_value(masked)
        case nodes.Function(name=function):
            return RESULTS.get(function, "")
    return ""
