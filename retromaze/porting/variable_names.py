"""Finds Python names for variables: in comments, in texts that are shown with them, in their use.

Comments name them beside one, `LV=3 'lives`, and in lists, `'SC=SCORE LV=LEVEL`; texts by `PRINT "SCORE:";SC`
and `INPUT "HOW MANY DISKS";N`. Names that a listing writes as one word are cut where its words are known:
`make_floor` for MAKEFLOOR.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import pairwise, zip_longest
from string import ascii_uppercase
from typing import NamedTuple

from retromaze.analysis.side_effects import variables_stored
from retromaze.language import nodes
from retromaze.language.block_tree import Step, all_steps, inner_blocks
from retromaze.language.nodes import Expression, Head, chain_operands, nodes_in
from retromaze.language.program import Program, Variable
from retromaze.language.prologue import Value, literal_value
from retromaze.porting.units import PortUnit
from retromaze.porting.webs import Webs
from retromaze.python.record_names import VERBS

# ---- comments


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


# ---- texts


SHORT = 2
"""A longer variable is named only by a label that has its letters."""
LABEL = re.compile(
    r"(?:^ *|[^\w' -] *|  )(?:(?:your|the|my) )?"
    r"([A-Z]+(?:[ -](?!(?:is|was|are)\b)[A-Z]+)?)"
    r"(?: is| was| are)? ?([:=]?)[ $]*\Z",
    re.ASCII | re.IGNORECASE,
)
"""One or two words at the end of a text, behind its beginning, two blanks, or a sign that ends a sentence."""
LONGEST_LABEL = 40
"""The part of a text that is searched for a label."""
FIELD = re.compile(r"%[-+ 0,]*\d*(?:\.\d+)?[SDXFB]", re.IGNORECASE)
"""A place for a value in the text of FORMAT$."""
PROMPT = re.compile(r"([A-Z]+(?: [A-Z]+)?) ?(?:[(\[<].*)?[ ?:=>.-]*", re.ASCII | re.IGNORECASE)
REQUEST = re.compile(
    r"(?:(?:please|enter|input|type|in|choose|pick|select|what is|what's|how many|number of|which)"
    r" +|(?:the|a|an|your) +)*",
    re.IGNORECASE,
)
"""What stands in a prompt before the thing that is asked for."""
SENTENCES = """
a about add after an and any are as at back be before bye by can cannot choose continue costs divide
do does done down enter find for found from get go gets goes got guessed had has have hello hey hi
hit hold how i if in input into is it its kill left lose lost make minus more moved multiply my need
needs next no not now of off ok on only or out over pick picked play played plays please plus press
push quit restart roll rolled say says see seen select so still subtract take taken takes than
thanks that the them then there they this times to too took try type under until up use used versus vs was
we welcome well were what when where which while who why will win with without won yes you your yours
"""
NO_NAMES = frozenset(SENTENCES.split())
"""Words of sentences: a label with one of them names nothing."""
TWO_WORDS = frozenset({"hi", "left", "next"})
"""Those that are part of a name of two words, as HI SCORE and TIME LEFT are."""


class NameEvidence(NamedTuple):
    """Words that a text of the listing has for a variable, and how much they prove.

    Those of a prompt (`is_prompt`) are right for any variable. Others have to be what the variable's name is
    short for, unless they are a label that stands by itself, as in a row of scores: with a colon, or one of
    two in one PRINT (`stands_alone`).
    """

    words: str
    is_prompt: bool
    stands_alone: bool = False


def names_from_texts(units: Sequence[PortUnit]) -> dict[Variable, str]:
    """Returns a name for each variable from the texts that show it or ask for it, if all texts agree."""
    evidence_by_variable: dict[Variable, list[NameEvidence]] = defaultdict(list)
    for unit in units:
        for name, evidence in evidence_of(unit):
            variable = unit.scope.find(name)
            # a text with the variable's own name tells nothing new
            is_new_name = evidence.words != name.rstrip(SUFFIXES).lower()
            if variable and not variable.is_array and is_new_name:
                evidence_by_variable[variable].append(evidence)
    return {
        variable: words
        for variable, pieces in evidence_by_variable.items()
        if (words := agreed_name(variable.name, pieces))
    }


def agreed_name(name: str, pieces: Sequence[NameEvidence]) -> str:
    """Returns the name on which all pieces of evidence agree; "" if they do not.

    `score` and `final_score` agree on `score`: it is the shortest, and all others end with it. `name` is the
    variable's name in the listing.
    """
    words = min((each.words for each in pieces), key=len)
    if not all(f"_{each.words}".endswith(f"_{words}") for each in pieces):
        return ""
    if is_short_for(name, words):
        return words
    # a name of one or two letters may stand for anything, a longer one is taken to be a word
    is_convincing = any(each.is_prompt or (each.stands_alone and "_" not in words) for each in pieces)
    return words if is_convincing and len(name.rstrip(SUFFIXES)) <= SHORT else ""


def evidence_of(unit: PortUnit) -> Iterator[tuple[str, NameEvidence]]:
    """Yields the variables that texts of a unit show or ask for, with the words of the texts."""
    blocks = [unit.body, *(block for step in all_steps(unit.body) for block in inner_blocks(step))]
    for block in blocks:
        for before, step in pairwise([None, *block.statements]):
            match step:
                case nodes.Print(items=items):
                    # the text of the PRINT before it, if both write one line
                    open_text = [text] if (text := unfinished_text(before)) else []
                    yield from labeled_variables(
                        [*open_text, *(each for each in items if not isinstance(each, str))]
                    )
                case nodes.Instruction(name="GPUTCHR", arguments=[_, _, text, *_]) if text is not None:
                    yield from labeled_variables([text])
                case (
                    nodes.Input(guide=guide, targets=[nodes.Name(name=name)])
                    | nodes.LineInput(guide=guide, target=nodes.Name(name=name))
                ):
                    text = guide if guide is not None else unfinished_text(before)
                    if isinstance(text, nodes.String) and (words := prompted_name(text.value)):
                        yield name, NameEvidence(words, is_prompt=is_request(text.value))


def unfinished_text(step: Step | None) -> Expression | None:
    """Returns the text that a PRINT ends with if its line goes on: `PRINT "SCORE:";`; else None."""
    match step:
        case nodes.Print(items=[*_, nodes.String() as text, ";"]):
            return text
    return None


def labeled_variables(items: Sequence[Expression]) -> list[tuple[str, NameEvidence]]:
    """Returns the variables in the items of a PRINT that come right after a label, as SC after "SCORE:"."""
    texts_and_names = [each for item in items for each in texts_and_variables(item)]
    # each variable that has a label in the text right before it: (name, (words, whether a colon marks them))
    labeled = [
        (name, label)
        for (text, _), (_, name) in pairwise([("", ""), *texts_and_names])
        if name and text and (label := label_of(text))
    ]
    return [
        (name, NameEvidence(words, is_prompt=False, stands_alone=is_marked or len(labeled) > 1))
        for name, (words, is_marked) in labeled
    ]


def texts_and_variables(item: Expression) -> Iterator[tuple[str, str]]:
    """Yields the texts and variables that an item shows, as ("SCORE ", "") and ("", "SC").

    ("", "") stands for a value that is no variable.
    """
    is_sum = isinstance(item, nodes.Binary) and item.operator == "+" and not displayed_variable(item)
    for part in chain_operands(item) if isinstance(item, nodes.Binary) and is_sum else [item]:
        match part:
            case nodes.String(value=text):
                yield text, ""
            case nodes.Function(name="FORMAT$", arguments=[nodes.String(value=text), *values]):
                texts = FIELD.split(text)  # one more than there are fields, each of which shows a value
                for before, value in zip_longest(texts, values[: len(texts) - 1]):
                    if before:
                        yield before, ""
                    if value is not None:
                        yield "", displayed_variable(value)
            case _:
                yield "", displayed_variable(part)


def displayed_variable(value: Expression | None) -> str:
    """Returns the variable that an expression shows: A of `A`, `A+1`, `STR$(A)`, `FLOOR(A)`; else ""."""
    match value:
        case nodes.Name(name=name):
            return name
        case nodes.Binary(operator="+", left=nodes.Name(name=name), right=nodes.Number()):
            return name
        case nodes.Function(name="STR$" | "FLOOR", arguments=[nodes.Name(name=name), *_]):
            return name
    return ""


def label_of(text: str) -> tuple[str, bool] | None:
    """Returns the name in the label that a text ends with, and whether a colon or `=` follows it.

    ("high_score", True) for "YOUR HIGH SCORE: "; None for a text without a label.
    """
    text = text.rstrip(" ")
    # an apostrophe is neither the beginning of a text nor part of a label
    match = LABEL.search(text if len(text) <= LONGEST_LABEL else f"'{text[-LONGEST_LABEL:]}")
    words = joined_name(match[1].lower().replace("-", " ").split()) if match else ""
    return (words, bool(match and match[2])) if words else None


def prompted_name(text: str) -> str:
    """Returns what a prompt asks for, as a name: `disks` for "HOW MANY DISKS?"; "" if it is no plain name."""
    beginning = REQUEST.match(text.strip())
    assert beginning  # it may match no characters
    match = PROMPT.fullmatch(beginning.string, beginning.end())
    return joined_name(match[1].lower().split()) if match else ""


def is_request(text: str) -> bool:
    """Whether a prompt asks for what it names; "CALC>" may as well say which program waits."""
    beginning = REQUEST.match(text.strip())
    return not text.rstrip().endswith(">") or bool(beginning and beginning[0])


def joined_name(words: Sequence[str]) -> str:
    """Returns words as a name: `high_score`; "" if they are part of a sentence."""
    sentence_words = NO_NAMES - TWO_WORDS if len(words) > 1 else NO_NAMES
    return "_".join(words) if words and sentence_words.isdisjoint(words) else ""


# ---- names in one word


SHORTEST_PART, LONG_PART = 3, 4
"""The fewest letters of a part, and of each part of a name without a verb before it."""
WORD = re.compile("[a-z]{3,}")
MORE_VERBS = "change compile count create del drop fill find get paint pick redraw remove select swap walk"
KINDS = {"auto", "best", "first", "last", "left", "main", "max", "new", "next", "one", "right"}
"""Words that say which one of several things is meant."""
NOUNS = """
all area ball bar block board bomb boss bullet card cell col color data enemy enemies file fish floor game
gap hero hit item key level line list loop map mark maze menu model mon monster name page palette path piece
player random range room row score screen shot sprite stage star text tile time title turn unit wall word
"""
COMPOUNDS = "checkmate checksum fireworks keyboard newline password runaway runtime starfish"
ACTIONS, THINGS, WHOLE_WORDS = VERBS.union(MORE_VERBS.split()), {*NOUNS.split()}, {*COMPOUNDS.split()}


def words_in(text: str) -> set[str]:
    """Returns the words in a text, in lower case."""
    return {*WORD.findall(text.lower())}


def words_apart(name: str, known: Set[str]) -> str:
    """Returns a name with an underscore between its two words, if both are among the `known` ones or above.

    The first word must be a verb or a kind, or the last one a verb, or both must be long.
    """
    letters = name.lower().rstrip("$%#")
    things = THINGS | known
    for at in range(len(letters) - SHORTEST_PART, SHORTEST_PART - 1, -1):
        first, last = letters[:at], letters[at:]
        is_thing = last in things or last.removesuffix("s") in things
        if (first in ACTIONS | KINDS and is_thing) or (
            first in things and len(last) >= LONG_PART and (last in ACTIONS or (is_thing and at >= LONG_PART))
        ):
            return name if letters in WHOLE_WORDS else f"{name[:at]}_{name[at:]}"
    return name


# ---- all sources


LONGEST_REPLACED = 3
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
LIKE_ONE = {"L", "L%"}
"""Variables that are called `last` as a loop's limit and `length` as a LEN, because `l` looks like a 1."""


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
    return letters <= LONGEST_REPLACED and letters < len(words)


