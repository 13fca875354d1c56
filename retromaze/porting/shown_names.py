"""Finds names for variables in the texts of a listing: `PRINT "SCORE:";SC`, `INPUT "HOW MANY DISKS";N`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from retromaze.language import nodes
from retromaze.language.nodes import Expression, chain_operands
from retromaze.language.program import Variable
from retromaze.language.structure import Step, all_steps, inner_blocks
from retromaze.porting.comment_names import SUFFIXES, is_short_for
from retromaze.porting.units import PortUnit

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
