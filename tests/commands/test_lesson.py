"""`retromaze lesson`, and lessons in `retromaze check`."""

import re
from io import StringIO
from pathlib import Path

import pytest
from PIL import Image

from retromaze.catalogue_entry import programs_folder
from retromaze.commands.lesson import our_lessons, read_material
from retromaze.lessons.exercises import check_lesson
from retromaze.lessons.lesson_moments import lines_named
from retromaze.lessons.lesson_reading import lesson_beside, parts_of, read_lesson, reading_order_of
from tests.command_line import CommandLine

LISTING = "N=3\nFOR I=1 TO N\nPRINT I\nNEXT\n"
PORT = """\
def main(machine):
    for i in range(1, 4):
        machine.console.print(str(i))
"""
LESSON = """\
# Counting

To three.

## Two

The *second* number.

```lesson
at line "PRINT I" 2nd
watch I
port "for i in range(1, 4):"
```

## Try it

```lesson
at end
exercise compares I "the number after the last"
exercise again seed 2 N=2
hint "FOR ends "one too early"."
hint "N+2 is where it ends."
solution "FOR I=1 TO N" to "FOR I=1 TO N+2"
```
"""
TOLD = """\
                                              Counting

To three.

  listing: count.bas
  port: count.py
  words that are new to you: retromaze lesson --glossary

1. Two

The second number.

  BASIC    3  PRINT I
  Python   2  for i in range(1, 4):
  I = 2
  statement 4, draw 1, frame 0

2. Try it

  BASIC    3  PRINT I
  statement 5, draw 3, frame 0

  retromaze lesson count.bas --begin mine.bas            # copies the listing: change it
  retromaze lesson count.bas --step 2 --answer mine.bas  # is it right? Hidden runs: 1
  retromaze lesson count.bas --step 2 --hint             # shows the first of 2 hints
  retromaze lesson count.bas --step 2 --solution         # shows a solution
"""
STEP, JUDGE = "lesson count.bas --step 1", "lesson count.bas --step 2"


@pytest.fixture
def folder(here: Path) -> Path:
    (here / "count.bas").write_text(LISTING)
    (here / "count.py").write_text(PORT)
    (here / "count.lesson.md").write_text(LESSON)
    return here


def test_a_lesson_of_ones_own_is_named_by_its_listing_or_its_file(folder: Path, ran: CommandLine) -> None:
    for name in ("count.bas", "count.lesson.md"):
        assert squeezed(ran(["lesson", name], 0).out) == squeezed(TOLD), name


def squeezed(text: str) -> list[str]:
    """The lines that are not empty, without the blanks that put a heading in the middle."""
    return [
        line if line.startswith("  ") and line[2] != " " else line.strip()
        for line in text.splitlines()
        if line.strip()
    ]


def test_one_step_and_its_picture(folder: Path, ran: CommandLine) -> None:
    assert squeezed(ran("lesson count.bas --step 1 --pictures made", 0).out) == squeezed(TOLD)[5:11]
    assert [path.name for path in (folder / "made").iterdir()] == ["count-1.png"]
    with Image.open(folder / "made/count-1.png") as picture:
        assert picture.size == (11 * 8, 27 * 8)


DRAWN = """\

1. B

  S: 1     M
  │ 1 │      0 1
  └───┘    0 1 0
           1 ████
  █ wall

  BASIC    4  PUSH S,I
  statement 9, draw 2, frame 0
"""


def test_what_a_step_draws_is_printed_and_saved_and_stands_in_the_page(
    folder: Path, ran: CommandLine
) -> None:
    (folder / "a.bas").write_text(
        "ACLS:GPSET 9,9:DIM S[0],M[2,2]\nM[0,0]=1:M[0,1]=9:M[1,1]=9\nFOR I=1 TO 2\nPUSH S,I\nNEXT\n"
    )
    step = '## B\n```lesson\nat line "PUSH S,I" 2nd\ndraw stack S, grid M 9=wall\n```\n'
    block = "```lesson\nscreen 8 8 20 10\ncolors #WHITE=dot #BLACK=sea\n```\n"
    (folder / "a.lesson.md").write_text(f"# A\n{block}{step}")
    assert ran("lesson a.bas --step 1 --pictures made") == (0, DRAWN, "")
    assert sorted(path.name for path in (folder / "made").iterdir()) == ["a-1.png", "a-1.svg"]
    assert "<title>B</title>" in (folder / "made/a-1.svg").read_text("utf-8")
    with Image.open(folder / "made/a-1.png") as picture:
        assert picture.size == (160, 80)
    ran("lesson a.bas --page page", 0)
    value_words = "\n![B](a-1.svg)\n\n![B](a-1.png)\n\n`#WHITE` dot, `#BLACK` sea\n"
    assert value_words in (folder / "page/a.md").read_text("utf-8")
    (folder / "a.lesson.md").write_text(f"# A\n{step.replace('stack S', 'stack T')}")
    wrong = "retromaze: a.lesson.md:5: T is no array of one dimension at this moment\n"
    assert ran("lesson a.bas") == (1, "", wrong)


