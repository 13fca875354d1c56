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
from typing import Any, NamedTuple, TypeGuard, TypeVar

from retromaze.python.filled_lists import is_constant_item
from retromaze.python.fragments import (
    LOAD,
    STORE,
    as_store_target,
    decimal_int,
    expr_from_template,
    name_node,
    rewritten,
    statements_from_template,
    tuple_node,
)
from retromaze.python.layout import comments_above, margin_of, replacing, set_margin
from retromaze.python.printer import expression_text
from retromaze.python.statement_walks import (
    FIELDS_WITH_NODES,
    LEAVING,
    Body,
    has_method_call,
    index_of,
    is_literal,
    is_self_attribute,
    mention_count,
    mentioned_names,
    nodes_in,
    statements_and_cases,
    store_count,
    targets_and_values,
)
from retromaze.python.tidying import (
    is_variable,
    joined_assignment,
    loop_variables_read_later,
    stores_in,
    with_cleared_lists,
)

DEFAULT_NAME = "item"
"""The name of records that nothing names."""
POINT, SPRITE, TILE = "point", "sprite", "tile"
"""The names of records of coordinates that nothing names, of those that say where sprites stand, and of those
that the items of a map choose."""
DIRECTION, FIGHTER = "direction", "fighter"
"""The names of records of two small steps, and of those with several of the STATS."""
ENDS = "", "2", "3"
"""What is put after the names of steps whose plain names are taken."""
STATS = {"agi", "atk", "def", "exp", "hp", "life", "lv", "maxhp", "maxmp", "mp", "name", "str"}
"""What players call the properties of those that fight."""
FEWEST_UNNAMED = 3
"""The fewest lists without a common prefix that become records; with a prefix, two are enough."""
FEWEST_USES = 3
"""A record gets a local of its own where it is used as often as this with the same index."""
SHORTEST_NAME = 3
"""The fewest letters of a name for records."""
SHORTEST_WORD = 4
"""The fewest letters of a word that a lists' prefix is completed to."""
LONGEST_NAMING = 6
"""A comment with more words is a sentence, and names nothing."""
VERBS = {
    *("add", "check", "clear", "draw", "erase", "hide", "init", "initialize", "kill", "load", "make", "move"),
    *("new", "pack", "place", "play", "print", "put", "read", "reset", "run", "save", "search", "set"),
    *("setup", "show", "sort", "spawn", "start", "stop", "take", "test", "unpack", "update", "wait", "write"),
}
NO_NOUNS = {
    *("also", "been", "both", "does", "done", "each", "else", "ever", "every", "from", "have", "here"),
    *("into", "just", "left", "less", "more", "most", "must", "none", "only", "over", "same", "some"),
    *("than", "that", "them", "then", "there", "they", "this", "very", "what", "when", "where", "with"),
    *("game", "keep", "loop", "main", "next", "title"),
    *VERBS,
}
"""Words that are no names of things."""
PROPERTIES = {"label", "name", "text", "title", "word"}
"""The names of lists of texts that say something of a thing, but do not name it."""
TYPES = {"bool", "float", "int", "list", "str"}
"""The names of types in a class's annotations, which no field may hide."""
LONG_PLURAL = re.compile("(?:x|ch|sh|ss|[^o]us)es$")
"""The end of a plural that has two letters more than the word: boxes and bonuses, not houses and cases."""


class Creation(NamedTuple):
    """The statement at the index `at` of a block that makes a list: `value`, `length` times.

    `items` are all items of `[40, 25]`, of which `value` is the first; [] if the list is not written so.
    """

    block: Body
    at: int
    value: ast.expr
    length: ast.expr
    items: list[ast.expr]

    @property
    def all_items(self) -> list[ast.expr]:
        """The items, if it is known how many there are; else []."""
        return self.items or [self.value] * (decimal_int(self.length) or 0)