def names_from_use(program: Program, webs: Webs) -> dict[str, str]:
    """Returns names from texts of PRINT and INPUT, sizes of arrays (`width`, `height`), and limits (`last`).

    Only a variable that means the same everywhere (it has one web) gets such a name, and only if all
    variables of its name, in the main program and in DEFs, get the same.
    """
    words = names_from_texts(webs.graph.units)
    sizes = {name for head in program.main.heads for name in size_variables(head)}
    stops = [head.stop for head in program.main.heads if isinstance(head, nodes.For)]
    limits = {each.name for each in stops if isinstance(each, nodes.Name)} & LIKE_ONE
    for variable in program.main.variables.values():
        if variable.name in sizes and variable not in words:
            words[variable] = SIZES[variable.name.rstrip(SUFFIXES)]
        if variable.name in limits and variable not in words:
            words[variable] = "last"
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
            return name_of_value(variable, value)
        case nodes.Declare(declarations=declarations):
            values = [each.value for each in declarations if each.name == variable]
            return name_of_value(variable, values[0]) if values else ""
        case nodes.LineInput(target=nodes.Name()) if len(variable.rstrip(SUFFIXES)) < LONGEST_REPLACED:
            return "line"
        case nodes.Input(targets=[nodes.Name()]) if variable.endswith("$"):
            return "answer"
        case nodes.Instruction(name=instruction, outputs=outputs) if instruction in OUTPUTS and outputs:
            for target, word in zip(outputs, OUTPUTS[instruction], strict=False):
                if isinstance(target, nodes.Name) and target.name == variable:
                    return word
    return ""


def name_of_value(variable: str, value: Expression | None) -> str | None:
    """Returns a variable's name by its value, `buttons` for `BUTTON() AND 15`; None for 0, "" and none."""
    match value:
        case None | nodes.Number(value=0) | nodes.String(value=""):
            return None
        case nodes.Binary(operator="AND", left=masked, right=nodes.Number()):
            return name_of_value(variable, masked)
        case nodes.Function(name="LEN") if variable in LIKE_ONE:
            return "length"
        case nodes.Function(name=function):
            return RESULTS.get(function, "")
        case nodes.Name(name="MAINCNT"):
            return "start_frame"
    return ""