def test_its_own_words_are_in_the_reader_s_language(
    folder: Path, monkeypatch: pytest.MonkeyPatch, ran: CommandLine
) -> None:
    monkeypatch.setenv("LANGUAGE", "ja")
    assert "  命令 4、描画 1、フレーム 0" in ran("lesson count.bas", 0).out.splitlines()
    told = ran("lesson count.bas --step 2 --answer count.bas", 1)
    assert told.err == "retromaze: count.bas: まだ正解ではありません\n"
    assert squeezed(told.out)[0].split() == ["あなたの値", "求める値"]


def test_the_glossary_is_there_in_both_languages(monkeypatch: pytest.MonkeyPatch, ran: CommandLine) -> None:
    for locale, word in (("en", "makes an array of five elements"), ("ja", "五つの値が入る配列")):
        monkeypatch.setenv("LANGUAGE", locale)
        assert word in ran("lesson --glossary", 0).out.replace("\n", "")


def test_an_answer_is_judged(folder: Path, ran: CommandLine) -> None:
    (folder / "mine.bas").write_text(LISTING.replace("NEXT", "NEXT:I=I+2"))
    assert ran("lesson count.bas --step 2 --answer mine.bas", 0).out == "mine.bas: right (runs: 2)\n  I = 6\n"
    told = ran("lesson count.bas --step 2 --answer count.bas", 1)
    assert told.err == "retromaze: count.bas: not right yet\n"
    assert squeezed(told.out)[::2] == ["yours   wanted", "I       4        6"]
    assert told.out.endswith("\nI: the number after the last\n")


PREDICTED = """\
# A
## B
```lesson
at line "PRINT I" 2nd
watch I
draw list S
predict "How many?" = LEN(S)
because "One for each round."
```
## C
Text.
```lesson
at end
predict "Which?"
choice "three" = I==3
choice "four" = I==4
```
"""


@pytest.fixture
def asking(folder: Path) -> Path:
    (folder / "count.bas").write_text("DIM S[0]\nFOR I=1 TO 3\nPUSH S,I\nPRINT I\nNEXT\n")
    (folder / "count.lesson.md").write_text(PREDICTED)
    return folder


def test_a_prediction_is_asked_before_the_step_is_shown(asking: Path, ran: CommandLine) -> None:
    """Beside the data of the step before; without a terminal the answer is another call's."""
    question = "Predict first: Which?\n  1 three\n  2 four\n"
    told = ran("lesson count.bas --step 2", 0).out
    assert told.endswith(f"\n{question}  retromaze lesson count.bas --step 2 --reveal\n")
    assert "S" in told.splitlines()[1] and "Text." not in told
    told = ran("lesson count.bas --step 1 --reveal", 0).out
    assert told.startswith("\nPredict first: How many?\nit is: 2 — One for each round.\n")
    assert "  I = 2\n" in told
    ran("lesson count.bas --page page", 0)
    page = (asking / "page/count.md").read_text("utf-8")
    start = page.index("## 2.")
    assert page[start:].startswith(
        "## 2. C\n\n**Predict first:** Which?\n\n- three\n- four\n\n"
        "<details><summary>The answer, and the step</summary>\n\n**four**\n\nText.\n\n"
    )
    assert page.endswith("\n</details>\n")