@dataclass(eq=False)
class ListUse:
    """How functions use a list: where it is made, and its subscripts, each with the loop that sets it.

    A subscript that no loop sets has the function. `kind` is the type of the elements; `swaps` counts the
    swaps of two elements, `other_uses` uses of other kinds. `resizings`: the statements that append to the
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
        return not self.filled

    @property
    def is_table(self) -> bool:
        """Whether the list is a tuple of the module, whose name is in upper case."""
        return self.name.isupper()

    @property
    def order(self) -> int:
        """Where the list stands among others: tables are last, in the order of the module."""
        return 1 + self.creations[0].at if self.is_table else 0

    @property
    def filled(self) -> list[Creation]:
        """The places that make the list with items."""
        return [each for each in self.creations if not isinstance(each.value, ast.List)]

    @property
    def is_made_alike(self) -> bool:
        """Whether the list is made, and if in several places, then of the same items, or empty."""
        filled = self.filled
        values = {expression_text(each.value) for each in filled}
        return bool(self.creations) and (len(filled) < 2 or (len(values) == 1 and not filled[0].items))

    @property
    def made(self) -> Creation:
        """The first place that makes the list with items; else the first one."""
        return [*self.filled, *self.creations][0]

    @property
    def has_one_item(self) -> bool:
        """Whether all items of the list are the same."""
        return len({*map(expression_text, self.made.items)}) < 2

    @property
    def short_name(self) -> str:
        return self.name.removeprefix("self.").lower()


class Records(NamedTuple):
    """A list of records: its name, the word for one, its length ("" if not known), whether it grows.

    `columns`: the names of locals for all fields of one, by the field; empty if they get no locals.
    """

    name: str
    word: str
    length: str
    grows: bool
    columns: Mapping[str, str]


class WithRecords(NamedTuple):
    """A module's functions with records: the `classes`, and what is new in VARIABLES (`names`: list by path).

    `tables` are the module's tuples of records, `words` all names that are new in the module.
    """

    parts: Body
    classes: Body
    tables: Body
    names: dict[str, str]
    words: set[str]


def with_records(parts: Body, constants: Body, taken: Set[str], reserved: Set[str]) -> WithRecords:
    """Returns the functions and the class of a module with records for parallel lists.

    `constants` are the module's assignments, which lose the tables that become records; `taken`: names that
    no class or list may have; `reserved`: those that no local may have either.
    """
    result = WithRecords(parts, [], [], {}, set())
    used = {*taken, *names_in([*parts, *constants])}
    all_functions = [each for each in statements_and_cases(parts) if isinstance(each, ast.FunctionDef)]

    def write_groups(users: Sequence[ast.FunctionDef], is_wanted: IsWanted) -> None:
        refused: set[str] = set()
        while group := next(parallel_lists(users, constants, is_wanted, refused), None):
            if word := word_for_group(users, group):
                write_group(users, group, word, used, reserved, result)
            else:
                refused |= {each.name for each in group}

    for part in parts:
        functions = [each for each in statements_and_cases([part]) if isinstance(each, ast.FunctionDef)]
        for each in functions:
            write_groups([each], is_local)
        if isinstance(part, ast.ClassDef):
            write_groups(functions, is_in_class([each for each in all_functions if each not in functions]))
    write_groups(all_functions, is_table)
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


IsWanted = Callable[[ast.AST], bool]


def parallel_lists(
    functions: Sequence[ast.FunctionDef], constants: Body, is_wanted: IsWanted, refused: Set[str]
) -> Iterator[list[ListUse]]:
    """Yields the groups of parallel lists but for those in `refused`, by name.

    `is_wanted`: whether a node is a list of the kind that is searched, in functions or in `constants`.
    """
    nodes = [*constants, *statements_and_cases([*functions])]
    pairs = [pair for node in nodes for pair in targets_and_values(node)]
    if len([target for target, value in pairs if is_wanted(target) and creation_of(value)]) < 2:
        return
    collector = ListCollector(is_wanted)
    for function in functions:
        collector.visit_block(function.body, {"": function})
    collector.visit_block(constants, {})
    lists = [
        each
        for each in collector.uses.values()
        if each.is_made_alike and each.subscripts and not each.other_uses and each.name not in refused
    ]
    lists.sort(key=lambda each: each.order)
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
    """Collects the uses of lists; `is_wanted` tells whether a node is one of the kind that is searched."""

    def __init__(self, is_wanted: IsWanted) -> None:
        self._is_wanted = is_wanted
        self.uses: dict[str, ListUse] = {}

    def _use(self, node: ast.expr) -> ListUse:
        name = expression_text(node)
        return self.uses.setdefault(name, ListUse(name))

    def visit_block(self, block: Body, loops: Mapping[str, ast.AST]) -> None:
        """Collects the uses in a block; `loops` are those around by their variables, "" is the function."""
        for at, node in enumerate(block):
            made = []
            for target, value in targets_and_values(node):
                if self._is_wanted(target) and (found := creation_of(value)):
                    use = self._use(target)
                    use.creations.append(found._replace(block=block, at=at))
                    annotation = expression_text(node.annotation) if isinstance(node, ast.AnnAssign) else ""
                    use.kind = item_type(annotation) or use.kind or kind_of(found.value)
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


def is_local(node: ast.AST) -> bool:
    """Whether a node is a name, but not of a constant of the module."""
    return isinstance(node, ast.Name) and not is_table(node)


def is_table(node: ast.AST) -> TypeGuard[ast.Name]:
    """Whether a node is the name of a constant of the module."""
    return isinstance(node, ast.Name) and node.id.isupper()


def is_in_class(others: Sequence[ast.FunctionDef]) -> IsWanted:
    """Returns whether a node is an attribute of `self`, or a constant that no other function uses."""
    names = {*names_in(others)}
    return lambda node: is_self_attribute(node) or (is_table(node) and node.id not in names)


def creation_of(value: ast.expr) -> Creation | None:
    """Returns how `[0] * n`, `[]`, `[1, 2]` or `(1, 2)` makes a list, without a place; None for others."""
    match value:
        case ast.List(elts=[]):
            return Creation([], 0, value, NOTHING, [])
        case ast.List(elts=items) | ast.Tuple(elts=items) if len({*map(kind_of, items)}) == 1:
            return Creation([], 0, items[0], ast.Constant(len(items)), items) if kind_of(items[0]) else None
    return Creation([], 0, *found, []) if (found := repetition(value)) else None


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
    """Returns the type of a literal, of `rgb(…)`, or of `[0] * 4`; "" of others."""
    if inner := repetition(item):
        return f"list[{kind_of(inner[0])}]"
    if is_literal(item):
        return type(ast.literal_eval(item)).__name__
    return "int" if is_constant_item(item) and isinstance(item, ast.Call) else ""


def item_type(annotation: str) -> str:
    """Returns the type of the items from an annotation such as `list[int]`; "" for other annotations."""
    match = re.fullmatch(r"list\[(.*)\]", annotation)
    return match[1] if match else ""


def are_parallel(one: ListUse, other: ListUse) -> bool:
    """Whether two lists can be one list of records: made together, and mostly subscripted alike."""
    if one.grows or other.grows:
        if not (one.grows and other.grows and one.kind and other.kind and are_resized_together(one, other)):
            return False
    elif one.resizings or other.resizings:
        return False
    elif not (is_literal(one.made.value) or is_literal(other.made.value)):
        return False  # two pictures of one size are no columns of a table
    if one.swaps != other.swaps or len(one.creations) != len(other.creations):
        return False  # what is shuffled alone is an order of the others
    indexes: list[Set[object]] = [one.subscripts, other.subscripts]
    if one.is_table and other.is_table and are_of_one_place(one.made, other.made):
        # read together, they are one table, wherever they are subscripted by the same variable
        indexes = [{last_word(text) for _, text in each.subscripts} for each in (one, other)]
    fewest = min(map(len, indexes))
    is_anywhere = (one.is_table or other.is_table) and one.made.all_items and other.made.all_items
    return 2 * len(indexes[0] & indexes[1]) >= fewest and all(
        expression_text(first.length) == expression_text(second.length)
        and (is_anywhere or (first.block is second.block and are_made_together(first, second)))
        for first, second in zip(one.creations, other.creations, strict=True)
    )


def are_of_one_place(first: Creation, second: Creation) -> bool:
    """Whether two tables come from the same lines of the listing."""
    margins = [margin_of(each.block[each.at]) for each in (first, second)]
    return bool(margins[0].line) and margins[0].numbers == margins[1].numbers


def last_word(index: str) -> str:
    """Returns the last name of an index: `t` of `self.units[i].t`, `map` of `self.map[x][y]`."""
    return re.sub(r"\[.*\]", "", index).rpartition(".")[2]


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
        if not all(is_literal(value) or creation_of(value) for _, value in pairs):
            return False
    return True


# ---- names


def common_prefix(names: Sequence[str]) -> str:
    """Returns the common beginning of lists' names: "e" of e, ex and ey, "enemy_" of enemy_x and enemy_y.

    "" if the rest of a name could not be a field's name.
    """
    equal_letters = takewhile(lambda letters: len({*letters}) == 1, zip(*names, strict=False))
    prefix = "".join(letters[0] for letters in equal_letters)
    return prefix if all(without_prefix(each, prefix).isidentifier() for each in names) else ""


def without_prefix(name: str, prefix: str) -> str:
    """Returns a list's name without the common beginning; the name itself if nothing would be left."""
    return name.removeprefix(prefix) or name


