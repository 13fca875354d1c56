"""The page against a session of its own, in Chromium and in part in Firefox: what a visitor does."""

from __future__ import annotations

import re

import pytest

from retromaze.machine.machine import Machine
from retromaze.porting.writing import write_port
from retromaze.runner import run_source
from tests.studio.browsing import IN_ALL, IN_BOTH, comes_to, expect, pixels_on, shows
from tests.studio.visiting import SMALL, TINY, Visit, box_of, packed, picture_at, studio

PICTURE = """
ACLS:GCLS RGB(0,0,64)
FOR I=0 TO 200 STEP 8
GLINE I,0,399,I,RGB(I,255-I,128)
GCIRCLE 200,120,I/2,RGB(255,255,I)
NEXT
PRINT "DONE"
"""
ASKING = 'INPUT "YOUR NAME";N$\nPRINT "HELLO ";N$\n'
PRESSED = "@L\nIF BUTTON()==16 THEN GCLS RGB(255,0,0):END\nWAIT 1:GOTO @L\n"
TOUCHED = """XSCREEN 2
DISPLAY 1:GCLS RGB(0,0,255):DISPLAY 0
@L
TOUCH OUT T,X,Y
IF T THEN END
VSYNC 1:GOTO @L
"""
TALL = """XSCREEN 4
GCLS RGB(0,0,255):GFILL 0,230,319,249,RGB(255,0,0)
@L
TOUCH OUT T,X,Y
IF T THEN XSCREEN 2:END
VSYNC 1:GOTO @L
"""
PIXEL = "(canvas) => [...canvas.getContext('2d').getImageData(%d, %d, 1, 1).data].slice(0, 3)"
TILTED = "@L\nSTICK OUT X,Y\nIF BUTTON() AND #A THEN IF X>0.5 THEN END\nVSYNC 1:GOTO @L\n"
GAME_PAD = """
const pad = { buttons: [], axes: [0.75, 0, 0, 0] };
for (let index = 0; index < 16; index++) pad.buttons.push({ pressed: index === 1 });
navigator.getGamepads = () => [null, pad];
window.dispatchEvent(new Event('gamepadconnected'));
"""


@IN_BOTH
def test_time_is_stepped_and_dragged(visit):
    page = visit.open_at(40, **SMALL)
    shows(page, picture_at(40))
    # How long the line of time is, the prover tells.
    expect(visit.at("where")).to_have_text("40 of 1,954 events")
    visit.at("step-draw").click()
    expect(visit.at("where")).to_have_text(re.compile("^4[1-9] of "))
    expect(visit.at("listing").locator(".running-line")).to_have_text(re.compile("^GLINE"))
    visit.at("timeline").focus()
    page.keyboard.press("Home")
    visit.stands(0)
    shows(page, picture_at(0))
    page.keyboard.press(".")
    expect(visit.at("listing").locator(".running-line")).to_have_text(re.compile("^M_W=31:M_H=21"))
    page.keyboard.press("End")
    expect(visit.at("where")).to_have_text(re.compile("^(.+) of \\1 events$"))
    box = box_of(page.locator("#timeline canvas:last-child"))
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.75, box["y"] + 10, steps=8)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 10, steps=8)
    page.mouse.up()
    expect(visit.at("where")).to_have_text(re.compile(r"^9\d\d of "))
    expect(visit.at("variables")).to_contain_text("M_W")
    visit.at("tab-events").click()
    row = page.locator(".event[aria-selected=true]")
    expect(row).to_contain_text(re.compile("GLINE|RND"))
    visit.at("timeline").focus()
    page.keyboard.press("Home")
    visit.stands(0)
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    visit.stands(40)
    shows(page, picture_at(40))


@IN_ALL
def test_both_are_proved_and_an_edited_port_differs(visit):
    page = visit.open(**TINY, moment=40)
    visit.is_proved()
    page.get_by_text("line(x * 2, y * 2, from_x * 2, from_y * 2, 0)").click(position={"x": 100, "y": 8})
    page.keyboard.press("Home")
    page.keyboard.type("x = x; ")
    # The first press goes to the end of the row, the second to that of the line.
    page.keyboard.press("End")
    page.keyboard.press("End")
    for _ in range(len(", 0)  # 17")):
        page.keyboard.press("ArrowLeft")
    page.keyboard.type(" + 1")
    expect(visit.at("verdict")).to_have_text(re.compile("^differs at event "))
    visit.at("verdict").click()
    expect(visit.at("sentence")).to_contain_text("line")
    visit.at("to-difference").click()
    expect(visit.at("where")).to_have_text(re.compile(r"^[3-9] of "))