def test_a_prediction_is_answered_at_a_terminal(
    asking: Path, ran: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    told = {}
    for step, typed in ((1, "2.0"), (1, "7"), (1, ""), (2, "2"), (2, "Four"), (2, "1")):
        keyboard = StringIO(f"{typed}\n")
        monkeypatch.setattr(keyboard, "isatty", lambda: True)
        monkeypatch.setattr("sys.stdin", keyboard)
        told[step, typed] = ran(f"lesson count.bas --step {step}", 0).out.partition("? ")[2].splitlines()[0]
    assert told == {
        (1, "2.0"): "right: 2 — One for each round.",
        (1, "7"): "it is: 2 — One for each round.",
        (1, ""): "it is: 2 — One for each round.",
        (2, "2"): "right: four",
        (2, "Four"): "right: four",
        (2, "1"): "it is: four",
    }


def test_a_prediction_without_its_answer(asking: Path, ran: CommandLine) -> None:
    wrong = {
        (" = LEN(S)", " = LEN(T)"): "7: LEN(T) has no value at this moment",
        (" = LEN(S)", " = J"): "7: J has no value at this moment",
        (" = LEN(S)", ""): "7: a prediction has no value at this moment",
        ("I==3", "I>3"): "14: 2 of the choices are right at this moment, not one",
        ("at end\n", ""): "13: a step with a prediction has a moment",
    }
    for (old, new), told in wrong.items():
        (asking / "count.lesson.md").write_text(PREDICTED.replace(old, new))
        assert ran("lesson count.bas") == (1, "", f"retromaze: count.lesson.md:{told}\n")


def test_every_lesson_of_ours_asks_for_a_prediction_and_says_why() -> None:
    asked = {
        path.name: [step.prediction for step in read_lesson(path.read_text("utf-8")).steps if step.prediction]
        for path in programs_folder().glob("*.lesson*.md")
    }
    assert [name for name, each in asked.items() if not each or not all(one.because for one in each)] == []


def test_hints_are_shown_one_at_a_time(folder: Path, ran: CommandLine) -> None:
    assert ran(f"{JUDGE} --hint") == (0, 'hint 1 of 2: FOR ends "one too early".\n', "")
    assert ran(f"{JUDGE} --hint 2") == (0, "hint 2 of 2: N+2 is where it ends.\n", "")


def test_every_exercise_of_ours_has_hints_and_says_what_it_compares() -> None:
    wrong = [
        f"{path.name} {number}"
        for path in programs_folder().glob("*.lesson*.md")
        for number, step in enumerate(read_lesson(path.read_text("utf-8")).steps, 1)
        if (exercise := step.exercise)
        and not (
            2 <= len(exercise.hints) <= 3
            and exercise.meanings.keys() == set(exercise.compares)
            and all(each.meaning for each in exercise.draws)
        )
    ]
    assert wrong == []


def test_an_exercise_begins_with_a_copy_of_the_listing(folder: Path, ran: CommandLine) -> None:
    block = "```lesson\nseed 7\nset N=5\npress A@3\n```\n"
    (folder / "count.lesson.md").write_text(LESSON.replace("To three.\n", f"To three.\n{block}"))
    assert ran("lesson count.bas --begin mine.bas", 0).out == (
        "mine.bas: the listing of this lesson. It runs as here with:"
        " retromaze run mine.bas --seed 7 --press A@3\n"
    )
    assert (folder / "mine.bas").read_text() == LISTING.replace("N=3", "N=5")


def test_an_exercise_is_answered_by_a_port(folder: Path, ran: CommandLine) -> None:
    block = 'solution "for i in range(1, 4):" to "    for i in range(1, 6):"\n'
    (folder / "count.lesson.md").write_text(
        f"# Counting\n## A\n```lesson\nexercise port\nexercise draws text\n{block}```\n"
    )
    assert "  retromaze lesson count.bas --step 1 --answer mine.py  # is it right?\n" in ran(STEP, 0).out
    ran(f"{STEP} --begin mine.py", 0)
    assert (folder / "mine.py").read_text() == PORT
    ran(f"{STEP} --solution", 0)
    told = squeezed(ran(f"{STEP} --answer mine.py", 1).out)
    assert told[2].split() == ["CHKCHR(0,3)", '"', '"', '"4"']
    mine = folder / "mine.py"
    mine.write_text(PORT.replace("range(1, 4)", "(1, 2, 3, 4, 5)"))
    ran(f"{STEP} --answer mine.py", 0)
    mine.write_text(PORT.replace("range(1, 4)", "range(1, n)"))
    assert ran(f"{STEP} --answer mine.py", 1).err == (
        "retromaze: mine.py: not right yet\n"
        "NameError: name 'n' is not defined\nmine.py:2:23\n      for i in range(1, n):\n" + " " * 24 + "^\n"
    )


def test_a_value_of_a_port_is_compared(folder: Path, ran: CommandLine) -> None:
    gap = 'exercise begins "def main(machine):" to "def double(n):" "    return n" "" "def main(machine):"\n'
    block = f'exercise port\n{gap}exercise compares double(21) "twice 21"\n'
    solution_outcome = 'solution "return n" to "    return 2 * n"\n'
    (folder / "count.lesson.md").write_text(f"# Counting\n## A\n```lesson\n{block}{solution_outcome}```\n")
    begun = "  retromaze lesson count.bas --step 1 --begin mine.py   # copies the port with a gap: fill it"
    assert begun in ran(STEP, 0).out.splitlines()
    ran(f"{STEP} --begin mine.py", 0)
    assert ran(f"{STEP} --solution", 0).out.endswith("  Python    2      return 2 * n\n  double(21) = 42\n")
    told = squeezed(ran(f"{STEP} --answer mine.py", 1).out)
    assert told[2].split() == ["double(21)", "21", "42"]
    assert told[3] == "double(21): twice 21"
    mine = folder / "mine.py"
    mine.write_text(mine.read_text().replace("return n", "return n + n"))
    assert ran(f"{STEP} --answer mine.py") == (0, "mine.py: right (runs: 1)\n  double(21) = 42\n", "")


def test_an_exercise_begins_with_a_gap(folder: Path, ran: CommandLine) -> None:
    gap = 'exercise begins "PRINT I" to "\'here"\nsolution "\'here" to "PRINT I" "INC I"\n'
    block = f"```lesson\nset N=5\n```\n## A\n```lesson\n{gap}exercise compares I\n```\n"
    (folder / "count.lesson.md").write_text(f"# Counting\n{block}")
    ran(f"{STEP} --begin mine.bas", 0)
    assert (folder / "mine.bas").read_text() == "N=5\nFOR I=1 TO N\n'here\nNEXT\n"
    begun = (
        "  retromaze lesson count.bas --step 1 --begin mine.bas   # copies the listing with a gap: fill it"
    )
    assert begun in ran(STEP, 0).out.splitlines()
    solution = "  BASIC    3  PRINT I\n  BASIC    4  INC I\n  I = 7\n"
    assert ran(f"{STEP} --solution") == (0, solution, "")


REFUSED = {
    "--begin mine.bas": "mine.bas is there already: choose another name",
    "--step 1 --answer mine.bas": "--answer belongs to the --step of an exercise",
    "--step 1 --hint": "--hint belongs to the --step of an exercise",
    "--step 1 --solution": "--solution belongs to the --step of an exercise",
    "--step 2 --hint 3": "this exercise has 2 hints",
    "--step 7": "the lesson has 2 steps, not 7",
}


def test_what_a_lesson_has_not_is_refused(folder: Path, ran: CommandLine) -> None:
    (folder / "mine.bas").write_text("'my own\n")
    assert {options: ran(f"lesson count.bas {options}") for options in REFUSED} == {
        options: (2, "", f"retromaze: {words}\n") for options, words in REFUSED.items()
    }
    assert (folder / "mine.bas").read_text() == "'my own\n"


def test_check_proves_lessons(folder: Path, ran: CommandLine) -> None:
    ran("check count.bas --seeds 1 --jobs 1", 0)
    (folder / "count.lesson.ja.md").write_text(LESSON.replace("2nd", "9th"))
    assert ran("check count.bas --seeds 1 --jobs 1", 1).err == (
        "retromaze: count.lesson.ja.md:10: the run never comes to this moment\n"
    )


def test_the_lessons_that_there_are(ran: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    told = ran("lesson", 0).out.splitlines()
    assert told[9:15] == [
        " 4  digging               Digging, two blocks at a time",
        "    you need: arrays that grow, as lists do in Python",
        "    you learn: a stack: PUSH, POP, and the way back",
        " 5  backtracker_def       A DEF that calls itself",
        "    you need: a stack, and functions with variables of their own",
        "    you learn: recursion: pending calls are a stack, and it can overflow",
    ]


def test_each_lesson_of_the_path_follows_one_that_is_there() -> None:
    """Only the first follows none, and all say what they need and give, in both languages."""
    for language in ("en", "ja"):
        lessons = {
            name: read_lesson(lesson_beside(programs_folder() / f"{name}.bas", language).read_text("utf-8"))
            for name in our_lessons()
        }
        path = reading_order_of(lessons)
        assert [lessons[name].after for name in path] == ["", *path[:-1]]
        assert [name for name in path if not (lessons[name].needs and lessons[name].gives)] == []


@pytest.mark.slow
def test_the_next_lesson_is_named_at_the_end_of_one_of_ours(
    ran: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    assert ran("lesson binary_tree", 0).out.endswith(
        "\nnext: retromaze lesson digging (Digging, two blocks at a time)\n"
    )


OURS = sorted(programs_folder().glob("*.lesson.md"))
QUICKEST = "binary_tree.lesson.md"


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[pytest.mark.slow] * (path.name != QUICKEST), id=path.name) for path in OURS],
)
def test_our_lessons_hold(path: Path) -> None:
    check_lesson(read_material(path))