def field_name(name: str) -> str:
    """Returns a list's name as that of a field: with an underscore after a keyword, without one elsewhere."""
    plain = name.rstrip("_")
    return plain if is_field_name(plain) else f"{plain}_"


def is_field_name(name: str) -> bool:
    """Whether a text can be the name of an object's field: no keyword of Python, no l, which looks like 1."""
    return name.isidentifier() and not keyword.iskeyword(name) and name not in TYPES | {"l"}


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
    creations = [each.made for each in group]
    comments = [
        text.strip()
        for each in dict.fromkeys(each.block[each.at] for each in creations)
        for text in (margin_of(each).note, *comments_above(each))
        if 0 < len(text.split()) <= LONGEST_NAMING
    ]
    numbers = [each.made.items for each in group if each.is_table and each.kind == "int"]
    if len(numbers) == 2 and are_steps([*chain(*numbers)]):
        return DIRECTION
    prefix = common_prefix([each.short_name for each in group])
    word = word_for(prefix, comments, [*function_words(users, group)], "")
    if len(word) >= SHORTEST_NAME:
        return word
    fields = {without_prefix(each.short_name, prefix).strip("_") for each in group}
    if group[0].is_table and {"x", "y", "r"} <= fields:
        return "sphere" if "z" in fields else "circle"
    if len(STATS & fields) >= FEWEST_UNNAMED:
        return FIGHTER
    shared = set.intersection(*(each.subscripts for each in group[:2]))
    if group[0].is_table:
        indexes = sorted({text for each in group for _, text in each.subscripts})
        words = filter(None, map(word_of_index, indexes))
        return next(words, DEFAULT_NAME if len(group) >= FEWEST_UNNAMED else "")
    names = {each.name for each in group}
    if any(moves_sprite(node, names) for function in users for node in nodes_in(function.body)):
        return SPRITE
    if prefix and all(each.short_name[-1] in "xyz" for each in group):
        return POINT
    texts = [each.short_name for each in group if each.kind == "str"]
    if len(texts) == 1 and len(texts[0]) >= SHORTEST_WORD and singular(texts[0]) not in NO_NOUNS | PROPERTIES:
        return singular(texts[0])  # rooms with exits
    # other lists must be several, or begin alike, as the names of things and where they are
    is_loop = any(setter not in users for setter, _ in shared)
    has_rows = not (group[0].grows or all(is_literal(each.value) for each in creations))
    is_group = not has_rows and len(group) >= FEWEST_UNNAMED and (prefix or is_loop)
    is_thing = prefix and len(texts) == 1
    return DEFAULT_NAME if is_group or is_thing or (group[0].grows and is_loop) else ""


