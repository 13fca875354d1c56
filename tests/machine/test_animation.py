"""Keyframes, frame by frame, worked out by hand."""

from retromaze.machine.animation import Animation, Animations, Keyframe, Target, Values, absolute_keyframes


def frames_of(animation: Animation, count: int) -> list[Values]:
    shown = []
    for _ in range(count):
        animation.advance()
        shown.append(animation.values)
    return shown


def test_a_negative_time_moves_there_in_equal_steps() -> None:
    animation = Animation(Target.XY, [Keyframe(-4, (8.0, -2.0))], (0.0, 0.0))
    assert animation.velocity == (2.0, -0.5)
    assert frames_of(animation, 4) == [(2.0, -0.5), (4.0, -1.0), (6.0, -1.5), (8.0, -2.0)]
    assert animation.is_over
    assert animation.velocity == (0.0, 0.0)


def test_a_second_pass_moves_from_where_the_first_one_ended() -> None:
    animation = Animation(Target.V, [Keyframe(-2, (4.0,)), Keyframe(1, (0.0,))], (8.0,), loops=2)
    assert frames_of(animation, 6) == [(6.0,), (4.0,), (0.0,), (2.0,), (4.0,), (0.0,)]
    assert animation.is_over


def test_no_loops_is_for_ever() -> None:
    animation = Animation(Target.V, [Keyframe(1, (1.0,))], (0.0,), loops=0)
    frames_of(animation, 1000)
    assert not animation.is_over


def test_whole_numbers_are_cut_toward_zero_on_their_way() -> None:
    animation = Animation(Target.R, [Keyframe(-4, (-10,))], (0,))
    assert frames_of(animation, 4) == [(-2,), (-5,), (-7,), (-10,)]


def test_each_channel_of_a_color_moves_by_itself() -> None:
    animation = Animation(Target.C, [Keyframe(-2, (-1,))], (0x00_80_40_FF,))
    (halfway,), _ = frames_of(animation, 2)
    assert int(halfway) & 0xFFFF_FFFF == 0x7F_BF_9F_FF


def test_relative_keyframes_count_from_the_value_at_the_call() -> None:
    place = absolute_keyframes(Target.XY, [Keyframe(3, (5.0, -5.0))], (10.0, 20.0))
    assert place == [Keyframe(3, (15.0, 15.0))]
    # a color stays within 32 bits
    assert absolute_keyframes(Target.C, [Keyframe(3, (1,))], (-1,)) == [Keyframe(3, (0,))]


def test_one_animation_a_target_and_all_halt_together() -> None:
    animations = Animations()
    animations.start(Animation(Target.V, [Keyframe(2, (1.0,))], (0.0,)))
    animations.start(Animation(Target.V, [Keyframe(2, (2.0,))], (0.0,)))
    animations.start(Animation(Target.XY, [Keyframe(-2, (2.0, 4.0))], (0.0, 0.0)))
    assert animations.running == {Target.V, Target.XY}
    assert animations.velocity == (1.0, 2.0)
    animations.halted = True
    assert (animations.running, animations.advance(), animations.any_running) == (frozenset(), [], False)
    animations.halted = False
    assert [(each.target, each.values) for each in animations.advance()] == [
        (Target.XY, (1.0, 2.0)),
        (Target.V, (2.0,)),
    ]
    animations.advance()
    assert (animations.running, animations.any_running) == (frozenset(), False)
