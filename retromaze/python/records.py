"""Writes parallel lists as one list of records: `ex[i]` and `ey[i]` become `enemies[i].x` and `enemies[i].y`.

Lists are parallel if one place makes all of them with the same length, nothing but subscripts uses them, and
most subscripts are shared. A loop over all indexes becomes `for enemy in enemies:`; elsewhere `enemies[i]`
gets a name of its own where it is used several times with the same index.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass, field
from itertools import chain, count, takewhile
from typing import Any, NamedTuple, TypeVar

from retromaze.python.blocks import (
    FIELDS_WITH_NODES,
    Body,
    has_method_call,
    is_literal,
    is_self_attribute,
    mention_count,
    nodes_in,
    statements_and_cases,
    store_count,
    targets_and_values,
)
from retromaze.python.fragments import (
    LOAD,
    STORE,
    expr_from_template,
    name_node,
    rewritten,
    statements_from_template,
)
from retromaze.python.layout import comments_above, margin_of, replacing, set_margin
from retromaze.python.printer import expression_text
from retromaze.python.tidying import is_variable, joined_assignment, with_cleared_lists
from retromaze.python.unread import loop_variables_read_later, stores_in

DEFAULT_NAME = "item"
"""The name of records that nothing names."""
POINT, SPRITE = "point", "sprite"
"""The names of records of coordinates that nothing names, and of those that say where sprites stand."""
FEWEST_UNNAMED = 3
"""The fewest lists without a common prefix that become records; with a prefix, two are enough."""
FEWEST_USES = 3
"""A record gets a local of its own where it is used as often as this with the same index."""
SHORTEST_NAME = 3
"""The fewest letters of a name for records."""
SHORTEST_WORD = 4
"""The fewest letters of a word that a lists' prefix is completed to."""
VERBS = {
    *("add", "check", "clear", "draw", "erase", "hide", "init", "initialize", "kill", "make", "move", "new"),
    *("place", "play", "print", "put", "read", "reset", "run", "search", "set", "setup", "show", "spawn"),
    *("start", "stop", "take", "test", "update", "wait", "write"),
}
NO_NOUNS = {
    *("also", "been", "both", "does", "done", "each", "else", "ever", "every", "from", "have", "here"),
    *("into", "just", "left", "less", "more", "most", "must", "none", "only", "over", "same", "some"),
    *("than", "that", "them", "then", "there", "they", "this", "very", "what", "when", "where", "with"),
    *("game", "keep", "loop", "main", "next", "title"),
    *VERBS,
}
"""Words that are no names of things."""
TYPES = {"bool", "float", "int", "list", "str"}
"""The names of types in a class's annotations, which no field may hide."""
LONG_PLURAL = re.compile("(?:x|ch|sh|ss|[^o]us)es$")
"""The end of a plural that has two letters more than the word: boxes and bonuses, not houses and cases."""


class Creation(NamedTuple):
    """The statement at the index `at` of a block that makes a list: `value`, `length` times."""

    block: Body
    at: int
    value: ast.expr
    length: ast.expr


@dataclass(eq=False)
class ListUse:
    """How functions use a list: where it is made, and its subscripts, each with the loop that sets it.

    A subscript that no loop sets has the function. `kind` is the type of the elements; `swaps` counts the
    swaps of two elements, `others` uses of other kinds. `resizings`: the statements that append to the
    list or remove its last element, each as a block and an index in it.
    """

    name: str
    creations: list[Creation] = field(default_factory=list)
    subscripts: set[tuple[ast.AST, str]] = field(default_factory=set)
    kind: str = ""
    swaps: int = 0
    other_uses: int = 0
    resizings: list[tuple[Body, int]] = field(default_factory=list)

    @property
    def grows(self) -> bool:
        """Whether the list is made empty."""
        return isinstance(self.creations[0].value, ast.List)

    @property
    def short_name(self) -> str:
        return self.name.removeprefix("self.")


class Records(NamedTuple):
    """A list of records: its name, the word for one, its length ("" if not known), its changes of length."""

    name: str
    word: str
    length: str
    grows: bool
    shrinks: bool


class WithRecords(NamedTuple):
    """A module's functions with records: the `classes`, and what is new in VARIABLES (`names`: list by path).

    `words`: all names that are new in the module.
    """

    parts: Body
    classes: Body
    names: dict[str, str]
    words: set[str]