def are_steps(items: Sequence[ast.expr]) -> bool:
    """Whether items are small whole numbers of both signs, as the steps to neighbours are."""
    numbers = [*map(decimal_int, items)]
    return any(each and each < 0 for each in numbers) and all(abs(each or 0) < 3 for each in numbers)


def word_of_index(index: str) -> str:
    """Returns a name for the rows of a table, from its index: `unit_kind` for `unit.t`; "" if it has none."""
    if match := re.fullmatch(r"(?:other_)?(?!self)(\w+)\.\w+|self\.(\w+)\[.*\]\.\w+", index):
        return f"{match[1] or singular(match[2])}_kind"
    if index.endswith("]") and "][" in index:
        return TILE
    word = index.removeprefix("self.")
    is_name = word.isalpha() and len(word) >= SHORTEST_WORD and word not in NO_NOUNS
    return f"{word}_kind" if is_name else ""


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
        if any(
            isinstance(each, ast.Subscript) and expression_text(each.value) in names
            for each in nodes_in([function])
        ):
            if not group[0].is_table:
                yield from function.name.split("_")
            for verb in VERBS:
                if function.name.startswith(verb):
                    yield function.name.removeprefix(verb).strip("_")


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
    lists = [each for each in group if not each.is_table]
    class_name, list_name = class_and_list_name(word, used)
    if not lists:
        list_name = unused_name(used, list_name.upper())
    if word in reserved:
        word = f"{word}_"
    used |= {class_name, list_name}
    fields = field_names(group, word)
    name = lists[0].name.removesuffix(lists[0].short_name) + list_name if lists else list_name
    result.words.update({class_name, list_name, word, f"other_{word}", "each", *fields.values()})
    defaults = [each for each in lists if each.has_one_item and is_literal(each.made.value)]
    group = sorted(group, key=lambda each: (each in defaults, not each.is_table))
    result.classes.append(record_class(class_name, group, fields, len(defaults)))
    if lists:
        originals = {each.name: each.name.removeprefix("self.") for each in group}
        result.names.update((f"{list_name}.{fields[each]}", original) for each, original in originals.items())
    write_resizings(group, name, class_name)
    for creations in zip(*(each.creations for each in group), strict=True):
        given = creations[: len(group) - len(defaults)]
        made = write_creation(creations, fields, made_records(name, class_name, given, creations[-1]))
        if not lists:
            creations[0].block.remove(made)
            result.tables.append(made)
    change = FieldWriter(name, fields).change
    settled = "" if group[0].grows else settled_length(users, expression_text(group[0].made.length))
    is_pair = word == DIRECTION and len(group) == 2
    columns = {fields[each.name]: field_name(each.short_name) for each in group} if is_pair else {}
    result.words.update(f"{each}{end}" for each in columns.values() for end in ENDS)
    records = Records(name, word, settled, group[0].grows, columns)
    for function in users:
        function.body = with_cleared_lists([rewritten(each, change) for each in function.body])
    while not columns and any(pass_record(function, users, records, class_name) for function in users):
        pass
    unpacked = 0
    for function in users:
        loops = RecordLoops(function, users, records)
        function.body = loops.block(function.body, {each.arg for each in records_given(function, class_name)})
        unpacked += loops.unpacked
    if columns and unpacked == mention_count(users, name):
        # nothing needs the fields' names
        result.classes.pop()
        (made,) = result.tables[-1:]
        result.tables[-1] = rewritten(
            made, lambda node: tuple_node(node.args) if isinstance(node, ast.Call) else None
        )


