"""The lesson of what is open as a message."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.comparison.pairs import pair_of_entry
from retromaze.errors import UsageError
from retromaze.studio.lesson_messages import has_lesson, judged_answer, lesson_text, port_of
from retromaze.studio.messages import JudgeAnswer, Judged, LessonStep
from retromaze.studio.open_program import UserFiles, user_pair_of


def test_a_step_has_its_place_in_the_run() -> None:
    lesson = lesson_text(pair_of_entry(CATALOGUE["digging"]), "en")
    assert (lesson.log, lesson.title, lesson.seed) == ("", "Digging, two blocks at a time", 4)
    assert lesson.sizes == {"width": 15, "height": 11}
    step = lesson.steps[4]
    assert step == LessonStep(
        "The top of the pile is where I stand",
        step.text,
        605,
        40,
        [27],
        [39],
        [("X", "13"), ("Y", "9"), ("N", "0"), ("LEN(XSTK)", "18")],
        [],
        step.diagram,
        "grid M 0=floor 1=wall, way XSTK YSTK, digger X Y, stack XSTK YSTK",
    )
    assert "<title>The top of the pile is where I stand</title>" in step.diagram
    assert (
        ">XSTK, YSTK: 18</text>" in step.diagram and ">changed since the step before</text>" in step.diagram
    )
    assert lesson.colors == []
    assert lesson.text.endswith("\n\n*you learn: a stack: PUSH, POP, and the way back*")


def test_before_its_run_a_lesson_is_read_as_it_is_written() -> None:
    pair = pair_of_entry(CATALOGUE["digging"])
    run, written = lesson_text(pair, "en"), lesson_text(pair, "en", moments=False)
    assert (run.moments, written.moments) == (True, False)
    assert written.steps == [
        replace(each, statement=0, line=0, watched=[], diagram="", answer="") for each in run.steps
    ]
    assert replace(written, steps=run.steps, moments=True) == run


def test_each_language_has_the_same_steps_and_numbers_that_are_set_change_nothing() -> None:
    pair = pair_of_entry(CATALOGUE["kruskal"])
    english, japanese = lesson_text(pair, "en"), lesson_text(pair, "ja")
    assert ">前の段から変わったところ</text>" in japanese.steps[4].diagram
    sticks = pair_of_entry(CATALOGUE["sticks"])
    colors = lesson_text(sticks, "en").colors
    assert colors == [("#a52929", "wall"), ("#ffffff", "floor"), ("#848484", "line")]
    assert japanese.steps[1].title == "かき混ぜる"
    assert [each.statement for each in japanese.steps] == [each.statement for each in english.steps]
    assert lesson_text(pair.with_sizes({"width": 9}), "en") == english


def test_what_a_lesson_presses_is_the_log_of_its_run(tmp_path: Path) -> None:
    listing = tmp_path / "a.bas"
    listing.write_text("REPEAT:VSYNC:UNTIL BUTTON()\nPRINT 1\n")
    (tmp_path / "a.lesson.md").write_text(
        "# A\n```lesson\npress UP+B@9-11\n```\n## B\n```lesson\nat line 2\n```\n"
    )
    played = lesson_text(user_pair_of(UserFiles(listing)), "en")
    assert played.log == "retromaze log 1\n9 press UP+B\n12 press NONE\n"
    assert [step.line for step in played.steps] == [2]


def test_what_is_wrong_is_told_with_its_place(tmp_path: Path) -> None:
    listing = tmp_path / "a.bas"
    listing.write_text("PRINT 1\n")
    pair = user_pair_of(UserFiles(listing))
    assert not has_lesson(pair)
    with pytest.raises(UsageError, match=r"^there is no lesson a\.lesson\.md$"):
        lesson_text(pair, "ja")
    (tmp_path / "a.lesson.md").write_text("# A\n## B\n```lesson\nat line 7\n```\n")
    assert has_lesson(pair)
    with pytest.raises(UsageError, match=r"^a\.lesson\.md:4: the run never comes to this moment$"):
        lesson_text(pair, "en")


def test_an_answer_is_judged() -> None:
    pair = pair_of_entry(CATALOGUE["digging"])
    listing = listing_source(CATALOGUE["digging"])
    counts = "K: how many rounds the loop has made"
    right = judged_answer(pair, JudgeAnswer(8, listing.replace(" N=0", " N=0:INC K")))
    assert right == Judged(8, True, 3, [("K", "69", "69")])
    assert judged_answer(pair, JudgeAnswer(8, listing)) == Judged(
        8, False, 3, [("K", "-", "69")], explanations=[counts]
    )
    fixed = judged_answer(pair, JudgeAnswer(8, listing.replace("ACLS", "ACLS:K=69")))
    conditions = "--seed 1 --set width=9 --set height=7"
    assert fixed == Judged(8, False, 3, [("K", "69", "23")], conditions, explanations=[counts])
    japanese = judged_answer(pair, JudgeAnswer(8, listing, "ja"))
    assert japanese.explanations == ["K: くり返しの回数"]
    assert judged_answer(pair, JudgeAnswer(8, "@A:GOTO @A\n")).endless
    assert judged_answer(pair, JudgeAnswer(8, "PRNT 1\n")).error == (
        "Undefined function in 0:1 (PRNT)\ndigging.bas:1:1\n  PRNT 1\n  ^\ndid you mean PRINT?"
    )
    port = (port_of(pair) or "").replace("stack.pop()", "stack.shift()")
    line = 1 + port[: port.index("stack.shift()")].count("\n")
    assert judged_answer(pair, JudgeAnswer(11, port)).error == (
        f"AttributeError: 'list' object has no attribute 'shift'\ndigging.py:{line}:13\n"
        "              stack.shift()  # 40\n              ^"
    )
    for step in (0, 1, 99):
        with pytest.raises(UsageError, match=f"^step {step} of digging.lesson.md has no exercise$"):
            judged_answer(pair, JudgeAnswer(step, listing))