def with_records(parts: Body, taken: Set[str], reserved: Set[str]) -> WithRecords:
    """Returns the functions and the class of a module with records for parallel lists.

    `taken`: names that no class or list may have; `reserved`: those that no local may have either.
    """
    result = WithRecords(parts, [], {}, set())
    used = {*taken, *names_in(parts)}
    for part in parts:
        functions = [each for each in statements_and_cases([part]) if isinstance(each, ast.FunctionDef)]
        user_groups = [[each] for each in functions]
        if isinstance(part, ast.ClassDef):
            user_groups.append(functions)
        for users in user_groups:
            owner = "self." if users is functions else ""
            refused: set[str] = set()
            while group := next(parallel_lists(users, owner, refused), None):
                if word := word_for_group(users, group):
                    write_group(users, group, word, used, reserved, result)
                else:
                    refused |= {each.name for each in group}
    return result


def names_in(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yields all names in nodes: of variables, parameters, functions, classes, and attributes of `self`."""
    for node in nodes_in(nodes):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name):
                yield name
            case ast.Attribute(attr=name) if is_self_attribute(node):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name


# ---- which lists


def parallel_lists(
    functions: Sequence[ast.FunctionDef], owner: str, refused: Set[str]
) -> Iterator[list[ListUse]]:
    """Yields the groups of parallel lists but for those in `refused`, by name.

    `owner`: "self." for attributes, "" for locals of one function.
    """
    collector = ListCollector(owner)
    if len([each for node in statements_and_cases(functions) for each in collector.made_in(node)]) < 2:
        return
    for function in functions:
        collector.visit_block(function.body, {"": function})
    lists = [
        each
        for each in collector.uses.values()
        if len(each.creations) == 1 and each.subscripts and not each.other_uses and each.name not in refused
    ]
    yield from (group for group in grouped(lists, are_parallel) if len(group) > 1)


Item = TypeVar("Item")


def grouped(items: Iterable[Item], belong_together: Callable[[Item, Item], bool]) -> Iterator[list[Item]]:
    """Yields groups in which each item but the first belongs together with an earlier one."""
    rest = [*items]
    while rest:
        group = [rest.pop(0)]
        for each in [*rest]:
            if any(belong_together(each, member) for member in group):
                group.append(each)
                rest.remove(each)
        yield group


class ListCollector:
    """Collects the uses of lists that are attributes of `self`, or locals if `owner` is ""."""

    def __init__(self, owner: str) -> None:
        self._is_wanted: Callable[[ast.AST], bool] = is_self_attribute if owner else is_name
        self.uses: dict[str, ListUse] = {}

    def _use(self, node: ast.expr) -> ListUse:
        name = expression_text(node)
        return self.uses.setdefault(name, ListUse(name))

    def made_in(self, node: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr, ast.expr]]:
        """Yields each list that a statement makes, with its items and its length."""
        for target, value in targets_and_values(node):
            if self._is_wanted(target) and (found := item_and_length(value)):
                yield target, *found

    def visit_block(self, block: Body, loops: Mapping[str, ast.AST]) -> None:
        """Collects the uses in a block; `loops` are those around by their variables, "" is the function."""
        for at, node in enumerate(block):
            made = []
            for target, item, length in self.made_in(node):
                use = self._use(target)
                use.creations.append(Creation(block, at, item, length))
                annotation = expression_text(node.annotation) if isinstance(node, ast.AnnAssign) else ""
                use.kind = item_type(annotation) or kind_of(item)
                made.append(target)
            if (resized := resized_list(node)) and self._is_wanted(resized[0]):
                self._use(resized[0]).resizings.append((block, at))
                made.append(resized[0])
            self._visit(node, loops, made)

    def _visit(self, node: ast.AST, loops: Mapping[str, ast.AST], made: Sequence[ast.expr] = ()) -> None:
        counters = stores_in(node) if isinstance(node, ast.For) else ()
        loops = {**loops, **dict.fromkeys(counters, node)}
        if (swapped := swapped_list(node)) and self._is_wanted(swapped):
            self._use(swapped).swaps += 1
        match node:
            case ast.Subscript(value=owner, slice=index) if self._is_wanted(owner):
                use = self._use(owner)
                if isinstance(index, ast.Slice) or isinstance(node.ctx, ast.Del):
                    use.other_uses += 1
                if not is_literal(index):
                    name = index.id if isinstance(index, ast.Name) else ""
                    use.subscripts.add((loops.get(name, loops[""]), expression_text(index)))
                self._visit(index, loops)
                return
            case ast.Call(func=ast.Name(id="len"), args=[owner]) if self._is_wanted(owner):
                return
            case ast.While(test=owner) | ast.If(test=owner) if self._is_wanted(owner) and owner not in made:
                # whether there is anything in the list
                self._visit(node, loops, [*made, owner])
                return
            case ast.Name() | ast.Attribute() if self._is_wanted(node) and node not in made:
                self._use(node).other_uses += 1
                return
        for name in FIELDS_WITH_NODES[type(node)]:
            match getattr(node, name, None):
                case [ast.stmt(), *_] as block:
                    self.visit_block(block, loops)
                case list(items):
                    for each in items:
                        self._visit(each, loops, made)
                case ast.AST() as inner:
                    self._visit(inner, loops, made)


def swapped_list(node: ast.AST) -> ast.expr | None:
    """Returns the list of `x[i], x[j] = x[j], x[i]`; None for other statements."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=[one, _])], value=ast.Tuple(elts=[_, other])):
            if isinstance(one, ast.Subscript) and expression_text(one) == expression_text(other):
                return one.value
    return None


def is_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Name)