def field_names(group: Sequence[ListUse], word: str) -> dict[str, str]:
    """Returns the names of a record's fields, by the names of the lists."""
    prefix = common_prefix([each.short_name for each in group])
    fields = {each.name: without_prefix(each.short_name, prefix) for each in group}
    # `room_names` of a room are its `names`, and `bx` of a bullet is its `x`
    shorter = {name: re.sub(f"^({word}_|{word[0]}(?=[a-z]$))", "", each) for name, each in fields.items()}
    plain = {each.name: each.short_name for each in group}
    for names in (shorter, fields, plain):
        found = {name: field_name(each) for name, each in names.items()}
        found |= {
            each.name: f"{found[each.name]}_"
            for each in group
            if each.is_table and hasattr(tuple, found[each.name])  # tuples have methods
        }
        for each in group:
            if each.kind == "str" and found[each.name] in ("n", "t", prefix.lower(), word):
                found[each.name] = "name" if found[each.name] == "n" else "text"
        if len({*found.values()}) == len(fields) and all(each[0].isalpha() for each in found.values()):
            return found
    # a table HP beside a list hp
    return {name: f"{each}_table" if name.isupper() else each for name, each in found.items()}


def made_records(name: str, class_name: str, columns: Sequence[Creation], last: Creation) -> ast.stmt:
    """Returns the statement that makes records as `last` makes a list; `columns` are their arguments."""
    if isinstance(last.value, ast.List):
        annotation = f": list[{class_name}]" if isinstance(last.block[last.at], ast.AnnAssign) else ""
        return statements_from_template(f"{name}{annotation} = []")[0]
    items = [each.value for each in columns]
    if not any(each.items for each in columns):
        template = f"{name} = [{class_name}({{items}}) for _ in range({{length}})]"
        return statements_from_template(template, items=items, length=last.length)[0]
    rows = zip(*(each.all_items for each in columns), strict=True)
    records: list[ast.expr] = [ast.Call(name_node(class_name), [*row], []) for row in rows]
    value = ast.Tuple(records, LOAD) if name.isupper() else ast.List(records, LOAD)
    return ast.Assign([as_store_target(name_node(name))], value)


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


