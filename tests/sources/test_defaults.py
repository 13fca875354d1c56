"""Other defaults of a port's keywords in its text."""

from retromaze.sources.defaults import with_defaults

PORT = '''\
def other(*, width=1): ...


def main(machine, steps=2, *, width: int = 21, 高さ=5, name: str) -> None:  # 幅
    """width = 3"""
'''


def test_the_defaults_of_the_function_change_and_nothing_else() -> None:
    values = {"width": 49, "steps": -1, "高さ": 1.5, "name": "x", "machine": 2, "depth": 3}
    assert with_defaults(PORT, values) == PORT.replace("21", "49").replace("=2", "=-1").replace("=5", "=1.5")
    assert with_defaults(PORT, {"width": "é"}, "other") == PORT.replace("width=1", "width='é'")
    assert with_defaults(PORT, {}) == PORT
