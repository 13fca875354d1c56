"""The names of a port."""

from retromaze.porting.naming import class_name
from tests.porting.bodies import body


def test_suffixes_only_where_they_are_needed() -> None:
    source = (
        'A=1:A%=2:A$="3":B$="4":DIM PRINTED[1]:L=5:DIR=6:LIST$="7"\nPRINT A;A%;A$;B$;L;DIR;LIST$;PRINTED[0]'
    )
    assert body(source).splitlines()[-1] == (
        'machine.console.print(f"{a}{a_int}{a_text}{b}{l_}{dir_}{list_text}{printed[0]}")'
    )


def test_class_names() -> None:
    assert class_name("programs/button_game.bas") == "ButtonGame"
    assert class_name("C:\\maze.prg") == "Maze"
    assert class_name("12.bas") == "Listing"
