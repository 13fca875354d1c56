"""Comments of a listing."""

from retromaze.porting.writing import Remark, remarks


def test_comments() -> None:
    source = ["PRINT \"it's\" 'aside", "'alone", "A=1:REM also", "REMARK=1", "'", " ' \"indented"]
    assert remarks(source) == [
        Remark(1, "aside", False),
        Remark(2, "alone", True),
        Remark(3, "also", False),
        Remark(6, '"indented', True),
    ]
