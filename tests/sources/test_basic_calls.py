from retromaze.comparison.input_script import Script
from retromaze.comparison.listing_recording import record
from retromaze.comparison.runnable_programs import Listing
from retromaze.sources.basic_calls import basic_call

LISTING = """\
ACLS:CLS:XSCREEN 2
GLINE 0,1,2,3
GLINE 0,1,2,3,#RED
GLINE 0,1,2,3,RGB(1,2,3)
GPSET -1,2.5
GCIRCLE 9,8,7,0,90
LOCATE 3,4:COLOR 5
PRINT "A";1.5
PRINT "B";
PRINT ,
GPUTCHR 0,0,"C",2,2,#LIME
DISPLAY 1
GCLS #WHITE
DISPLAY 0
RANDOMIZE 0,7
A=RND(4)
A=RND(2,4)
B=RNDF()
WAIT 2:VSYNC
VISIBLE 1,0,1,1
GCOPY 0,0,9,9,20,20,1
"""
CALLS = """\
ACLS
CLS
XSCREEN 2
GLINE 0,1,2,3
GLINE 0,1,2,3,#RED
GLINE 0,1,2,3,&HFF010203
GPSET -1,2
GCIRCLE 9,8,7,0,90
LOCATE 3,4
COLOR 5
PRINT "A1.5"
PRINT "B";
PRINT ,
GPUTCHR 0,0,"C",2,2,#LIME
DISPLAY 1
DISPLAY 1: GCLS #WHITE
DISPLAY 0
RANDOMIZE 0,7
RND(4) = 0
RND(2,4) = 1
RNDF() = 0.77842467
WAIT 2
VSYNC
VISIBLE 1,0,1,1
GCOPY 0,0,9,9,20,20
"""


def test_events_are_told_as_calls_of_basic() -> None:
    trace = record(Listing(LISTING), 1, Script()).trace
    assert "".join(f"{basic_call(each)}\n" for each in trace) == CALLS


MOVING = """\
SPSET 3,500
A=SPSET(7)
A=SPSET(9,9,0,0,16,16,1)
A=SPSET(9,511,7)
SPANIM 3,"XY",-60,120,40.5,30,0,0
SPANIM 3,"R+",-60,360,0
SPCLIP 0,0,99,99
SPCLIP
SPCOL 3,-8,-8,16,16,1,3
SPCOLVEC 3,1,2
BGCLIP 0,0,0,9,9
BGANIM 1,"XY",-5,8,8
SPVAR 3,1,5
"""
MOVING_CALLS = """\
SPSET 3,500
SPSET(7) = 0
SPSET(9,9,0,0,16,16,1) = 9
SPSET(9,511,7) = 10
SPANIM 3,"XY",-60,120,40.5,30,0,0
SPANIM 3,"R+",-60,360,0
SPCLIP 0,0,99,99
SPCLIP
SPCOL 3,-8,-8,16,16,1,3
SPCOLVEC 3,1,2
BGCLIP 0,0,0,9,9
BGANIM 1,"XY",-5,8,8
SPVAR 3,1,5
"""


def test_those_of_sprites_and_layers_with_their_numbers_as_in_basic() -> None:
    trace = record(Listing(MOVING), 1, Script()).trace
    assert "".join(f"{basic_call(each)}\n" for each in trace) == MOVING_CALLS