def test_each_of_our_lessons_is_there_in_both_languages() -> None:
    """What their blocks say is the same in both, but for what is said in words."""
    for path in OURS:
        japanese = path.with_name(path.name.replace(".md", ".ja.md"))
        english_blocks, japanese_blocks = (
            [part.block for part in parts_of(each.read_text("utf-8"))] for each in (path, japanese)
        )
        assert [[unnamed(words) for _, words in block] for block in japanese_blocks] == [
            [unnamed(words) for _, words in block] for block in english_blocks
        ]


def unnamed(words: str) -> str:
    """A line of a block without its words: names of values and colors, and what is said to the reader."""
    if words.startswith(("predict ", "choice ")):
        return re.sub(r'"[^"]+"', "", words)
    if words.startswith(("needs ", "gives ", "hint ", "because ")):
        return words.partition(" ")[0]
    if words.startswith(("exercise compares ", "exercise draws ")):
        return re.sub(r' "[^"]+"$', "", words)
    if not words.startswith(("draw ", "colors ")):
        return words
    words = re.sub(r'(spot|marks|wall) "[^"]+"', r"\1", words)
    return re.sub(r'(-?\d+|"[^"]+"|#\w+)=(?:"[^"]+"|[^\s,]+)', r"\1=", words)


def test_an_answer_is_run_with_the_lesson_s_numbers(folder: Path, ran: CommandLine) -> None:
    (folder / "sum.bas").write_text("N=50\nFOR I=1 TO N\nS=S+1\nNEXT\n")
    block = 'at end\nexercise compares S\nsolution "S=S+1" to "S=S+I"'
    (folder / "sum.lesson.md").write_text(f"# A\n```lesson\nset N=3\n```\n## B\n```lesson\n{block}\n```\n")
    (folder / "mine.bas").write_text("N=50 'many\nFOR I=1 TO N\nS=S+I\nNEXT\n")
    assert ran("lesson sum.bas --step 1 --answer mine.bas") == (0, "mine.bas: right (runs: 1)\n  S = 6\n", "")


