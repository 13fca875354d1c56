"""Jumps out of nested loops: which need a flag, what they pass, where they lead."""

from contextlib import ExitStack

from retromaze.python.loop_exits import Labels, OpenLoops, PythonLoop


def nest(depth: int) -> tuple[OpenLoops, list[PythonLoop], ExitStack]:
    """So many loops inside each other, each begun by CONTINUE."""
    loops, opened, stack = OpenLoops(), [PythonLoop(list, basic=True) for _ in range(depth)], ExitStack()
    for each in opened:
        stack.enter_context(loops.inside(each))
    return loops, opened, stack


def test_the_innermost_loop_needs_no_flag() -> None:
    loops, (outer, inner), _ = nest(2)
    assert loops.jump(inner, again=True) is None
    assert not inner.is_left
    assert loops.jump(inner, again=False) is None
    assert inner.is_left
    assert not loops.flag_jumps
    assert not outer.targets


def test_jumps_to_one_place_share_a_way_through_the_loops_they_pass() -> None:
    loops, (outer, middle, inner), _ = nest(3)
    out, again, back = (loops.jump(outer, again=each) for each in (False, True, False))
    assert out is back
    assert out is not None
    assert again is not None
    assert (out.number, again.number, again.open_targets) == (1, 2, (out,))
    assert loops.flag_jumps == [out, again, out]
    assert middle.targets == inner.targets == [out, again]
    assert not outer.targets


def test_a_loop_whose_body_runs_once_is_left_with_the_loop_around_it() -> None:
    loops, (whole,), _ = nest(1)
    once = PythonLoop(list, basic=True, whole=whole)
    with loops.inside(once):
        assert loops.jump(once, again=True) is None
        target = loops.jump(once, again=False)
    assert target is not None
    assert target.loop is whole
    assert once.targets == [target]


def test_a_label_is_ahead_until_its_part_is_written() -> None:
    loops = OpenLoops()
    labels = Labels({"A": 1, "B": 2}, loops.innermost)
    with loops.with_labels(labels):
        with loops.inside(loop := PythonLoop(list)):
            target = loops.jump_ahead("A")
            assert loop.targets == [target]
        assert (loops.targets_ahead(0), loops.reached_targets(0)) == ([target], [])
        labels.written = 1
        assert (loops.targets_ahead(0), loops.reached_targets(0)) == ([], [target])
    assert not loops.labels
    assert not loops.targets
