"""Sprites and backgrounds in ports: what is written for their words, and that it does the same."""

from retromaze.porting.writing import port
from tests.porting.agreeing import difference, differing
from tests.porting.bodies import body

WRITTEN = {
    "SPSET 3,16,32": "machine.sprites.set_part(3, 16, 32)",
    "SPSET 3,16,32,9": "machine.sprites.set_part(3, 16, 32, attributes=9)",
    "I=SPSET(8,20,64):PRINT I": "i = machine.sprites.set_free(first=8, last=20, definition=64)",
    "SPSET 64 OUT I:PRINT I": "i = machine.sprites.set_free(64)",
    "SPOFS 3,,40": "machine.sprites.move(3, None, 40)",
    "SPSET 0,1:SPOFS 0 OUT X,:PRINT X": "x, _ = machine.sprites[0].place",
    "SPSET 0,1:PRINT SPROT(0)": "machine.console.print(str(machine.sprites[0].rotation))",
    "SPSET 0,1:SPCHR 0 OUT U,V,W,H:PRINT H": "u, v, w, h = machine.sprites[0].part",
    "SPCLIP 1,2,3,4": "machine.sprites.set_clip((1, 2, 3, 4))",
    "SPDEF 5,0,0,8,8,1": "machine.definitions.define(5, 0, 0, 8, 8, attributes=1)",
    "SPCOL 0": "machine.sprites.detect(0)",
    "SPCOL 0,TRUE": "machine.sprites.detect(0, scales=True)",
    "SPCOL 0,,&HFF": "machine.sprites.detect(0, mask=0xFF)",
    "SPCOL 0,-8,-8,16,16,RND(2)": (
        "machine.sprites.detect(0, (-8, -8, 16, 16), scales=machine.rng.below(2) != 0)"
    ),
    "SPCOLVEC 0,3,4": "machine.sprites.set_velocity(0, (3, 4))",
    "IF SPHITSP(0,1) THEN PRINT 1": "if machine.sprites.hits(0, 1, 1) == 1:",
    "IF SPHITRC(0,1,2,9,9) THEN PRINT 1": (
        "if machine.sprites.box_hits(first=0, last=0, box=(1, 2, 9, 9)) == 0:"
    ),
    'SPANIM 0,"XY",-60,200,120.5,10,5,5,0': (
        'machine.sprites.animate(0, "XY", [(-60, (200, 120.5)), (10, (5, 5))], 0)'
    ),
    "SPANIM 0,12,9,90": 'machine.sprites.animate(0, "R+", [(9, (90,))])',
    'SPANIM 0,"V",@K\nEND\n@K:DATA 2,1,1.5,-5,2': (
        'machine.sprites.animate(0, "V", [(1, (1.5,)), (-5, (2,))])'
    ),
    "BGSCREEN 0,8,8,32": "machine.backgrounds.set_map(0, 8, 8, 32)",
    'BGPUT 0,1,2,"801f"': "machine.backgrounds.put(0, 1, 2, 0x801F)",
    'BGFILL 0,1,2,3,4,""': "machine.backgrounds.fill(0, 1, 2, 3, 4, 0)",
    "BGCOPY 0,0,0,1,1,5,5": "machine.backgrounds.copy(0, 0, 0, 1, 1, 5, 5)",
    "BGOFS 0,RND(9)/2,5": "machine.backgrounds.move(0, machine.rng.below(9) // 2, 5)",
    "BGCOORD 0,1,2,1 OUT X,Y:PRINT X;Y": "x, y = machine.backgrounds.converted(0, 1, 2, 1)",
    "PRINT BGGET(0,1,2)": "machine.console.print(str(machine.backgrounds.cell(0, 1, 2)))",
    "PRINT BGGET(0,1,2,0)": "machine.console.print(str(machine.backgrounds.cell(0, 1, 2)))",
    "PRINT BGGET(0,16,RND(99)/2,TRUE)": (
        "machine.console.print(str(machine.backgrounds.cell_of_pixel(0, 16, machine.rng.below(99) // 2)))"
    ),
    "BGCLIP 0": "machine.backgrounds.set_clip(0)",
    "PRINT BGCOLOR(2)": "machine.console.print(str(machine.backgrounds[2].color))",
    'BGANIM 0,"S",-9,2,2': 'machine.backgrounds.animate(0, "S", [(-9, (2, 2))])',
}


def test_what_is_written() -> None:
    bodies = {source: body(source).splitlines() for source in WRITTEN}
    assert {source: lines for source, lines in bodies.items() if WRITTEN[source] not in lines} == {}


def test_what_is_refused() -> None:
    reasons = [
        ("SPSET 0,1\nSPANIM 0,T$,9,90", "SPANIM of a target that is worked out is not known to ports"),
        ('DIM K[3]\nSPANIM 0,"R",K', "SPANIM of an array is not known to ports"),
        ('SPANIM 0,"XY",5', "SPANIM is called in a way that always fails"),
        ('BGPUT 0,0,0,"12"', "BGPUT is called in a way that always fails"),
        ("A$=HEX$(RND(9),4)\nBGPUT 0,0,0,A$", "BGPUT of a text that is worked out is not known to ports"),
        (
            "IF SPHITSP(0,RND(3)) THEN PRINT 1",
            "an argument that does something is wanted more than once here",
        ),
        ("PRINT BGGET(0,1,2,RND(2))", "BGGET with a flag that is worked out is not known to ports"),
    ]
    found = [(source, *port(source).not_ported) for source, _ in reasons]
    assert [(source, sentence.split(": ", 1)[1]) for source, sentence in found] == reasons


GAME = """\
ACLS:BGSCREEN 0,32,32:BGFILL 0,0,0,31,31,1
FOR I=0 TO 20:BGPUT 0,RND(32),RND(32),2+RND(20):NEXT
SPSET 0,500:SPOFS 0,100,80,-3:SPHOME 0,8,16:SPCOL 0
SPANIM 0,"XY",-60,200,120.5,10,5,5,0
SPANIM 0,"I",8,500,8,501,8,502,8,503,0
SPSET 1,128:SPOFS 1,110,90:SPCOL 1,TRUE
SPANIM 1,12,"@TURN"
J=SPSET(64):SPOFS J,30,30:SPCOLOR J,#RED:SPSCALE J,2,2
FOR T=1 TO 90
 VSYNC
 BGOFS 0,T,T/2
 SPOFS 0 OUT X,Y,Z
 IF SPHITSP(0,1) THEN PRINT "HIT";T
 IF SPHITRC(X,Y,9,9)>=0 THEN C=C+1
 C=C+BGGET(0,X+T,Y+T/2,1)
 SPHITINFO OUT TM,MA,MB,MC,MD
NEXT
BGCOORD 0,16,16 OUT DX,DY:PRINT X;Y;Z;C;DX;DY;TM;MA;MB;MC;MD;SPROT(1);SPCHK(0)
@TURN
DATA 2,10,90,-10,45
"""


def test_a_game_and_its_port_move_alike() -> None:
    assert difference(GAME) is None


def test_a_loop_that_moves_something_lets_no_frame_pass() -> None:
    places = ["SPOFS 0,X,0", "SPCHR 0,X", "SPROT 0,X", "BGOFS 1,X,0"]
    head = 'BGANIM 0,"XY",-4,40,0\nSPSET 0,0\n'
    assert differing(f"{head}REPEAT\n X=X+1:{place}\nUNTIL X>9\nPRINT X" for place in places) == {}
