"""Whether a run leaves more to be seen than text, which a terminal is shown then."""

import retromaze
from retromaze.commands.run_loop import is_drawn_on

DRAWN_ON = {
    'PRINT "A"': False,
    "XSCREEN 4": False,
    "GPSET 1,1": True,
    "SPSET 0,0": True,
    "BGPUT 0,0,0,1": True,
    "XSCREEN 2:DISPLAY 1:GPSET 1,1": True,
    "XSCREEN 2:DISPLAY 1:SPSET 0,0": True,
    "GPAGE 0,1:GPSET 1,1": False,
}


def test_what_is_drawn_on_either_screen_is_a_picture() -> None:
    found = {listing: is_drawn_on(retromaze.run(listing, seed=1).machine) for listing in DRAWN_ON}
    assert found == DRAWN_ON
