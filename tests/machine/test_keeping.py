"""What is remembered within a limit of memory."""

from retromaze.machine.keeping import Kept


def test_all_is_forgotten_where_there_is_no_room():
    kept = Kept(100)
    assert kept.keep("a", 1, 60) == 1
    kept.keep("b", 2, 40)
    assert [kept.get(key) for key in "abc"] == [1, 2, None]
    kept.keep("c", 3, 1)
    assert [kept.get(key) for key in "abc"] == [None, None, 3]


def test_what_is_larger_than_the_limit_is_kept_alone():
    kept = Kept(100)
    kept.keep("a", 1, 1000)
    assert kept.get("a") == 1
    kept.keep("b", 2, 1)
    assert [kept.get(key) for key in "ab"] == [None, 2]
