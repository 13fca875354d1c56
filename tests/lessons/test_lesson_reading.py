"""Lessons as texts: what is read, and what is wrong in one with its line."""

import pytest

from retromaze.lessons.lesson_reading import (
    LARGEST,
    LAST,
    Drawing,
    Exercise,
    Lesson,
    LessonError,
    LessonStage,
    Moment,
    NamedColor,
    Prediction,
    Trial,
    line_number,
    prerequisites_and_goals,
    read_lesson,
    reading_order_of,
)

WHOLE = """\
# Counting

What it is about.

```lesson
seed 7
set width=21
```

## The first step

A text with code:

```
## no heading
```

```lesson
at line "A=A+1" 2nd
watch A, M[1,2]
predict "Is it "A"?"
choice "yes" = A==1
choice "no" = A!=1
because "It is."
listing "PRINT A"
port "print(a)"
```

## The second

```lesson
when LEN(A) largest
exercise compares A, M[1,2] "the counters"
exercise draws graphics "a maze"
exercise draws text but 2
exercise varies B
exercise again seed 3 height=9 press UP@7
exercise again "A=A+1" to "A=A-1" width=5
solution "A=A+1" to "A=A+5"
solution "PRINT A" to "PRINT 5" "END"
hint "Look at "A"."
or "A=A+1" to ""
```

## The last

No moment.
"""


def test_a_whole_lesson() -> None:
    first = LessonStage(
        "The first step",
        10,
        "A text with code:\n\n```\n## no heading\n```",
        Moment("line", 19, "A=A+1", which=2),
        ("A", "M[1,2]"),
        ("PRINT A",),
        ("print(a)",),
        prediction=Prediction(21, 'Is it "A"?', "", (("yes", "A==1"), ("no", "A!=1")), "It is."),
    )
    exercise = Exercise(
        33,
        ("A", "M[1,2]"),
        (Drawing("graphics", meaning="a maze"), Drawing("text", 2)),
        ("B",),
        (
            Trial(37, 3, {"width": "21", "height": "9"}, "UP@7"),
            Trial(38, 7, {"width": "5"}, "", (("A=A+1", "A=A-1"),)),
        ),
        ((("A=A+1", "A=A+5"), ("PRINT A", "PRINT 5\nEND")), (("A=A+1", ""),)),
        {"A": "the counters", "M[1,2]": "the counters"},
        ('Look at "A".',),
    )
    second = LessonStage("The second", 29, "", Moment("when", 32, "LEN(A)", which=LARGEST), exercise=exercise)
    last = LessonStage("The last", 45, "No moment.")
    assert read_lesson(WHOLE) == Lesson(
        "Counting", "What it is about.", (first, second, last), 7, {"width": "21"}
    )


def test_what_pictures_show_and_what_their_colors_mean() -> None:
    """Colors are as the screen shows them: five bits a channel, widened."""
    block = 'screen 0 8 46 30\ncolors #WHITE=rock #A52A2A="a wall"\ncolors #NAVY=floor'
    lesson = read_lesson(f"# A\n```lesson\n{block}\n```\n## B\n")
    assert lesson.screen == (0, 8, 46, 30)
    assert lesson.colors == (
        NamedColor(4, "#WHITE", 0xFFFFFF, "rock"),
        NamedColor(4, "#A52A2A", 0xA52929, "a wall"),
        NamedColor(5, "#NAVY", 0x000084, "floor"),
    )


def test_the_path_through_lessons() -> None:
    """Each behind the one that it names; those that wait for each other come last."""
    block = "# A\n```lesson\n{}\n```\n## B\n"
    after = {"a": "b", "b": "", "c": "b", "d": "a", "e": "far", "f": "g", "g": "f"}
    lessons = {
        name: read_lesson(block.format(f"after {each}" if each else "seed 1")) for name, each in after.items()
    }
    assert reading_order_of(lessons) == ["b", "a", "d", "c", "e", "f", "g"]
    told = read_lesson(block.format("needs a stack, bits\ngives union-find"))
    assert prerequisites_and_goals(told, "en") == ["you need: a stack, bits", "you learn: union-find"]
    assert prerequisites_and_goals(told, "ja") == ["必要な知識: a stack, bits", "学べること: union-find"]
    assert prerequisites_and_goals(lessons["a"], "en") == []


def test_moments() -> None:
    moments = {
        "at start": Moment("start", 4),
        "at end": Moment("end", 4),
        "at draw 12": Moment("draw", 4, number=12),
        "at frame 60": Moment("frame", 4, number=60),
        "at line 34": Moment("line", 4, number=34),
        'at line "X=1"': Moment("line", 4, "X=1"),
        'at line "X=1" first': Moment("line", 4, "X=1"),
        'at line "X=1" last': Moment("line", 4, "X=1", which=LAST),
        'at line "X=1" 3rd': Moment("line", 4, "X=1", which=3),
        "when N==0": Moment("when", 4, "N==0"),
        "when N==0 12th": Moment("when", 4, "N==0", which=12),
    }
    sources = {words: f"# A\n## B\n```lesson\n{words}\n```\n" for words in moments}
    assert {words: read_lesson(source).steps[0].moment for words, source in sources.items()} == moments


def test_a_block_ends_with_as_many_backticks_as_began_it() -> None:
    text = "````text\n```\n## C\nlesson\n```\n`````"
    (step,) = read_lesson(f"# A\n## B\n{text}\n````lesson\nat end\n````\n").steps
    assert (step.text, step.moment) == (text, Moment("end", 10))


