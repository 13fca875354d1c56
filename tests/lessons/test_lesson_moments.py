"""The moments of lessons, found in runs."""

import pytest

from retromaze.lessons.exercises import check_lesson, judgement_of
from retromaze.lessons.lesson_moments import Material, find_moments
from retromaze.lessons.lesson_reading import LessonError, read_lesson

LISTING = """\
DIM S[0]
FOR I=1 TO 4
PUSH S,I*I
IF I==3 THEN T=POP(S)
GPSET I,0
NEXT
WAIT 5
REPEAT UNTIL BUTTON(0)
"""
ENDS = LISTING.replace("REPEAT UNTIL BUTTON(0)\n", "A=0\n")
"""The same without looking for somebody at its end, which takes long."""


def moments(block: str, listing: str = LISTING) -> list[tuple[int, int, int, dict[str, str]]]:
    """Line, draws, frame and values of a step."""
    lesson = read_lesson(f"# A\n## B\n```lesson\n{block}\n```\n")
    return [
        (each.line, each.draws, each.frame, dict(each.watched))
        for each in find_moments(lesson, listing)
        if each is not None
    ]


SEEN = [
    ("at start\nwatch I", (1, 0, 0, {"I": "0"})),
    ('at line "PUSH S,I*I" 3rd\nwatch I, S', (3, 2, 0, {"I": "3", "S": "[1,4]"})),
    ('at line "GPSET I,0" last\nwatch LEN(S)', (5, 3, 0, {"LEN(S)": "3"})),
    ("at line 4 2nd\nwatch S[1]", (4, 1, 0, {"S[1]": "4"})),
    ("when LEN(S) largest\nwatch I", (4, 2, 0, {"I": "3"})),
    ("when I==3\nwatch T", (3, 2, 0, {"T": "0"})),
    ("when I smallest", (1, 0, 0, {})),
    ("at draw 2\nwatch I", (3, 2, 0, {"I": "3"})),
    ("at frame 5", (8, 4, 5, {})),
]


def test_what_is_seen_at_a_moment() -> None:
    assert [(block, moments(block, ENDS)) for block, _ in SEEN] == [
        (block, [moment_here]) for block, moment_here in SEEN
    ]


def test_the_end_of_a_run_is_where_nobody_comes_any_more() -> None:
    assert moments("at end\nwatch I, T") == [(8, 4, 8, {"I": "5", "T": "9"})]


GAME = """\
REPEAT
VSYNC
B=BUTTON(2)
IF B AND #RIGHT THEN X=X+1
IF B AND #A THEN BREAK
UNTIL 0
PRINT X
"""


def test_what_a_lesson_presses_is_played() -> None:
    text = "# A\n```lesson\npress RIGHT@10-12,RIGHT@20-22\npress A@30\n```\n## B\n```lesson\n{}\n```\n"
    [first] = find_moments(read_lesson(text.format("when X==1\nwatch X")), GAME)
    assert first is not None and (first.frame, first.line) == (10, 5)
    [end] = find_moments(read_lesson(text.format("at end\nwatch X")), GAME)
    assert end is not None and (end.frame, end.watched) == (30, {"X": "2"})
    solution = 'solution "IF B AND #RIGHT THEN X=X+1" to "IF B AND #RIGHT THEN X=X+2"'
    lesson = read_lesson(text.format(f"exercise compares X\nexercise again press RIGHT@10,A@20\n{solution}"))
    check_lesson(Material(lesson, GAME, None))
    [exercise] = [step.exercise for step in lesson.steps]
    assert exercise is not None
    assert (
        judgement_of(Material(lesson, GAME, None), exercise, GAME.replace("X+1", "X+2")).rows[0].yours == "4"
    )


def test_a_variable_of_a_subroutine_alone_is_known_outside_of_it() -> None:
    listing = "FOR I=1 TO 3:GOSUB @S:NEXT\nEND\n@S\nGOSUB @T\nRETURN\n@T\nINC N\nRETURN\n"
    [end] = find_moments(read_lesson("# A\n## B\n```lesson\nat end\nwatch N, I\n```\n"), listing)
    assert end is not None and end.watched == {"N": "3", "I": "4"}
    [inside] = find_moments(read_lesson("# A\n## B\n```lesson\nat line 7 2nd\nwatch N, I\n```\n"), listing)
    assert inside is not None and inside.watched == {"N": "1", "I": "2"}


def test_a_color_that_a_legend_names_is_in_a_picture() -> None:
    source = "# A\n```lesson\ncolors #WHITE=dots #NAVY=sea\n```\n## B\n```lesson\nat end\n```\n"
    with pytest.raises(LessonError, match=r"^#NAVY is in no picture of these moments$") as wrong:
        find_moments(read_lesson(source), LISTING)
    assert wrong.value.line == 3


def test_pictures_are_those_of_the_moments() -> None:
    source = '# A\n## B\n```lesson\nat line "GPSET I,0" 3rd\n```\n## C\nNone.\n## D\n```lesson\nat end\n```\n'
    first, none, last = find_moments(read_lesson(source), LISTING)
    assert first is not None and none is None and last is not None
    assert first.picture is not None and last.picture is not None
    assert [word != 0xFF000000 for word in first.picture[:6]] == [False, True, True, False, False, False]
    assert [word != 0xFF000000 for word in last.picture[:6]] == [False, True, True, True, True, False]


def test_a_moment_that_is_not_reached() -> None:
    reasons = [
        ('at line "GPSET I,0" 5th', 4, "the run never comes to this moment"),
        ("when I==9", 4, "the run never comes to this moment"),
        ("at draw 5", 4, "the run never comes to this moment"),
        ('at line "GLINE"', 4, "no line of the listing has 'GLINE'"),
        ("at end\nwatch NOSUCH", 4, "NOSUCH has no value at this moment"),
    ]
    found = []
    for block, _, _ in reasons:
        with pytest.raises(LessonError) as wrong:
            moments(block, ENDS)
        found.append((block, wrong.value.line, wrong.value.reason))
    assert found == reasons