@IN_BOTH
def test_a_run_ends_in_the_picture_of_a_run_without_a_page_and_an_endless_one_is_stopped(visit):
    page = visit.open(listing=packed(PICTURE), seed=1)
    visit.at("speed").fill("13")
    expect(visit.at("state")).to_have_text(re.compile("^ended"))
    machine = Machine(seed=1)
    assert run_source(PICTURE, machine) is None
    shows(page, pixels_on(machine))
    visit.open(listing=packed("@L\nI=I+1:GPSET I MOD 400,I MOD 240\nGOTO @L\n"), seed=1)
    visit.fast()
    expect(visit.at("pace")).to_have_text("full speed")
    expect(visit.at("where")).to_have_text(re.compile(r"^[\d,]{6,} "))
    visit.at("stop").click()
    expect(visit.at("state")).to_have_text(re.compile("^ended"))


@IN_BOTH
def test_keys_and_a_game_pad_are_the_console_s_while_the_machine_has_the_focus(visit):
    page = visit.open(listing=packed(PRESSED), seed=1)
    expect(visit.at("state")).to_have_text(re.compile("^running"))
    visit.at("upper").click()
    page.keyboard.down("z")
    expect(visit.at("state")).to_have_text(re.compile("^ended"))
    page.keyboard.up("z")
    page.keyboard.press("Escape")
    expect(visit.at("screens")).not_to_be_focused()
    visit.open(listing=packed(TILTED), seed=1)
    expect(visit.at("state")).to_have_text(re.compile("^running"))
    page.evaluate(GAME_PAD)
    expect(visit.at("state")).to_have_text(re.compile("^ended"))


@IN_BOTH
def test_the_stylus_touches_the_lower_screen_and_the_lower_half_of_the_tall_one(visit):
    """Another program begins without it."""
    page = visit.open(listing=packed(TOUCHED), seed=1)
    visit.fast()
    expect(visit.at("lower")).to_be_visible()
    box = visit.box("lower")
    # In Firefox the pointer goes to the nearest whole pixel of the page.
    page.mouse.move(box["x"] + box["width"] * 100.3 / 320, box["y"] + box["height"] * 50.3 / 240)
    page.mouse.down()
    expect(visit.at("state")).to_have_text(re.compile("^ended"))
    page.mouse.up()
    expect(visit.at("variables").get_by_role("row", name="X 100", exact=True)).to_be_visible()
    expect(visit.at("variables").get_by_role("row", name="Y 50", exact=True)).to_be_visible()
    visit.at("program").select_option("sticks")
    expect(visit.text("listing")).to_contain_text("DEF")
    expect(visit.at("lower")).to_be_hidden()
    # The tall screen is one picture.
    visit.open(listing=packed(TALL), seed=1)
    visit.fast()
    expect(visit.at("screens")).to_have_class(re.compile(r"\btall\b"))
    # the pictures of the two screens are two messages
    comes_to(page, lambda: {each: visit.at(each[0]).evaluate(PIXEL % each[1:]) for each in SEAMS}, SEAMS)
    upper, lower = visit.box("upper"), visit.box("lower")
    assert upper["y"] + upper["height"] == lower["y"]
    assert upper["x"] + upper["width"] * 40 / 400 == pytest.approx(lower["x"], abs=1)
    page.mouse.move(lower["x"] + lower["width"] * 100.3 / 320, lower["y"] + lower["height"] * 50.3 / 240)
    page.mouse.down()
    expect(visit.at("state")).to_have_text(re.compile("^ended"))
    page.mouse.up()
    expect(visit.at("variables").get_by_role("row", name="Y 50", exact=True)).to_be_visible()
    expect(visit.at("screens")).not_to_have_class(re.compile(r"\btall\b"))