def test_what_is_wrong_is_told_with_its_line() -> None:
    reasons = [
        ("nothing", 1, "a lesson begins with a heading: # Its title"),
        ("# A\ntext", 1, "a lesson has steps: ## What is seen"),
        ("# A\n## B\n```lesson\nat end\n", 2, "a block ```lesson has no end"),
        (
            "# A\n```lesson\nspeed 7\n```\n## B",
            3,
            "'speed 7' says nothing of a run: seed 7, set width=21, or press DOWN@10",
        ),
        *(
            (
                f"# A\n```lesson\n{wrong}\n```\n## B",
                3,
                f"{wrong!r} says nothing of a run: seed 7, set width=21, or press DOWN@10",
            )
            for wrong in ("screen 0 0 0 9", "screen 380 0 46 30", "colors", "colors white=rock")
        ),
        ("# A\n```lesson\ncolors #PINK=rock\n```\n## B", 3, "#PINK is no color: #WHITE, or #A52A2A"),
        (
            "# A\n```lesson\npress JUMP@4\n```\n## B",
            3,
            "no button is called 'JUMP'; there are UP DOWN LEFT RIGHT A B X Y L R ZR ZL",
        ),
        (
            "# A\n## B\n```lesson\nat noon\n```",
            4,
            "'at noon' is no moment:"
            ' at line "X=1" first, when N==0, at draw 9, at frame 60, at start, at end',
        ),
        ("# A\n## B\n```lesson\nat end\nat start\n```", 5, "a step has one moment"),
        (
            "# A\n## B\n```lesson\nlook X\n```",
            4,
            "'look X' is no line of a step here: at, when, watch, draw, listing, port, predict, exercise;"
            " below predict choice, because; below exercise hint, solution, or",
        ),
        ("# A\n## B\n```lesson\nwatch 1+\n```", 4, "'1+' is no expression of BASIC: Syntax error"),
        (
            "# A\n## B\n```lesson\nwhen RND(5)\n```",
            4,
            "'RND(5)' calls a function: a run stops by variables, operators and LEN",
        ),
        ("# A\n## B\n```lesson\nlisting X\n```", 4, "a line is named by its text between quotes, not by 'X'"),
    ]
    told = []
    for source, _, _ in reasons:
        with pytest.raises(LessonError) as wrong:
            read_lesson(source)
        told.append((source, wrong.value.line, wrong.value.reason))
    assert told == reasons


def test_a_line_is_found_by_its_text() -> None:
    """A whole line comes before one that only has the text in it."""
    numbers = {"B = 2": 2, "C=": 3, "A=1": 1}
    assert {text: line_number("A=1\nB=2\nC=3:A=1\n", text, 9, "listing") for text in numbers} == numbers


def test_a_line_that_is_not_there_or_not_the_only_one() -> None:
    reasons = {
        "D=4": "no line of the port has 'D=4'",
        "=": "'=' stands in several lines of the port: 1, 2, 3",
    }
    told = {}
    for text in reasons:
        with pytest.raises(LessonError) as wrong:
            line_number("A=1\nB=2\nC=3:A=1\n", text, 9, "port")
        assert wrong.value.line == 9
        told[text] = wrong.value.reason
    assert told == reasons


def test_what_is_wrong_with_an_exercise() -> None:
    wanted = {
        "exercise holds A==5": "'holds A==5' asks for nothing:"
        " compares K, draws text, draws graphics but 4, varies K, again seed 3 width=9",
        "exercise draws sprites": "'draws sprites' asks for nothing:"
        " compares K, draws text, draws graphics but 4, varies K, again seed 3 width=9",
        "exercise compares 1+": "'1+' is no expression of BASIC: Syntax error",
        "exercise port\nexercise compares 1+": "'1+' is no expression of Python: invalid syntax",
        "exercise compares K\nexercise port": "exercise port stands above what is compared",
        "exercise again seed X": "'seed X' says nothing of a run: seed 7, width=21, or press DOWN@10",
        "exercise again seed 3 press JUMP@4": "no button is called 'JUMP';"
        " there are UP DOWN LEFT RIGHT A B X Y L R ZR ZL",
        'predict "How many?" = 1+': "'1+' is no expression of BASIC: Syntax error",
        "predict How many?": "'How many?' is no question and no choice: \"How many?\" = LEN(S)",
        'predict "A?"\nchoice "yes"': '\'"yes"\' is no question and no choice: "How many?" = LEN(S)',
        'exercise compares A\nsolution "A"': '\'"A"\' is no change of a line: "old line" to "new line"',
        "exercise compares A\nhint A": "a sentence stands between quotes, not 'A'",
        'solution "A" to "B"': """'solution "A" to "B"' is no line of a step here:"""
        " at, when, watch, draw, listing, port, predict, exercise;"
        " below predict choice, because; below exercise hint, solution, or",
    }
    found = {}
    for words in wanted:
        with pytest.raises(LessonError) as wrong:
            read_lesson(f"# A\n## B\n```lesson\n{words}\n```\n")
        assert wrong.value.line == 4 + words.count("\n")
        found[words] = wrong.value.reason
    assert found == wanted


def test_numbers_of_thousands_of_digits() -> None:
    digits = "9" * 5000
    with pytest.raises(LessonError, match=r"^a seed is at most 4294967295$"):
        read_lesson(f"# A\n```lesson\nseed {digits}\n```\n## B\n")
    (step,) = read_lesson(f"# A\n## B\n```lesson\nat draw {digits}\n```\n").steps
    assert step.moment and step.moment.number == 2**31
