"""Answers to exercises, judged."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from retromaze.catalogue_entry import programs_folder
from retromaze.commands.lesson import read_material
from retromaze.error_report import describe
from retromaze.errors import UsageError
from retromaze.lessons.exercises import (
    ComparedValue,
    Judgement,
    check_lesson,
    explanations,
    judgement_of,
    trial_options,
)
from retromaze.lessons.lesson_moments import Material
from retromaze.lessons.lesson_reading import Exercise, LessonError, read_lesson, without_blanks
from tests.amounts import fewer

ANSWERS = Path(__file__).with_name("exercise_answers.txt").read_text("utf-8")
EXERCISES = re.findall(r"^## (\w+ \d+)$", ANSWERS, re.MULTILINE)
ANSWER = re.compile(r"^(right|wrong): (.+)\n((?:[-+=] ?.*\n?)*)", re.MULTILINE)
CHANGE = re.compile(r"((?:- .*\n)+)((?:\+.*\n?)+)")


def answers_to(exercise: str) -> Iterator[tuple[str, str, str]]:
    """Each answer to an exercise: "right" or "wrong", its name, and its lines."""
    section = ANSWERS.split(f"## {exercise}\n")[1].split("\n## ")[0]
    yield from ANSWER.findall(section)


def listing_of(plain: str, answer: str) -> str:
    """The whole listing of an answer."""
    if answer.startswith("="):
        return "".join(f"{line.removeprefix('= ')}\n" for line in answer.splitlines())
    lines = [[line] for line in plain.splitlines()]
    for old, new in CHANGE.findall(answer):
        wanted = [without_blanks(line.removeprefix("- ")) for line in old.splitlines()]
        first = place_of(wanted, [without_blanks(line) for line in plain.splitlines()])
        lines[first : first + len(wanted)] = [[] for _ in wanted]
        lines[first] = [line.removeprefix("+").removeprefix(" ") for line in new.splitlines()]
    return "".join(f"{line}\n" for group in lines for line in group)


def place_of(wanted: list[str], lines: list[str]) -> int:
    """Where lines stand one after the other, or else lines that have them as parts."""
    starts = range(len(lines) - len(wanted) + 1)
    whole = [at for at in starts if lines[at : at + len(wanted)] == wanted]
    parts = [at for at in starts if all(map(str.__contains__, lines[at : at + len(wanted)], wanted))]
    return [*whole, *parts][0]


@pytest.mark.parametrize("exercise", fewer(["binary_tree 8"], EXERCISES))
def test_right_answers_are_right_and_wrong_ones_wrong(exercise: str) -> None:
    """Each exercise is solved in two ways at least."""
    name, step = exercise.split()
    material = read_material(programs_folder() / f"{name}.lesson.md")
    asked = material.lesson.steps[int(step) - 1].exercise
    assert asked is not None
    found, wanted = {}, {}
    for word, way, answer in answers_to(exercise):
        try:
            verdict = judgement_of(material, asked, listing_of(material.start_text(asked), answer))
            found[way] = "right" if verdict.is_right else "wrong"
        except UsageError:
            found[way] = "wrong"
        wanted[way] = word
    assert found == wanted
    assert list(wanted.values()).count("right") >= 2


def test_every_exercise_of_ours_has_answers() -> None:
    lessons = programs_folder().glob("*.lesson.md")
    found = [
        f"{path.name.partition('.')[0]} {number}"
        for path in sorted(lessons)
        for number, step in enumerate(read_lesson(path.read_text("utf-8")).steps, 1)
        if step.exercise
    ]
    assert found == EXERCISES


LISTING = "N=3\nDIM M[N]\nFOR I=1 TO N\nM[I-1]=I\nPRINT I\nNEXT\n"
LESSON = """\
# Counting
## Try it
```lesson
{}
exercise again N=5
solution "PRINT I" to "PRINT I:INC K"
```
"""


def material_of(block: str, listing: str = LISTING) -> Material:
    return Material(read_lesson(LESSON.format(block)), listing, None)


def exercise_of(material: Material) -> Exercise:
    [step] = material.lesson.steps
    assert step.exercise
    return step.exercise


def verdict_on(answer: str, block: str = "exercise compares K, M", listing: str = LISTING) -> Judgement:
    material = material_of(block, listing)
    return judgement_of(material, exercise_of(material), answer, "mine.bas")


def test_a_wrong_value_stands_beside_the_wanted_one() -> None:
    assert verdict_on(LISTING) == replace(
        verdict_on(LISTING), rows=[ComparedValue("K", "-", "3")], is_right=False
    )
    assert verdict_on(LISTING.replace("PRINT I", "PRINT I:K=K+1")) == Judgement(
        True, 2, [ComparedValue("K", "3", "3")]
    )


def test_what_differs_is_explained_in_the_reader_s_language() -> None:
    block = 'exercise compares K, M "counted"\nexercise draws graphics\nexercise draws text but 1 "sums"'
    rows = verdict_on(LISTING.replace("=I\n", "=I*I\n") + "GPSET 7,9\nLOCATE 0,0:PRINT 77\n", block).rows
    assert explanations(rows, "en") == [
        "K: counted",
        "M[1]: counted",
        "GSPOIT(7,9): the color of a dot on the graphic page, the first that differs",
        "≠ CHKCHR: how many places differ from a solution — sums",
    ]
    assert explanations(rows, "ja")[3] == "≠ CHKCHR: 解答の例と違うところの数 — sums"


def test_an_array_is_told_by_its_first_element_that_differs() -> None:
    right = LISTING.replace("PRINT I", "INC K:PRINT I")
    assert verdict_on(right.replace("=I\n", "=I*I\n")).rows == [
        ComparedValue("K", "3", "3"),
        ComparedValue("M[1]", "4", "2"),
    ]
    assert verdict_on(right.replace("DIM M[N]", "DIM M[9]")).rows == [
        ComparedValue("K", "3", "3"),
        ComparedValue("DIM M", "9", "3"),
    ]


def test_a_number_that_is_right_in_the_lesson_s_own_run_alone() -> None:
    material = material_of("exercise compares K")
    verdict = verdict_on("K=3\n" + LISTING, "exercise compares K")
    assert verdict.rows == [ComparedValue("K", "3", "5")]
    assert trial_options(material.lesson, verdict.trial) == "--set N=5"


def test_an_error_is_told_as_the_console_tells_it() -> None:
    told = {
        "PRNT 1\n": "Undefined function in 0:1",
        "PRINT 1\nK=(1\n": "Syntax error in 0:2",
        "DIM M[2]\nK=M[5]\n": "Subscript out of range in 0:2",
    }
    errors = {listing: verdict_on(listing).error for listing in told}
    assert {listing: error and error.message for listing, error in errors.items()} == told
    assert {(error.path, error.source) for error in errors.values() if error} == {
        ("mine.bas", listing) for listing in told
    }


def test_an_answer_without_an_end_is_left() -> None:
    listings = ["@A:GOTO @A\n", "@A:VSYNC:GOTO @A\n", "VSYNC 99999\n", "DEF F\nWHILE 1:K=K+1:WEND\nEND\nF\n"]
    verdicts = {listing: verdict_on(listing) for listing in listings}
    assert [listing for listing, each in verdicts.items() if each.is_right or not each.is_endless] == []


def test_an_error_that_the_solution_has_too_is_none_of_the_answer_s() -> None:
    listing = LISTING + "K=M[9]\n"
    assert verdict_on(listing.replace("PRINT I", "INC K"), "exercise compares K", listing).is_right


def test_what_is_drawn() -> None:
    """Rows that the solution leaves empty are free: there an answer may print what it has counted."""
    right = LISTING.replace("PRINT I", "PRINT I:INC K")
    block = "exercise compares K\nexercise draws text"
    assert verdict_on(right + "LOCATE 0,9:PRINT K\n", block).is_right
    assert verdict_on(right + "LOCATE 0,2:PRINT K+4\n", block).rows[1:] == [
        ComparedValue("CHKCHR(0,2)", '"7"', '"3"')
    ]
    assert verdict_on(right + "LOCATE 0,2:PRINT K+4\n", f"{block} but 1").is_right
    # where some may differ, the first one would only tell the solution's
    assert verdict_on(right + 'LOCATE 0,2:PRINT "AB"\n', f'{block} but 1 "sums"').rows[1:] == [
        ComparedValue("≠ CHKCHR", "2", "0…1", "sums")
    ]
    assert verdict_on(right + "GPSET 7,9,#RED\n", block).is_right
    graphics = verdict_on(right + "GPSET 7,9,#RED\n", "exercise draws graphics")
    assert graphics.rows == [ComparedValue("GSPOIT(7,9)", "&HFFF80000", "&H00000000")]
    cells = verdict_on(right + "BGPUT 1,3,2,7\n", "exercise draws background")
    assert cells.rows == [ComparedValue("BGGET(1,3,2)", "7", "0")]
    layers = verdict_on(right + "XSCREEN 0,512,2\n", "exercise draws background")
    assert layers.rows == [ComparedValue("BGGET(2,", "-", "25×15"), ComparedValue("BGGET(3,", "-", "25×15")]


CHANCE = "N=3\nA=RND(2)\nPRINT I\n"


def test_a_value_that_has_to_vary() -> None:
    block = "exercise compares K\nexercise varies A\n" + "\n".join(
        f"exercise again seed {n}" for n in range(9)
    )
    solution_outcome = CHANCE.replace("PRINT I", "PRINT I:INC K")
    assert verdict_on(solution_outcome, block, CHANCE).is_right
    assert verdict_on(solution_outcome.replace("RND(2)", "1-RND(2)"), block, CHANCE).is_right
    assert verdict_on(solution_outcome.replace("RND(2)", "1"), block, CHANCE) == Judgement(
        False, 11, constant="A"
    )


def test_one_of_several_solutions() -> None:
    block = 'exercise compares K\nsolution "N=3" to "N=3:K=7"\nor "N=3" to "N=3:K=8"'
    text = LESSON.format(block).replace('exercise again N=5\nsolution "PRINT I" to "PRINT I:INC K"\n', "")
    material = Material(read_lesson(text), LISTING, None)
    found = {
        k: judgement_of(material, exercise_of(material), f"{LISTING}K={k}\n").is_right for k in (6, 7, 8)
    }
    assert found == {6: False, 7: True, 8: True}


def test_a_run_with_a_line_changed() -> None:
    block = 'exercise compares K\nexercise again "FOR I=1 TO N" to "FOR I=2 TO N"'
    right = LISTING.replace("PRINT I", "INC K")
    assert verdict_on(right, block).is_right
    verdict = verdict_on(LISTING.replace("NEXT", "NEXT:K=N"), block)
    assert verdict.trial is not None
    assert trial_options(material_of(block).lesson, verdict.trial) == '"FOR I=1 TO N" → "FOR I=2 TO N"'
    with pytest.raises(UsageError, match=r"^mine\.bas: this has to stay a line of its own: FOR I=1 TO N$"):
        verdict_on("K=3\n", block)


def test_an_exercise_that_begins_with_a_gap() -> None:
    """What is judged wrong is the listing with the gap; solutions and answers fill it."""
    gap = 'exercise begins "PRINT I" to "\'here" "\'and here"\nexercise compares K'
    text = LESSON.format(gap).replace('"PRINT I" to "PRINT I:INC K"', '"\'here" to "INC K" "PRINT I"')
    material = Material(read_lesson(text), LISTING, None)
    check_lesson(material)
    exercise = exercise_of(material)
    start = "N=3\nDIM M[N]\nFOR I=1 TO N\nM[I-1]=I\n'here\n'and here\nNEXT\n"
    assert material.start_text(exercise) == start
    assert judgement_of(material, exercise, start).rows == [ComparedValue("K", "-", "3")]
    assert judgement_of(material, exercise, start.replace("'and here", "K=K+1")).is_right


PORT = """\
WORDS = 'one two three'.split()