BLACK, BLUE, RED = [0, 0, 0], [0, 0, 255], [255, 0, 0]
SEAMS = {
    ("upper", 39, 239): BLACK,
    ("upper", 40, 229): BLUE,
    ("upper", 40, 239): RED,
    ("upper", 360, 0): BLACK,
    ("lower", 0, 0): RED,
    ("lower", 0, 9): RED,
    ("lower", 0, 10): BLUE,
}


@IN_ALL
def test_a_difference_of_another_seed_is_shown_with_what_the_player_did(visit):
    listing = 'INPUT "N";N$\nX=RND(10)\nPRINT X\n'
    # seed 1 draws 9 and seed 2 draws 5
    port = write_port(listing, "asks.bas").replace("rng.below(10)", "rng.below(10) | 8")
    assert "| 8" in port
    log = packed('retromaze log 1\nanswer "BOB"\n')
    visit.open(listing=packed(listing), port=packed(port), log=log, seed=1)
    visit.at("trust-it").click()
    expect(visit.at("verdict")).to_have_text(re.compile("^differs at event "))
    verdict = visit.at("verdict").inner_text()
    visit.at("verdict").click()
    visit.at("to-difference").click()
    expect(visit.at("seed")).not_to_have_value("1")
    expect(visit.at("state")).to_have_text(re.compile("^paused"))
    expect(visit.at("variables")).to_contain_text('"BOB"')
    expect(visit.at("verdict")).to_have_text(verdict)


@IN_ALL
def test_input_asks_in_the_page_pauses_there_and_an_edit_asks_again(visit):
    page = visit.open(listing=packed(ASKING), seed=1)
    expect(visit.at("guide")).to_have_text("YOUR NAME?")
    expect(visit.at("play")).to_have_attribute("aria-label", "pause")
    visit.at("play").click()
    expect(visit.at("play")).to_have_attribute("aria-label", "run")
    expect(visit.at("state")).to_have_text(re.compile("^waits for your answer · paused"))
    visit.at("play").click()
    expect(visit.at("state")).to_have_text(re.compile("^waits for your answer · line"))
    visit.type_at_start("listing", "'MINE\n")
    expect(visit.at("state")).to_have_text(re.compile("^waits for your answer · line 2"))
    expect(visit.at("play")).to_have_attribute("aria-label", "pause")
    expect(visit.at("guide")).to_have_text("YOUR NAME?")
    visit.at("answer").fill("ADA")
    page.keyboard.press("Enter")
    expect(visit.at("state")).to_have_text(re.compile("^ended"))
    expect(visit.at("variables")).to_contain_text('"ADA"')


@IN_ALL
def test_a_session_that_is_gone_is_told_of(browser):
    own = studio()
    visit = Visit(browser, own)
    visit.page.clock.install()
    page = visit.open(**TINY)
    expect(visit.at("state")).to_have_text(re.compile("^running"))
    visit.is_proved()
    visit.share()
    visit.at("copy-link").click()
    own.close()
    expect(visit.at("state")).to_have_text(re.compile("^the session is gone"))
    expect(visit.at("play")).to_have_attribute("aria-label", "run")
    expect(visit.at("verdict")).to_have_text("not proved")
    # The notice before, of the copied link, would have gone by then.
    page.clock.fast_forward(5000)
    expect(visit.at("notice")).to_have_text(re.compile("^The session is gone"))
    visit.close()


@IN_ALL
def test_a_long_listing_is_given_a_port_when_it_is_asked_for(visit):
    visit.open(listing=packed("A=A+1\n" * 501), seed=1, moment=0)
    expect(visit.at("unwritten")).to_be_visible()
    expect(visit.at("verdict")).to_have_text("not proved")
    expect(visit.at("write-port")).to_have_text("Write one")
    visit.at("write-port").click()
    expect(visit.text("port")).to_contain_text("def main")
    expect(visit.at("unwritten")).to_be_hidden()
    # the writing of another one is stopped
    visit.open(listing=packed("A=A+1:B=A*2:GPSET A,B\n" * 3000), seed=1, moment=0)
    write = visit.at("write-port")
    write.click()
    expect(write).to_have_text("stop")
    write.click()
    expect(write).to_have_text("Write one")
    expect(visit.text("port")).to_have_text("")
    expect(visit.at("unwritten")).to_be_visible()