def test_what_is_wanted_stands_nowhere_before_an_attempt(folder: Path, ran: CommandLine) -> None:
    told = ran(JUDGE, 0).out + ran("lesson count.bas --page page", 0).out
    told += (folder / "page/count.md").read_text()
    assert [word for word in ("I = 6", "I==6", "N+2", "compares") if word in told] == []
    assert ran(f"{JUDGE} --solution") == (0, "  BASIC    2  FOR I=1 TO N+2\n  I = 6\n", "")


def test_a_wrong_answer_is_told_why(folder: Path, ran: CommandLine) -> None:
    mine = folder / "mine.bas"
    mine.write_text("N=3\nI=6\n")
    told = ran(f"{JUDGE} --answer mine.bas", 1)
    conditions = "--seed 2 --set N=2"
    assert told.err == f"retromaze: mine.bas: right with the lesson's numbers, but not with {conditions}\n"
    assert squeezed(told.out)[::2] == ["yours   wanted", "I       6        5"]
    mine.write_text("N=3\nFOR I=1 TO N\n PRNIT I\nNEXT\n")
    assert ran(f"{JUDGE} --answer mine.bas") == (
        1,
        "",
        "retromaze: mine.bas: not right yet\n"
        "Undefined function in 0:3 (PRNIT)\nmine.bas:3:2\n   PRNIT I\n   ^\ndid you mean PRINT?\n",
    )
    mine.write_text("@A:GOTO @A\n")
    assert ran(f"{JUDGE} --answer mine.bas", 1).err == (
        "retromaze: mine.bas: not right yet\n"
        "retromaze: it does not end: it was stopped after ten times as long as a solution takes\n"
    )


def test_our_lessons_say_what_is_known() -> None:
    """No article has a date of 2014; a step shows the lines that it speaks of."""
    texts = {path.name: path.read_text("utf-8") for path in programs_folder().glob("*.lesson*.md")}
    assert [name for name, text in texts.items() if "2014" in text] == []
    material = read_material(programs_folder() / "backtracker.lesson.md")
    assert lines_named(material.lesson.steps[0], material)[0] == [5, 6, 8]
    for name, words in {
        "backtracker.lesson.md": "The article's table has these two the other way round",
        "backtracker.lesson.ja.md": "記事の表は、北が2、西が1と、逆になっています",
        "backtracker_def.lesson.md": "How large the machine's stack is, nobody has published",
        "backtracker_def.lesson.ja.md": "機械のスタックの大きさは、公表されていません",
    }.items():
        assert words in texts[name]
