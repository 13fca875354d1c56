"""XSCREEN and DISPLAY row by row, as listings see them. Source: machine reference, 1.2, 1.3 and 4.1."""

import retromaze
from retromaze.comparison.state_digests import backgrounds_digest, settings, sprites_digest


def shown(listing: str) -> str | int:
    """The console's text at the end, or the number of the error."""
    result = retromaze.run(listing, seed=1, frames=600)
    return result.error.number if result.error else result.text


def test_what_is_refused():
    numbers = {
        **dict.fromkeys(("XSCREEN", "XSCREEN 2,128", "XSCREEN 2,1,1,1", "DISPLAY", "DISPLAY 0,0"), 4),
        **dict.fromkeys((f"XSCREEN 4:{word} A$" for word in ("INPUT", "LINPUT")), 4),
        **dict.fromkeys(("XSCREEN -1", "XSCREEN 5", "XSCREEN 2,-1,4", "XSCREEN 2,513,4"), 10),
        **dict.fromkeys(
            ("XSCREEN 2,0,-1", "XSCREEN 2,0,5", "XSCREEN 2:DISPLAY 2", "XSCREEN 2:DISPLAY -1"), 10
        ),
        **dict.fromkeys((f"XSCREEN {mode}:DISPLAY 1" for mode in (0, 1, 4)), 10),
        **dict.fromkeys(
            ("XSCREEN 4:LOCATE 0,60", "XSCREEN 4:LOCATE 41,0", "XSCREEN 4:WIDTH 16:LOCATE 0,30"), 10
        ),
        "XSCREEN 2:DISPLAY 1:LOCATE 41,0": 10,
        "XSCREEN 2:DISPLAY 1:WIDTH 16:LOCATE 21,0": 10,
        'XSCREEN "2"': 8,
    }
    assert {listing: shown(listing) for listing in numbers} == numbers


def test_how_many_sprites_and_layers_a_screen_has():
    wanted = {
        **{(mode, 0): (512, 4) for mode in ("0", "1", "4")},
        **{(mode, screen): (256, 2) for mode in ("2", "3") for screen in (0, 1)},
        ("2,300,1", 0): (300, 1),
        ("2,300,1", 1): (212, 3),
        ("3,512,4", 0): (512, 4),
        ("3,1,1", 1): (511, 3),
        ("0,100,3", 0): (100, 3),
        ("4,7,2", 0): (7, 2),
    }
    found = {}
    for (mode, screen), (sprites, layers) in wanted.items():
        begin = f"XSCREEN {mode}:DISPLAY {screen}"
        found[mode, screen] = (
            shown(f"{begin}:SPSET {sprites - 1},0:BGPUT {layers - 1},0,0,1:DISPLAY 0:PRINT 1"),
            shown(f"{begin}:SPSET {sprites},0"),
            shown(f"{begin}:BGPUT {layers},0,0,1"),
        )
    assert found == dict.fromkeys(wanted, ("1", 10, 10))


def test_a_screen_may_have_none():
    for begin in ("XSCREEN 2,512,4:DISPLAY 1", "XSCREEN 3,512,4:DISPLAY 1"):
        found = [
            shown(f"{begin}:{rest}")
            for rest in ("SPSET 0,0", "BGPUT 0,0,0,1", "A=SPSET(0):DISPLAY 0:PRINT A")
        ]
        assert found == [10, 10, "-1"], begin


def test_xscreen_clears_what_moves_and_chooses_the_upper_screen():
    made = "XSCREEN 2:SPSET 3,0:BGPUT 1,2,2,9:DISPLAY 1:SPSET 3,0:BGPUT 1,2,2,9:XSCREEN 2"
    assert shown(f"{made}:PRINT DISPLAY();SPUSED(3);BGGET(1,2,2)") == "000"
    assert shown(f"{made}:DISPLAY 1:A=SPUSED(3)+BGGET(1,2,2):DISPLAY 0:PRINT A") == "0"
    assert shown("XSCREEN 2:DISPLAY 1:XSCREEN 3:PRINT DISPLAY()") == "0"