def name(n):
    return WORDS[n]


def main(machine, N=3):
    for number in range(N):
        machine.console.print(name(number))
    while not machine.input.button():
        machine.idle()
"""
PORT_LESSON = """\
# Counting
## Try it
```lesson
exercise port
exercise compares name(1)
exercise compares len(WORDS), machine.frame > 0 "how many words"
exercise again N=5
solution "WORDS = 'one two three'.split()" to "WORDS = 'one deux three four five'.split()"
```
"""


def verdict_on_port(old: str, new: str) -> Judgement:
    """Of the port with a part replaced, whose runs print three words and five."""
    material = Material(read_lesson(PORT_LESSON), LISTING, PORT)
    return judgement_of(material, exercise_of(material), PORT.replace(old, new), "mine.py")


def test_values_of_a_port_are_written_by_python_where_it_waits() -> None:
    wanted = ["'deux'", "(5, True)"]
    right = verdict_on_port("two three", "deux trois quatre cinq")
    assert [row.yours for row in right.rows] == wanted
    assert right.is_right
    wrong = verdict_on_port("two three", "two three four")
    assert [row.yours for row in wrong.rows] == ["'two'", "(4, True)"]
    assert [row.wanted for row in wrong.rows] == wanted
    assert explanations(wrong.rows, "en") == ["len(WORDS), machine.frame > 0: how many words"]


def test_an_error_of_a_port_has_its_place() -> None:
    told = {
        ("[n]", "[n + 9]  # 一"): "IndexError: list index out of range\nmine.py:5:12\n"
        "      return WORDS[n + 9]  # 一\n             ^",
        ("return", "一, x = 1, n.y or"): "AttributeError: 'int' object has no attribute 'y'\nmine.py:5:15\n"
        "      一, x = 1, n.y or WORDS[n]\n                 ^",
        (
            "return",
            "return (",
        ): "SyntaxError: '(' was never closed\nmine.py:5:12\n      return ( WORDS[n]\n             ^",
        (
            "for number in",
            "raise SystemExit\n    for number in",
        ): "SystemExit\nmine.py:9:5\n      raise SystemExit\n      ^",
        ("def name", "def naming"): "NameError: name 'name' is not defined\nmine.py:10:31\n"
        "          machine.console.print(name(number))\n                                ^",
        ("name(n", "naming(n"): "NameError: name 'name' is not defined\nmine.py",
        ("range(N)", "range(machine.rng.below(-1))"): "Out of range\nmine.py:9:25\n"
        "      for number in range(machine.rng.below(-1)):\n                          ^",
        ("main", "mine"): "mine.py has no function main; it has name, mine\nmine.py",
    }
    found = {}
    for old, new in told:
        verdict = verdict_on_port(old, new)
        found[old, new] = describe(verdict.error) if verdict.error else ""
    assert found == told


def test_an_exercise_that_proves_nothing() -> None:
    wanted = {
        "exercise compares N": "the listing is right before anything is changed",
        "exercise compares NOSUCH": "NOSUCH has no value in the solution",
        'exercise compares K\nsolution "NEXT" to "NEXT:GOTO"': (
            "K has no value in the solution, which stops: Syntax error in 0:6"
        ),
        "exercise compares K\nexercise varies N-N": "N-N has the same value in all runs of the solution",
        "exercise again seed 5": "an exercise compares or draws something",
        'exercise compares K\nsolution "WAIT" to ""': "no line of the listing has 'WAIT'",
        'exercise compares K\nsolution "PRINT" to ""': "'PRINT' is only a part of line 5: PRINT I",
    }
    found = {}
    for block in wanted:
        with pytest.raises(LessonError) as wrong:
            check_lesson(material_of(block))
        assert wrong.value.line == 4
        found[block] = wrong.value.reason
    assert found == wanted


def test_a_gap_that_is_an_empty_line() -> None:
    text = LESSON.format('exercise compares K\nexercise begins "PRINT I" to ""').replace(
        'solution "PRINT I"', 'solution ""'
    )
    check_lesson(Material(read_lesson(text), LISTING, None))


def test_an_exercise_without_a_solution() -> None:
    text = LESSON.format("exercise compares K").replace('solution "PRINT I" to "PRINT I:INC K"\n', "")
    with pytest.raises(LessonError, match=r"^an exercise has a solution$"):
        check_lesson(Material(read_lesson(text), LISTING, None))
