"""Which blocks need no Python loop for their jumps."""

from retromaze.analysis.functions import lowered_main
from retromaze.analysis.jumps import parts_of
from retromaze.analysis.programs import analyse_listing
from retromaze.analysis.switches import MOST, is_passed_over

LOOP = "FOR I=0 TO 3:IF RND(9)==0 THEN GOTO {}\nNEXT\n"


def test_jumps_forward_out_of_loops() -> None:
    passed_over = [
        (LOOP.format("@L") + "PRINT 1\n@L", True),
        (LOOP.format("@L") + LOOP.format("@M") + "PRINT 1\n@L\nPRINT 2\n@M", True),
        (f"IF A THEN\n{LOOP.format('@L')}PRINT 1\nENDIF\nPRINT 2\n@L", True),
        # one jump goes back, or out of no loop
        (LOOP.format("@L") + f"@M\nPRINT 1\n@L\n{LOOP.format('@M')}", False),
        (LOOP.format("@L") + "IF A THEN PRINT 2:IF B THEN GOTO @L\nPRINT 1\n@L", False),
        # too many: tests would stand inside tests
        (LOOP.format("@L") * MOST + "PRINT 1\n@L", True),
        (LOOP.format("@L") * (MOST + 1) + "PRINT 1\n@L", False),
    ]
    found = []
    for source, _ in passed_over:
        (main,) = lowered_main(analyse_listing(source).main)
        found.append((source, is_passed_over(parts_of(main.body, main.live))))
    assert found == passed_over