def record_class(
    name: str, group: Sequence[ListUse], fields: Mapping[str, str], default_count: int
) -> ast.ClassDef:
    """Returns the class of records, with a field for each list; the last `default_count` have defaults.

    It is a data class, but a named tuple if all lists are tuples.
    """
    rows: Body = [
        ast.AnnAssign(
            ast.Name(fields[each.name], STORE),
            expr_from_template(each.kind),
            each.made.value if at >= len(group) - default_count else None,
            1,
        )
        for at, each in enumerate(group)
    ]
    if all(each.is_table for each in group):
        return ast.ClassDef(name, [name_node("NamedTuple")], [], rows, [])
    return ast.ClassDef(name, [], [], rows, [name_node("dataclass")])


def write_creation(creations: Sequence[Creation], fields: Mapping[str, str], made: ast.stmt) -> ast.stmt:
    """Replaces the statements that make the lists by `made`, which makes the records, in place; returns it.

    It stands where the first of the last list's block stood.
    """
    main = creations[-1].block
    first = main[min(each.at for each in creations if each.block is main)]
    new = replacing(first, made)
    notes, comments = list[str](), list[str]()
    for old, block in {each.block[each.at]: each.block for each in creations}.items():
        notes.append(margin_of(old).note)
        comments += comments_above(old)
        rest = [
            ast.Assign([target], value)
            for target, value in targets_and_values(old)
            if expression_text(target) not in fields
        ]
        others = [joined_assignment(rest)] if rest else []
        for each in others:
            set_margin(each, margin_of(old)._replace(note=""))
        at = index_of(block, old)
        block[at : at + 1] = [*([new] if old is first else []), *others]
    set_margin(new, margin_of(new)._replace(note="  ".join(dict.fromkeys(filter(None, notes)))))
    vars(new)["comments_above"] = comments
    return new


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


def records_given(function: ast.FunctionDef, class_name: str) -> Iterator[ast.arg]:
    """Yields the parameters of a function that are records of that class."""
    for each in function.args.args:
        if each.annotation and expression_text(each.annotation) == class_name:
            yield each


def pass_record(
    function: ast.FunctionDef, users: Sequence[ast.FunctionDef], records: Records, class_name: str
) -> bool:
    """Makes the first parameter that only chooses a record that record; returns whether there is one."""
    name, loops = function.name, RecordLoops(function, users, records)
    calls = [(user, each) for user in users for each in nodes_in(user.body) if is_call_of(each, name)]
    mentions = [*names_in(users)].count(name) - 1  # but for its definition
    parameters = [each for each in function.args.args if each.arg != "self"]
    for at, parameter in enumerate(parameters):
        is_given = all(len(call.args) > at and not has_method_call(call.args) for _, call in calls)
        if mentions != len(calls) or not calls or not is_given:
            continue
        is_inside = all(loops.counts_records(user, call.args[at], call) for user, call in calls)
        around = {each.arg for each in records_given(function, class_name)}
        if target := loops.parameter_for(parameter.arg, around, is_inside=is_inside):
            function.body = [loops.with_name(each, parameter.arg, target) for each in function.body]
            parameter.arg, parameter.annotation = target.id, name_node(class_name)
            for user in users:
                user.body = [with_record_given(each, name, at, records.name) for each in user.body]
            return True
    return False


def is_call_of(node: ast.AST, name: str) -> TypeGuard[ast.Call]:
    """Whether a node calls the method of that name."""
    return isinstance(node, ast.Call) and is_self_attribute(node.func) and node.func.attr == name


def with_record_given(node: Any, name: str, at: int, records: str) -> Any:
    """Returns a node whose calls of a method give a record, where they gave its index as argument `at`."""

    def changed(each: ast.AST) -> ast.AST | None:
        if not is_call_of(each, name):
            return None
        arguments = [*each.args]
        arguments[at] = ast.Subscript(expr_from_template(records), arguments[at], LOAD)
        return ast.Call(each.func, arguments, each.keywords)

    return rewritten(node, changed)


