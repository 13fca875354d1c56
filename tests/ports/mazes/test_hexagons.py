"""Hexagonal rooms as text: article 003, the sketch at its end, read and printed back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retromaze.ports import Hexagons, hexagonal_maze, is_perfect, shortest_way
from tests.amounts import many
from tests.ports.articles import HEXAGONAL_SKETCH


def test_article_003_its_sketch_is_printed_back_to_the_letter() -> None:
    sketch = Hexagons.from_text(HEXAGONAL_SKETCH)
    assert sketch.text({0: "S", 3: "X", 47: "G"}) == HEXAGONAL_SKETCH


def test_article_003_its_sketch_is_a_perfect_maze() -> None:
    sketch = Hexagons.from_text(HEXAGONAL_SKETCH)
    assert (sketch.width, sketch.height, len(sketch.doors)) == (10, 5, 48)
    assert is_perfect(sketch)
    way = shortest_way(sketch)
    assert way is not None and len(way) == 33 and 3 in way


@settings(max_examples=many(15, 60))
@given(width=st.integers(2, 12), height=st.integers(1, 12), seed=st.integers(1, 2**32 - 1))
def test_what_is_printed_can_be_read(width: int, height: int, seed: int) -> None:
    maze = hexagonal_maze(width, height, seed=seed)
    assert Hexagons.from_text(maze.text({maze.start: "S"})).doors == maze.doors


def test_what_is_no_picture_of_hexagons_is_refused() -> None:
    for text in [
        "",
        "+-----+",
        "+-----+\n|     |\n+-----+",
        "+-----+-----+\n|     |     |",
        "+-----+-----+\n|     |    |\n+-----+-----+",
        "+-----+-----+\n| x   |     |\n+-----+-----+",
    ]:
        with pytest.raises(ValueError, match=r"this is no picture|hexagons need 2 columns"):
            Hexagons.from_text(text)


def test_article_003_its_sketch_keeps_its_letters() -> None:
    sketch = Hexagons.from_text(f"\n{HEXAGONAL_SKETCH}\n")
    assert sketch.text() == HEXAGONAL_SKETCH
    assert (sketch.marks, sketch.start, sketch.goal) == ({0: "S", 3: "X", 47: "G"}, 0, 47)
    backwards = Hexagons.from_text(HEXAGONAL_SKETCH.translate(str.maketrans("SG", "GS")))
    assert (backwards.start, backwards.goal) == (47, 0)
    assert sketch.text({}) == HEXAGONAL_SKETCH.translate(str.maketrans("SXG", "   "))