def item_and_length(value: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """Returns the item and the length of `[0] * n`, as `repetition` does; of `[]` the list and no length."""
    return (value, NOTHING) if isinstance(value, ast.List) and not value.elts else repetition(value)


def repetition(value: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """Returns the item and the length of `[0] * n` or `[[0] * 4 for _ in range(n)]`; None for others."""
    match value:
        case ast.BinOp(left=ast.List(elts=[item]), op=ast.Mult(), right=length) if is_literal(item):
            pass
        case ast.ListComp(elt=ast.BinOp() as item, generators=[ast.comprehension(iter=counted, ifs=[])]):
            match counted:
                case ast.Call(func=ast.Name(id="range"), args=[length]) if inner := repetition(item):
                    return (item, length) if is_literal(inner[0]) and is_length(length) else None
            return None
        case _:
            return None
    return (item, length) if is_length(length) else None


def is_length(node: ast.expr) -> bool:
    """Whether an expression is a length without side effects."""
    kinds = ast.Name, ast.Attribute, ast.Constant, ast.BinOp
    return all(isinstance(each, kinds) for each in nodes_in([node]))


NOTHING = ast.Constant(0)
"""The length of an empty list."""


def resized_list(node: ast.stmt) -> tuple[ast.expr, list[ast.expr]] | None:
    """Returns the list of `row.append(value)` with the value, and that of `row.pop()`; None for others.

    A value with a call of a method may use the list.
    """
    match node:
        case ast.Expr(ast.Call(ast.Attribute(owner, "append"), [value])) if not has_method_call([value]):
            return owner, [value]
        case ast.Expr(ast.Call(ast.Attribute(owner, "pop"), [])):
            return owner, []
    return None


def kind_of(item: ast.expr) -> str:
    """Returns the type of a literal, or of `[0] * 4`; "" of an empty list."""
    if isinstance(item, ast.List) and not item.elts:
        return ""
    if inner := repetition(item):
        return f"list[{kind_of(inner[0])}]"
    return type(ast.literal_eval(item)).__name__


def item_type(annotation: str) -> str:
    """Returns the type of the items from an annotation such as `list[int]`; "" for other annotations."""
    match = re.fullmatch(r"list\[(.*)\]", annotation)
    return match[1] if match else ""


def are_parallel(one: ListUse, other: ListUse) -> bool:
    """Whether two lists can be one list of records: made together, and mostly subscripted alike."""
    (first,), (second,) = one.creations, other.creations
    if one.grows or other.grows:
        if not (one.grows and other.grows and one.kind and other.kind and are_resized_together(one, other)):
            return False
    elif one.resizings or other.resizings:
        return False
    elif not (is_literal(first.value) or is_literal(second.value)):
        return False  # two pictures of one size are no columns of a table
    if one.swaps != other.swaps:
        return False  # what is shuffled alone is an order of the others
    fewest = min(len(one.subscripts), len(other.subscripts))
    return (
        first.block is second.block
        and expression_text(first.length) == expression_text(second.length)
        and are_made_together(first, second)
        and 2 * len(one.subscripts & other.subscripts) >= fewest
    )


def are_resized_together(one: ListUse, other: ListUse) -> bool:
    """Whether statements that resize either list stand beside each other, do the same, and read neither."""
    names = {one.name, other.name}
    made = max(each.creations[0].at for each in (one, other))
    if len(one.resizings) != len(other.resizings) or not one.resizings:
        return False
    for (block, at), (second, place) in zip(one.resizings, other.resizings, strict=True):
        if block is not second or abs(at - place) != 1 or (block is one.creations[0].block and at < made):
            return False
        values = [found[1] for each in (at, place) if (found := resized_list(block[each]))]
        read = {
            expression_text(each) for row in values for each in nodes_in(row) if isinstance(each, ast.expr)
        }
        if len({*map(len, values)}) > 1 or read & names:
            return False
    return True


def are_made_together(first: Creation, second: Creation) -> bool:
    """Whether only constants and blank lists are assigned between two lists, and no part of the length."""
    begin, end = sorted((first.at, second.at))
    in_length = {expression_text(each) for each in nodes_in([first.length]) if isinstance(each, ast.expr)}
    for node in first.block[begin : end + 1]:
        pairs = targets_and_values(node)
        if not pairs or any(expression_text(target) in in_length for target, _ in pairs):
            return False
        if not all(is_literal(value) or item_and_length(value) for _, value in pairs):
            return False
    return True


# ---- names


def common_prefix(names: Sequence[str]) -> str:
    """Returns the common beginning of lists' names: "e" of e, ex and ey, "enemy_" of enemy_x and enemy_y.

    "" if the rest of a name could not be a field's name, or two names have the same rest.
    """
    equal_letters = takewhile(lambda letters: len({*letters}) == 1, zip(*names, strict=False))
    prefix = "".join(letters[0] for letters in equal_letters)
    rests = {without_prefix(each, prefix) for each in names}
    return prefix if len(rests) == len(names) and all(map(is_field_name, rests)) else ""


def without_prefix(name: str, prefix: str) -> str:
    """Returns a list's name without the common beginning and "_"; the name itself if nothing is left."""
    return name.removeprefix(prefix).lstrip("_") or name


def is_field_name(name: str) -> bool:
    """Whether a text can be the name of an object's field: an identifier that is no keyword of Python."""
    return name.isidentifier() and not keyword.iskeyword(name) and name not in TYPES


def word_for(prefix: str, comments: Sequence[str], others: Sequence[str], default: str) -> str:
    """Returns a name for one record: `enemy` for lists enemy_x and enemy_y.

    A short prefix such as e is completed to a word from `comments` beside the lists or from `others`, texts
    and names of functions that use them; `default` is the name if there are neither.
    """
    plain = prefix.strip("_").lower()
    words = re.findall("[a-z]+", " ".join([*comments, *others]).lower())
    if len(plain) == 3:  # a word, or short for one: `mon` for `monsters`
        return singular(next((each for each in words if re.fullmatch(f"{plain}[a-z]+s", each)), plain))
    if len(plain) > 3:
        return plain
    for word in words:
        if plain and word.startswith(plain) and len(word) >= SHORTEST_WORD and word not in NO_NOUNS:
            return singular(word)
    # a comment that is a plural names the records, whatever the lists' prefix; if it is the only one, it may
    # be `enemy bullets`
    plural_noun = "(?:[A-Za-z]+ )?([A-Za-z]{3,}s)" if len(comments) == 1 else "([A-Za-z]{3,}s)"
    nouns = (re.fullmatch(plural_noun, each) for each in comments)
    noun = next((match[1].lower() for match in nouns if match), "")
    return singular(noun) or plain or default


def singular(word: str) -> str:
    """Returns a word's singular: `enemy` for enemies, `box` for boxes, `star` for stars."""
    if re.search("[a-z][^aeiou]ies$", word):
        return word[:-3] + "y"
    if LONG_PLURAL.search(word):
        return word[:-2]
    # `glass`, `status` and `axis` are no plurals
    return word[:-1] if re.search("[^sui]s$", word) else word


def plural(word: str) -> str:
    """Returns a word's plural: `enemies` for enemy, `boxes` for box."""
    if word.endswith("y") and word[-2:-1] not in {"a", "e", "o", "u", ""}:
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def unused_name(taken: Set[str], *names: str) -> str:
    """Returns the first of the names that is not taken, else the last name with a number from 2 on."""
    all_names = chain(names, (f"{names[-1]}{number}" for number in count(2)))
    return next(each for each in all_names if each not in taken and not keyword.iskeyword(each))


def class_and_list_name(word: str, taken: Set[str]) -> tuple[str, str]:
    """Returns names for the class of records and for their list that are not taken, for the word for one."""
    # `e_list` is plainer than `es`
    plurals = [plural(word)] if len(word) > 1 else []
    class_name = unused_name(taken, "".join(map(str.capitalize, word.split("_"))))
    return class_name, unused_name(taken, *plurals, f"{word}_list")


def word_for_group(users: Sequence[ast.FunctionDef], group: Sequence[ListUse]) -> str:
    """Returns a name for one record; "" if few lists have none, which stay lists then."""
    creations = [each.creations[0] for each in group]
    comments = [
        text.strip()
        for each in dict.fromkeys(each.block[each.at] for each in creations)
        for text in (margin_of(each).note, *comments_above(each))
        if text.strip()
    ]
    prefix = common_prefix([each.short_name for each in group])
    word = word_for(prefix, comments, [*function_words(users, group)], "")
    if len(word) >= SHORTEST_NAME:
        return word
    # without a name, a loop over them must show that they belong together
    whole_functions = {*users}
    shared = set.intersection(*(each.subscripts for each in group[:2]))
    if all(setter in whole_functions for setter, _ in shared):
        return ""
    names = {each.name for each in group}
    if any(moves_sprite(node, names) for function in users for node in nodes_in(function.body)):
        return SPRITE
    has_rows = not (group[0].grows or all(is_literal(each.value) for each in creations))
    if has_rows or (len(group) < FEWEST_UNNAMED and not group[0].grows):
        return ""
    return POINT if all(each.short_name[-1] in "xyz" for each in group) else DEFAULT_NAME


def moves_sprite(node: ast.AST, lists: Set[str]) -> bool:
    """Whether a node gives a sprite two items of these lists: `machine.sprites.move(i, x[i], y[i])`."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="sprites")), args=args):
            found = (each.value for each in nodes_in(args) if isinstance(each, ast.Subscript))
            return len(lists & set(map(expression_text, found))) > 1
    return False


def function_words(functions: Sequence[ast.FunctionDef], group: Sequence[ListUse]) -> Iterator[str]:
    """Yields the words in names of functions that use lists: `enemy` of newenemy and of new_enemy."""
    names = {each.name for each in group}
    for function in functions:
        found = (each.value for each in nodes_in([function]) if isinstance(each, ast.Subscript))
        if names & {*map(expression_text, found)}:
            yield from function.name.split("_")
            for verb in VERBS:
                if function.name.startswith(verb):
                    yield function.name.removeprefix(verb)


# ---- the change


def write_group(
    users: Sequence[ast.FunctionDef],
    group: Sequence[ListUse],
    word: str,
    used: set[str],
    reserved: Set[str],
    result: WithRecords,
) -> None:
    """Writes parallel lists as records, in place; adds the class and the names to `result`."""
    creations = [each.creations[0] for each in group]
    prefix = common_prefix([each.short_name for each in group])
    length = expression_text(creations[0].length)
    class_name, list_name = class_and_list_name(word, used)
    if word in reserved:
        word = f"{word}_"
    used |= {class_name, list_name}
    fields = {each.name: without_prefix(each.short_name, prefix) for each in group}
    # `room_names` of a room are its `names`, and `bx` of a bullet is its `x`
    shorter = {name: re.sub(f"^({word}_|{word[0]}(?=[a-z]$))", "", each) for name, each in fields.items()}
    if len({*shorter.values()}) == len(fields) and all(map(is_field_name, shorter.values())):
        fields = shorter
    owner = group[0].name.removesuffix(group[0].short_name)
    name = owner + list_name
    result.classes.append(record_class(class_name, group, fields))
    result.names.update((f"{list_name}.{fields[each.name]}", each.short_name) for each in group)
    result.words.update({class_name, list_name, word, f"other_{word}", "each", *fields.values()})
    items = [] if all(is_literal(each.value) for each in creations) else [each.value for each in creations]
    (made,) = statements_from_template(
        f"{name} = [{class_name}({{items}}) for _ in range({length})]", items=items
    )
    if group[0].grows:
        (made,) = statements_from_template(f"{name}: list[{class_name}] = []")
        write_resizings(group, name, class_name)
    write_creation(creations, fields, made)
    change = FieldWriter(name, fields).change
    settled = "" if group[0].grows else settled_length(users, length)
    names = {list_name, *(each.short_name for each in group)}
    changed = [each for each in users if not names.isdisjoint(names_in(each.body))]
    for function in changed:
        function.body = with_cleared_lists([rewritten(each, change) for each in function.body])
    # nothing makes the list again while other functions run
    if not owner or any(each.name in {"__init__", "run"} and is_stored(each.body, name) for each in changed):
        shrinks = any(resizes(each.body, name, "pop", "clear") for each in changed)
        records = Records(name, word, settled, group[0].grows, shrinks)
        for function in changed:
            function.body = RecordLoops(function, records).block(function.body, frozenset())


def write_resizings(group: Sequence[ListUse], records: str, class_name: str) -> None:
    """Writes one statement for those that append to the lists together or shorten them, in place."""
    for places in reversed([*zip(*(each.resizings for each in group), strict=True)]):
        block = places[0][0]
        indexes = sorted(at for _, at in places)
        items = [item for _, at in places if (found := resized_list(block[at])) for item in found[1]]
        template = f"{records}.append({class_name}({{items}}))" if items else f"{records}.pop()"
        (resized,) = statements_from_template(template, items=items)
        new = replacing(block[indexes[0]], resized)
        set_margin(new, margin_of(new).up_to(margin_of(block[indexes[-1]]).last))
        block[indexes[0] : indexes[-1] + 1] = [new]


def record_class(name: str, group: Sequence[ListUse], fields: Mapping[str, str]) -> ast.ClassDef:
    """Returns the data class of records, with a field for each list; with defaults, if none is a list."""
    items = [each.creations[0].value for each in group]
    has_defaults = all(map(is_literal, items))
    rows: Body = [
        ast.AnnAssign(
            ast.Name(fields[each.name], STORE),
            expr_from_template(each.kind),
            item if has_defaults else None,
            1,
        )
        for each, item in zip(group, items, strict=True)
    ]
    return ast.ClassDef(name, [], [], rows, [name_node("dataclass")])


def write_creation(creations: Sequence[Creation], fields: Mapping[str, str], made: ast.stmt) -> None:
    """Replaces the statements that make the lists by `made`, which makes the records, in place."""
    block = creations[0].block
    places = sorted({each.at for each in creations})
    first = block[places[0]]
    new = replacing(first, made)
    notes, comments, others = list[str](), list[str](), dict[int, Body]()
    for at in places:
        old = block[at]
        notes.append(margin_of(old).note)
        comments += comments_above(old)
        rest = [
            ast.Assign([target], value)
            for target, value in targets_and_values(old)
            if expression_text(target) not in fields
        ]
        others[at] = [joined_assignment(rest)] if rest else []
        for each in others[at]:
            set_margin(each, margin_of(old)._replace(note=""))
    set_margin(new, margin_of(new)._replace(note="  ".join(filter(None, notes))))
    vars(new)["comments_above"] = comments
    for at in reversed(places):
        block[at : at + 1] = [*([new] if at == places[0] else []), *others[at]]


def settled_length(users: Sequence[ast.FunctionDef], length: str) -> str:
    """Returns the length of lists as other statements may write it; "" if it may change later."""
    if length.isdecimal():
        return length
    if not re.fullmatch(r"(self\.)?\w+", length):
        return ""
    init = users[0] if users[0].name == "__init__" else None
    if init and "." not in length:
        pairs = [pair for node in init.body for pair in targets_and_values(node)]
        length = next(
            (expression_text(target) for target, value in pairs if expression_text(value) == length), ""
        )
    return length if all(each is init for each in users if is_stored(each.body, length)) else ""


def is_stored(nodes: Iterable[ast.AST], variable: str) -> bool:
    """Whether nodes assign to a local or an attribute of `self`."""
    return any(
        isinstance(each, ast.Name | ast.Attribute)
        and isinstance(each.ctx, ast.Store)
        and expression_text(each) == variable
        for each in nodes_in(nodes)
    )


def resizes(nodes: Iterable[ast.AST], records: str, *methods: str) -> bool:
    """Whether nodes append to a list or shorten it, or call its methods of these names."""
    calls = [f"{records}.{method}" for method in methods or ("append", "pop", "clear")]
    return any(isinstance(each, ast.Attribute) and expression_text(each) in calls for each in nodes_in(nodes))


class FieldWriter:
    """Writes `enemies[i].x` for `ex[i]`, and `len(enemies)` for `len(ex)`."""

    def __init__(self, records: str, fields: Mapping[str, str]) -> None:
        self._records = name_node(records)
        self._fields = fields

    def change(self, node: ast.AST) -> ast.AST | None:
        match node:
            case ast.Subscript(value=owner, slice=index) if is_variable(owner):
                if name := self._fields.get(expression_text(owner)):
                    item = ast.Subscript(self._records, rewritten(index, self.change), LOAD)
                    return ast.Attribute(item, name, node.ctx)
            case ast.Call(func=ast.Name(id="len"), args=[owner]) if is_variable(owner):
                if expression_text(owner) in self._fields:
                    return expr_from_template("len({records})", records=self._records)
            case ast.Name() | ast.Attribute() if is_variable(node) and expression_text(node) in self._fields:
                return self._records  # in `while enemies:`
        return None


# ---- loops over records, and locals for them


class RecordLoops:
    """Writes loops over records in one function, and locals for records that are used several times."""

    def __init__(self, function: ast.FunctionDef, records: Records) -> None:
        self._records = records
        self._names = {*names_in([function.args, *function.body])}
        self._outside = loop_variables_read_later(function.body)

    def _is_record(self, node: ast.AST, index: str) -> bool:
        match node:
            case ast.Subscript(value=owner, slice=ast.Name(id=name)) if name == index:
                return is_variable(owner) and expression_text(owner) == self._records.name
        return False

    def _use_count(self, nodes: Iterable[ast.AST], index: str) -> int:
        return sum(self._is_record(each, index) for each in nodes_in(nodes))

    def _with_name(self, node: Any, index: str, name: str) -> Any:
        """Returns a node with a local's name for the record at an index."""
        new = name_node(name)
        return rewritten(node, lambda each: new if self._is_record(each, index) else None)

    def _unused_name(self, names_around: Set[str]) -> str:
        """Returns a name for a record; "" if the function uses it for something else."""
        word = self._records.word
        names = (f"other_{word}",) if word in names_around else (word, "each")
        return next((each for each in names if each not in names_around | self._names), "")

    def block(self, block: Body, names_around: Set[str]) -> Body:
        """Returns the statements of a block; `names_around`: the names for records around it."""
        result: Body = []
        while block:
            if named := self._with_local(block, names_around):
                local, uses, block = named
                (target,) = local.targets
                assert isinstance(target, ast.Name)
                result += [local, *self.block(uses, names_around | {target.id})]
            else:
                result.append(self._statement(block[0], names_around))
                block = block[1:]
        return result

    def _with_local(self, block: Body, names_around: Set[str]) -> tuple[ast.Assign, Body, Body] | None:
        """Returns a local for the record that a block begins with, the statements that use it, and the rest.

        None if the first statement need not evaluate a record, or if too few statements use that one.
        """
        for index in always_evaluated_indexes(block[0], self._records.name):
            end = next((at for at, each in enumerate(block) if self._may_exchange(each, index)), len(block))
            match block[end:]:
                # its test comes before what its branches may change
                case [ast.If(test=test, body=body, orelse=orelse), *_]:
                    end += not (has_method_call([test]) or self._use_count([*body, *orelse], index))
            last = max((at for at in range(end) if self._use_count([block[at]], index)), default=-1)
            uses = block[: last + 1]
            if self._use_count(uses, index) >= FEWEST_USES and (name := self._unused_name(names_around)):
                item = expr_from_template(f"{self._records.name}[{index}]")
                local = ast.Assign([ast.Name(name, STORE)], item)
                set_margin(local, margin_of(block[0])._replace(note="", until=0))
                return local, [self._with_name(each, index, name) for each in uses], block[last + 1 :]
        return None

    def _may_exchange(self, node: ast.stmt, index: str) -> bool:
        """Whether another record may be at the index after a statement."""
        name = self._records.name
        may_resize = self._records.shrinks and (resizes([node], name) or has_method_call([node]))
        return bool(store_count([node], index)) or is_stored([node], name) or may_resize

    def _statement(self, node: ast.stmt, names_around: Set[str]) -> ast.stmt:
        """Returns a statement with loops over records instead of indexes."""
        inner = names_around
        if isinstance(node, ast.For) and (loop := self._loop(node, names_around)):
            node = loop
            inner = names_around | {each.id for each in nodes_in([loop.target]) if isinstance(each, ast.Name)}
        changed = copy(node)
        for each in ("body", "orelse"):
            match getattr(node, each, None):
                case [ast.If() as other] if each == "orelse" and isinstance(node, ast.If):
                    # a local before an `elif` would make it an `else`
                    vars(changed)[each] = [self._statement(other, inner)]
                case [_, *_] as block:
                    vars(changed)[each] = self.block(block, inner)
        if isinstance(node, ast.Match):
            cases = [copy(each) for each in node.cases]
            for case in cases:
                case.body = self.block(case.body, inner)
            vars(changed)["cases"] = cases
        return changed

    def _is_whole(self, iterated: ast.expr) -> bool:
        """Whether an expression counts all indexes of the records."""
        match iterated:
            case ast.Call(func=ast.Name(id="range"), args=[limit]):
                text = expression_text(limit)
                return text in (self._records.length, f"len({self._records.name})")
        return False

    def _loop(self, node: ast.For, names_around: Set[str]) -> ast.For | None:
        """Returns a loop over the records instead of their indexes; None if it is not over all of them.

        Also None if only the index is used, or if its last value is read after the loop.
        """
        match node.target:
            case ast.Name(id=index) if self._is_whole(node.iter):
                uses = self._use_count(node.body, index)
            case _:
                return None
        if not uses or store_count(node.body, index) or is_stored(node.body, self._records.name):
            return None
        if self._records.grows and (has_method_call(node.body) or resizes(node.body, self._records.name)):
            return None
        if not (name := self._unused_name(names_around)):
            return None
        needs_index = mention_count(node.body, index) > uses
        if index in self._outside and not needs_index:
            return None
        result = copy(node)
        result.iter, result.target = name_node(self._records.name), ast.Name(name, STORE)
        if needs_index:
            result.iter = expr_from_template("enumerate({x})", x=self._records.name)
            result.target = ast.Tuple([ast.Name(index, STORE), ast.Name(name, STORE)], STORE)
        result.body = [self._with_name(each, index, name) for each in node.body]
        return result


def always_evaluated_indexes(node: ast.stmt, records: str) -> Iterator[str]:
    """Yields the locals with which a statement subscripts the list in any case."""
    match node:
        case ast.If(test=test) | ast.For(iter=test):
            waiting: list[Any] = [test]
        case ast.While(test=ast.Constant(value=True), body=[first, *_]):
            yield from always_evaluated_indexes(first, records)
            return
        case ast.Assign() | ast.AugAssign() | ast.Expr() | ast.Return():
            waiting = [node]
        case _:
            return
    found = Counter[str]()
    while waiting:
        match waiting.pop():
            case ast.Subscript(value=owner, slice=ast.Name(id=name)) if is_variable(owner):
                if expression_text(owner) == records:
                    found[name] += 1
            case ast.BoolOp(values=[begin, *_]) | ast.IfExp(test=begin):
                waiting.append(begin)
            case ast.Compare(left=left, comparators=[right, *_]):
                waiting += [left, right]
            case ast.ListComp():
                pass
            case ast.AST() as inner:
                for name in FIELDS_WITH_NODES[type(inner)]:
                    part = getattr(inner, name, None)
                    waiting += part if isinstance(part, list) else [part] if part is not None else []
    yield from found