def test_each_screen_has_a_state_of_its_own():
    tell = "GPAGE OUT V,W:T$=T$+FORMAT$('%D%D%D%D',V,W,SPPAGE(),BGPAGE())"
    tell += ":T$=T$+FORMAT$(' %D %D %D %D%D/',BACKCOLOR(),FADE(),WIDTH(),CSRX,CSRY)"
    tell = tell.replace("'", '"')
    change = "GPAGE 2,3:SPPAGE 0:BGPAGE 1:BACKCOLOR 7:FADE 9:WIDTH 16:LOCATE 2,3"
    listing = f"XSCREEN 3:{tell}:DISPLAY 1:{tell}:{change}:DISPLAY 0:{tell}:DISPLAY 1:{tell}"
    listing += ":DISPLAY 0:PRINT T$"
    upper, lower = "0045 0 0 8 00", "1145 0 0 8 00"
    told = str(shown(listing)).replace("\n", "")
    assert told == f"{upper}/{lower}/{upper}/2301 7 9 16 23/"


def test_what_is_changed_on_one_screen_stays_on_the_other():
    changes = (
        *("COLOR 3,4", "ATTR 5", "WIDTH 16", "LOCATE 3,4,5", 'PRINT "A"', "GPAGE 2,3", "GPRIO 7"),
        *("GCLIP 0,1,1,9,9", "GCLIP 1,1,1,9,9", "SPPAGE 3", "SPCLIP 1,1,9,9", "BGPAGE 3", "BACKCOLOR 9"),
        *("FADE -1", "VISIBLE 0,1,1,1", "GOFS 5,5", "SPSET 0,0", "BGPUT 0,1,1,1"),
    )
    listings = {f"DISPLAY {number}:{change}": number for change in changes for number in (0, 1)}
    untouched = [of_screen(each) for each in retromaze.run("XSCREEN 2", seed=1).machine.screens]
    changed = {}
    for listing in listings:
        screens = retromaze.run(f"XSCREEN 2:{listing}", seed=1).machine.screens
        changed[listing] = [at for at, each in enumerate(screens) if of_screen(each) != untouched[at]]
    assert changed == {listing: [number] for listing, number in listings.items()}


def of_screen(screen):
    """All that a screen has of its own."""
    moving = sprites_digest(screen.sprites), backgrounds_digest(screen.backgrounds)
    return settings(screen), screen.console.cells, screen.console.column, screen.console.row, moving


def test_the_tall_console_has_40_columns_and_60_rows():
    assert shown('XSCREEN 4:PRINT "A"*40;CSRX;CSRY') == "A" * 40 + "\n401"
    assert shown("XSCREEN 4:LOCATE 40,59:A=CSRX:B=CSRY:LOCATE 0,0:PRINT A;B") == "4059"
    assert shown("XSCREEN 4:WIDTH 16:LOCATE 20,29:A=CSRX:B=CSRY:CLS:PRINT A;B") == "2029"
    assert shown('XSCREEN 4:LOCATE 0,59:PRINT "A":PRINT CHKCHR(0,58);CHKCHR(0,60);') == "\n" * 58 + "A\n650"


def test_a_screen_of_another_size_begins_with_an_empty_text():
    changes = 'PRINT "GONE":LOCATE 9,9:XSCREEN 4:A=CSRX:B=CSRY:PRINT A;B;CHKCHR(2,0):'
    assert shown(changes) == "000"
    assert shown(f"{changes}XSCREEN 0:A=CSRX:LOCATE 50,29:B=CSRX:LOCATE 0,0:PRINT A;B") == "050"
    assert shown(f"{changes}ACLS:LOCATE 50,29:A=CSRX:LOCATE 0,0:PRINT A") == "50"
    assert shown("XSCREEN 4:WIDTH 16:COLOR 3,4:XSCREEN 0:PRINT WIDTH()") == "16"


def test_a_screen_of_the_same_size_keeps_its_text():
    assert shown('PRINT "A":XSCREEN 3:XSCREEN 2:PRINT "B"') == "A\nB"
