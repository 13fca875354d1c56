"""Two runs beside each other, and where they part."""

from __future__ import annotations

import json
import re
from io import BytesIO

import pytest
from PIL import Image

from retromaze.studio.status import MOST_UNSEEN
from tests.studio.browsing import await_painting, comes_to, expect, resize
from tests.studio.visiting import SMALL, box_of, packed

LISTING = "GPSET 1,1\nX=RND(100)\nGPSET X,2\n"


def second(visit):
    visit.share()
    visit.at("two").click()
    visit.share()
    pane = visit.at("second")
    expect(pane.locator("small")).to_have_text(re.compile("^(paused|ended)"))
    return pane


def states_taken(page):
    """How many states of its running program each session is told that the page has taken, from now on."""
    taken = []

    def listen(socket):
        number = len(taken)
        taken.append(0)

        def note(frame):
            taken[number] += json.loads(frame)["type"] == "Seen"

        socket.on("framesent", note)

    page.on("websocket", lambda socket: "/session" in socket.url and listen(socket))
    return taken


def differences_found(page):
    """The answers of the prover about two runs, from now on."""
    found = []

    def note(frame):
        found.extend([frame] if json.loads(frame)["type"] == "RunsDiffer" else [])

    page.on("websocket", lambda socket: "/proof" in socket.url and socket.on("framereceived", note))
    return found


SEED_AND_DIFFERENCE = """() => {
    for (const each of ["#seed-up", "#seed-up", "#second h2 button"]) document.querySelector(each).click();
}"""
DIFFERENCE_AND_CLOSE = """() => {
    for (const each of document.querySelectorAll("#second h2 button")) each.click();
}"""
DIFFERENCE_AND_SEED = """() => {
    document.querySelector("#second h2 button").click();
    const seed = document.querySelector("#second input");
    seed.value = "4";
    seed.onchange();
}"""


def test_the_same_program_from_another_seed_and_before_an_edit(visit):
    taken, found = states_taken(visit.page), differences_found(visit.page)
    visit.open_at(3, listing=packed(LISTING), seed=1)
    second(visit)
    # what is found after the second run was closed moves nothing
    visit.page.evaluate(DIFFERENCE_AND_CLOSE)
    comes_to(visit.page, lambda: len(found), 1)
    await_painting(visit.page)
    visit.stands(3)
    pane = second(visit)
    words = pane.locator("small")
    expect(pane.get_by_role("combobox")).to_have_value("seed")
    pane.get_by_role("button", name="first difference").click()
    expect(words).to_have_text(re.compile(r"^line 2: RND\(100\) = \d+ · line 2: RND\(100\) = \d+$"))
    visit.stands(1)
    # what is asked for while another run is opened is found in that one
    visit.at("timeline").press("Home")
    visit.stands(0)
    visit.page.evaluate(SEED_AND_DIFFERENCE)
    expect(visit.at("seed")).to_have_value("3")
    visit.stands(1)
    expect(words).to_have_text(re.compile(r"^line 2: "))
    # and what is found of a second run that is no longer there is not shown
    answers = len(found)
    visit.page.evaluate(DIFFERENCE_AND_SEED)
    comes_to(visit.page, lambda: len(found) > answers, True)
    await_painting(visit.page)
    expect(words).to_have_text("paused")
    pane.get_by_role("spinbutton").fill("3")
    pane.get_by_role("spinbutton").press("Enter")
    pane.get_by_role("button", name="first difference").click()
    expect(words).to_have_text("both runs do the same")
    visit.at("program").select_option("sticks")
    expect(visit.at("state")).to_have_text(re.compile("^running"))
    expect(visit.text("listing")).to_contain_text("DEF")
    expect(words).to_have_text("running")
    # a session that is told of none sends no more than a few
    comes_to(visit.page, lambda: [taken[each] > MOST_UNSEEN for each in (0, -1)], [True, True])
    visit.at("play").click()
    expect(words).to_have_text("paused")
    visit.open_at(2, program="sticks", seed=1)
    pane.get_by_role("combobox").select_option("before")
    visit.type_at_start("listing", "PRINT 1:")
    expect(visit.at("verdict")).to_have_text(re.compile("^differs"))
    pane.get_by_role("button", name="first difference").click()
    expect(words).to_have_text(re.compile('^line 1: PRINT "1" · line '))


def test_both_pictures_are_as_large_and_no_ribbon_colors_the_second(visit):
    visit.open_at(40, **SMALL)
    canvas = second(visit).locator("canvas").first
    expect(canvas).to_be_visible()
    for width, height in ((1400, 900), (1440, 1200), (1280, 720), (390, 844)):
        resize(visit.page, width, height)
        # a border of its own
        comes_to(visit.page, lambda: larger(visit, canvas), pytest.approx((2, 2), abs=0.1))
        pane, other = box_of(visit.at("pane-machine")), box_of(canvas)
        assert pane["x"] <= other["x"] and other["x"] + other["width"] <= pane["x"] + pane["width"]
    resize(visit.page, 1440, 900)
    visit.at("second").get_by_role("button", name="first difference").click()
    visit.stands(6)
    expect(visit.page.locator(".ribbon path.runs")).not_to_have_count(0)
    comes_to(visit.page, lambda: colors_inside(canvas), {(255, 255, 255)})


def larger(visit, canvas):
    """By how much the second picture is wider and higher than the first."""
    first, other = box_of(visit.at("upper")), box_of(canvas)
    return other["width"] - first["width"], other["height"] - first["height"]


def colors_inside(canvas):
    with Image.open(BytesIO(canvas.screenshot())) as picture:
        inside = picture.convert("RGB").crop((4, 4, picture.width - 4, picture.height - 4))
    return {color for _, color in inside.getcolors() or []}


def test_a_second_run_shows_its_lower_screen_too(visit):
    resize(visit.page, 1400, 1000)
    visit.open(listing=packed("XSCREEN 2:DISPLAY 1:GCLS #BLUE:BACKCOLOR #BLUE\nWAIT RND(9)\n"), seed=1)
    visit.fast()
    expect(visit.at("state")).to_have_text(re.compile("^ended"))
    pane = second(visit)
    canvas = pane.locator("canvas").first
    expect(canvas).to_have_attribute("height", "480")
    pane.get_by_role("button", name="first difference").click()
    expect(pane.locator("small")).to_have_text(re.compile("^line 2: RND"))
    pixel = "(canvas) => [...canvas.getContext('2d').getImageData(%d, 479, 1, 1).data]"
    blue, clear = [0, 0, 255, 255], [0, 0, 0, 0]
    comes_to(
        visit.page,
        lambda: [canvas.evaluate(pixel % x) for x in (39, 40, 359, 360)],
        [clear, blue, blue, clear],
    )
    for width, height in ((1400, 1000), (390, 844)):
        resize(visit.page, width, height)
        comes_to(visit.page, lambda: larger(visit, canvas)[0], pytest.approx(2, abs=0.1))
        lower, other = box_of(visit.at("lower")), box_of(canvas)
        assert abs(other["height"] - 2 - 2 * lower["height"]) < 2
    pane.get_by_role("combobox").select_option("sticks")
    expect(canvas).to_have_attribute("height", "240")