class RecordLoops:
    """Writes loops over records in one function, and locals for records that are used several times.

    `unpacked` counts the loops and locals that have a name for each field.
    """

    def __init__(self, function: ast.FunctionDef, users: Sequence[ast.FunctionDef], records: Records) -> None:
        self._function = function
        self._records = records
        self._names = {*names_in([function.args, *function.body])}
        self._outside = loop_variables_read_later(function.body)
        self.unpacked = 0
        self._shrinks = any(self._resizes(each.body, "pop", "clear") for each in users)
        # nothing makes the list again while other functions run
        self._is_kept = not records.name.startswith("self.") or all(
            each.name in ("__init__", "run") or not self._makes_records(each.body) for each in users
        )

    def _makes_records(self, nodes: Iterable[ast.AST]) -> bool:
        """Whether nodes store the list of records."""
        return is_stored(nodes, self._records.name)

    def _resizes(self, nodes: Iterable[ast.AST], *names: str) -> bool:
        """Whether nodes append to the list of records or shorten it, or call its methods of these names."""
        calls = [f"{self._records.name}.{word}" for word in names or ("append", "pop", "clear")]
        return any(
            isinstance(each, ast.Attribute) and expression_text(each) in calls for each in nodes_in(nodes)
        )

    def _is_record(self, node: ast.AST, index: str) -> bool:
        match node:
            case ast.Subscript(value=owner, slice=place) if is_variable(owner) and is_plain_index(place):
                return expression_text(owner) == self._records.name and expression_text(place) == index
        return False

    def _use_count(self, nodes: Iterable[ast.AST], index: str) -> int:
        return sum(self._is_record(each, index) for each in nodes_in(nodes))

    def with_name(self, node: Any, index: str, target: ast.expr) -> Any:
        """Returns a node with the locals of a target for the record at an index, or for its fields."""

        def changed(each: ast.AST) -> ast.AST | None:
            match target, each:
                case ast.Tuple(elts=names), ast.Attribute(attr=field) if self._is_record(each.value, index):
                    return name_node(expression_text(names[[*self._records.columns].index(field)]))
                case ast.Name(id=name), _ if self._is_record(each, index):
                    return name_node(name)
            return None

        return rewritten(node, changed)

    def _unused_target(
        self, nodes: Sequence[ast.AST], index: str, names_around: Set[str]
    ) -> ast.Name | ast.Tuple | None:
        """Returns locals for all fields of the record at an index, if nodes use all; else one for the record.

        None if the function uses the names for something else.
        """
        columns = self._records.columns
        fields = {
            each.attr
            for each in nodes_in(nodes)
            if isinstance(each, ast.Attribute) and self._is_record(each.value, index)
        }
        taken = names_around | self._names
        rows = [[f"{each}{end}" for each in columns.values()] for end in ENDS]
        if columns and fields == columns.keys() and (row := next(filter(taken.isdisjoint, rows), None)):
            return ast.Tuple([ast.Name(each, STORE) for each in row], STORE)
        word = self._records.word
        names = (f"other_{word}",) if word in names_around else (word, "each")
        name = next((each for each in names if each not in taken), "")
        return ast.Name(name, STORE) if name else None

    def parameter_for(self, index: str, names_around: Set[str], *, is_inside: bool) -> ast.Name | None:
        """Returns a name for the record at an index that is a parameter, if that record may be given instead.

        The index must be used for nothing else. The record is always read, or `is_inside`: all calls give
        the index of one.
        """
        body = self._function.body
        uses = self._use_count(body, index)
        first = next((each for each in body if mention_count([each], index)), None)
        if first is None or uses < mention_count(body, index) or not self._keeps_record(body, index):
            return None
        before = body[: index_of(body, first)]
        is_read = index in always_evaluated_indexes(first, self._records.name) and not any(
            isinstance(each, LEAVING) for each in nodes_in(before)
        )
        target = self._unused_target(body, index, names_around) if is_read or is_inside else None
        return target if isinstance(target, ast.Name) else None

    def _keeps_record(self, block: Body, index: str) -> bool:
        """Whether the record at an index is the same one wherever a block reads it."""
        for at, node in enumerate(block):
            if self._may_exchange(node, index):
                inner: list[Body] = []
                match node:
                    case ast.If(test=test):
                        inner, is_late = [node.body, node.orelse], has_method_call([test])
                    case ast.Expr(ast.Call(args=given)):
                        is_late = has_method_call(given)  # else they come before what the call may change
                    case _:
                        is_late = True
                is_called_first = is_late and self._use_count([node], index)
                is_read_later = self._use_count(block[at + 1 :], index)
                return not (is_called_first or is_read_later) and all(
                    self._keeps_record(each, index) for each in inner
                )
        return True

    def counts_records(self, function: ast.FunctionDef, index: ast.expr, node: ast.AST) -> bool:
        """Whether an index is the counter of a loop over all records that has the node in it."""
        return any(
            isinstance(each, ast.For)
            and expression_text(each.target) == expression_text(index)
            and self._is_whole(each.iter)
            and not store_count(each.body, expression_text(index))
            and any(inner is node for inner in nodes_in(each.body))
            for each in nodes_in(function.body)
        )

    def block(self, block: Body, names_around: Set[str]) -> Body:
        """Returns the statements of a block; `names_around`: the names for records around it."""
        result: Body = []
        while block:
            if named := self._with_local(block, names_around):
                local, uses, block = named
                result += [local, *self.block(uses, names_around | mentioned_names(local.targets))]
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
                # a test comes before what its branches may change, and arguments before what the call may
                case [ast.If(test=value) | ast.Expr(value) as node, *_]:
                    inner = [*node.body, *node.orelse] if isinstance(node, ast.If) else []
                    given = value.args if isinstance(value, ast.Call) else [value]
                    end += not (has_method_call(given) or self._use_count(inner, index))
            last = max((at for at in range(end) if self._use_count([block[at]], index)), default=-1)
            uses = block[: last + 1]
            target = self._unused_target(uses, index, names_around)
            fewest = 2 if isinstance(target, ast.Tuple) else FEWEST_USES
            if target and self._use_count(uses, index) >= fewest:
                item = expr_from_template(f"{self._records.name}[{index}]")
                local = ast.Assign([target], item)
                self.unpacked += isinstance(target, ast.Tuple)
                set_margin(local, margin_of(block[0])._replace(note="", until=0))
                return local, [self.with_name(each, index, target) for each in uses], block[last + 1 :]
        return None

    def _may_exchange(self, node: ast.stmt, index: str) -> bool:
        """Whether another record may be at the index after a statement."""
        resizes = self._shrinks and self._resizes([node])
        # a method may also set an index that is an attribute
        is_called = (self._shrinks or not self._is_kept or "." in index) and has_method_call([node])
        root, _, attribute = index.removeprefix("int(").removesuffix(")").partition(".")
        is_set = bool(store_count([node], root)) or any(
            isinstance(each, ast.Attribute) and each.attr == attribute and isinstance(each.ctx, ast.Store)
            for each in nodes_in([node])
        )
        return is_set or self._makes_records([node]) or resizes or is_called

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
        if not uses or store_count(node.body, index) or self._makes_records(node.body):
            return None
        if (self._records.grows or not self._is_kept) and has_method_call(node.body):
            return None
        if self._records.grows and self._resizes(node.body):
            return None
        if not (target := self._unused_target(node.body, index, names_around)):
            return None
        needs_index = mention_count(node.body, index) > uses
        if index in self._outside and not needs_index:
            return None
        self.unpacked += isinstance(target, ast.Tuple)
        result = copy(node)
        result.iter, result.target = name_node(self._records.name), target
        if needs_index:
            result.iter = expr_from_template("enumerate({x})", x=self._records.name)
            result.target = ast.Tuple([ast.Name(index, STORE), target], STORE)
        result.body = [self.with_name(each, index, target) for each in node.body]
        return result


def is_plain_index(index: ast.expr) -> bool:
    """Whether an index is a variable, an attribute of one, or `int` of such."""
    match index:
        case ast.Call(func=ast.Name(id="int"), args=[value]):
            return is_plain_index(value)
        case ast.Attribute(value=ast.Name(id=owner)):
            return owner != "machine"  # whose attributes change while it works
        case ast.Name():
            return True
    return False


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
            case ast.Subscript(value=owner, slice=index) if is_variable(owner) and is_plain_index(index):
                if expression_text(owner) == records:
                    found[expression_text(index)] += 1
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
