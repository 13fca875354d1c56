"""Values beside a dragged line of time: those of the moment that is shown, or dimmed until they are."""

from __future__ import annotations

import re

from tests.studio.browsing import expect
from tests.studio.visiting import box_of, packed

LISTING = "FOR X=0 TO 4999\nGPSET X MOD 400,1\nNEXT\n"
# At each picture of the page: the moment that is shown, X, and whether the values are dimmed.
WATCH = """() => {
  window.seen = [];
  const look = () => {
    const moment = Number(document.getElementById("where").textContent.split(" ")[0].replaceAll(",", ""));
    const [name, value] = document.querySelector("#variables tr").cells;
    const dimmed = Number(getComputedStyle(document.querySelector(".variables > *")).opacity) < 1;
    if (name.textContent === "X") window.seen.push([moment, Number(value.textContent), dimmed]);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def test_values_follow_the_drag_or_are_dimmed_until_they_do(visit):
    page = visit.open(listing=packed(LISTING), seed=1, moment=5000)
    visit.stands(5000)
    expect(visit.at("variables")).to_contain_text("4999")
    page.evaluate(WATCH)
    box = box_of(page.locator("#timeline canvas:last-child"))
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.9, y)
    page.mouse.down()
    for part in (0.8, 0.6, 0.7, 0.3, 0.2):
        page.mouse.move(box["x"] + box["width"] * part, y, steps=5)
    # The hand rests, and holds the line still: the run settles there.
    page.wait_for_function(
        "() => window.seen.length > 9 && !window.seen.at(-1)[2] && window.seen.at(-1)[0] < 2000"
    )
    held = page.evaluate("window.seen.at(-1)")
    assert held[1] == held[0] - 1
    page.mouse.move(box["x"] + box["width"] * 0.5, y, steps=5)
    page.mouse.up()
    expect(visit.at("state")).to_have_text(re.compile("^paused"))
    page.wait_for_function("() => !window.seen.at(-1)[2] && window.seen.at(-1)[0] > 2000")
    seen = page.evaluate("window.seen")
    assert [each for each in seen if not each[2] and each[1] != each[0] - 1] == []
    assert any(dimmed for _, _, dimmed in seen)


def test_a_value_of_the_port_as_of_the_last_event_is_no_difference(visit):
    listing = "X=1\nGPSET X,1\nX=2\nGPSET X,1\n"
    points = "    x = 5\n    machine.screen.point(1, 1)\n    x = 2\n    machine.screen.point(x, 1)\n"
    port = f"def main(machine):\n{points}"
    page = visit.open(listing=packed(listing), port=packed(port), seed=1, moment=1)
    visit.stands(1)
    visit.at("trust-it").click()
    beside = page.locator("#variables .python").first
    # At the event itself the port holds another value.
    expect(beside).to_have_text("x = 5")
    expect(beside).to_have_class(re.compile("other"))
    for _ in range(2):
        visit.at("step-statement").click()
    expect(visit.at("state")).to_have_text(re.compile("line 4"))
    # The listing has gone on since.
    expect(beside).to_have_text("x = 5 (at the last event)")
    expect(beside).not_to_have_class(re.compile("other"))
