"""Names the class, the fields and the list of records after the names and the uses of parallel lists."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterator, Sequence, Set
from itertools import chain, count, takewhile

from retromaze.python.fragments import decimal_int
from retromaze.python.layout import comments_above, margin_of
from retromaze.python.parallel_lists import ListUse
from retromaze.python.printer import expression_text
from retromaze.python.statement_walks import is_literal, nodes_in

DEFAULT_NAME = "item"
"""The name of records that nothing names."""
POINT, SPRITE, TILE = "point", "sprite", "tile"
"""The names of records of coordinates that nothing names, of those that say where sprites stand, and of those
that the items of a map choose."""
DIRECTION, FIGHTER = "direction", "fighter"
"""The names of records of two small steps, and of those with several of the STATS."""
STATS = {"agi", "atk", "def", "exp", "hp", "life", "lv", "maxhp", "maxmp", "mp", "name", "str"}
"""What players call the properties of those that fight."""
FEWEST_UNNAMED = 3
"""The fewest lists without a common prefix that become records; with a prefix, two are enough."""
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
