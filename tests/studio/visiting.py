"""A visitor of the studio: a server with a session of its own, and a page of it in a real browser."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.errors import Stopped
from retromaze.machine.machine import Machine
from retromaze.runner import run_source
from retromaze.studio.messages import Open
from retromaze.studio.open_program import UserFiles
from retromaze.studio.prover_process import relay_to_prover
from retromaze.studio.run_recording import Replayer, RunRecording, attach_recorder
from retromaze.studio.server import StudioServer
from retromaze.studio.session import StudioSession
from tests.processes import SEEDS
from tests.studio.browsing import PATIENCE, expect, pixels_on, run_at_full_speed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, FloatRect, Locator, Page

SMALL = {"program": "backtracker", "seed": 1, "sizes": "width:number:31,height:number:21"}
TINY = {"program": "backtracker", "seed": 1, "sizes": "width:number:9,height:number:9"}
"""One whose proof takes a tenth of a second."""
EQUAL = f"equal on {SEEDS} seeds ✓"
"""The verdict on a pair that is equal."""


def studio(
    opens: Open | None = None, own: UserFiles | None = None, port: int = 0, frames: Sequence[str] = ()
) -> StudioServer:
    """A server whose pages open this first."""
    first = opens or Open("backtracker", seed=1)
    conversations = {
        "/session": lambda channel: StudioSession(channel, first, own).serve(),
        "/proof": lambda channel: relay_to_prover(channel, own),
    }
    return StudioServer(conversations, port, frames)


def box_of(element: Locator) -> FloatRect:
    """Where an element lies in the window, once it is seen."""
    while True:
        expect(element).to_be_visible()
        # none of an element that another one has replaced meanwhile
        if box := element.bounding_box():
            return box


class Visit:
    """A page of the studio; whatever it says on its console is kept, and nothing may be."""

    def __init__(
        self,
        browser: Browser,
        server: StudioServer | None = None,
        context: BrowserContext | None = None,
        **looks: Any,
    ) -> None:
        self._server = server
        self.context = context or browser.new_context(**{"viewport": {"width": 1440, "height": 900}, **looks})
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.said: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))

    def open(self, **state: object) -> Page:
        assert self._server
        more = f"&{urlencode(state)}" if state else ""
        self.page.goto(self._server.address + more)
        return self.page

    def open_at(self, moment: int, **state: object) -> Page:
        """Opens it at a moment of the run, and waits until it stands there."""
        page = self.open(**state, moment=moment)
        self.stands(moment)
        return page

    def at(self, name: str) -> Locator:
        return self.page.locator(f"#{name}")

    def box(self, name: str) -> FloatRect:
        return box_of(self.at(name))

    def middle(self, name: str) -> tuple[float, float]:
        box = self.box(name)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def stands(self, moment: int) -> None:
        expect(self.at("where")).to_have_text(re.compile(rf"^{moment:,} of "))
        expect(self.at("state")).to_have_text(re.compile("^paused"))

    def is_proved(self) -> None:
        expect(self.at("verdict")).to_have_text(EQUAL)

    def fast(self) -> None:
        run_at_full_speed(self.page)

    def text(self, side: str) -> Locator:
        return self.page.locator(f"#{side} .cm-content")

    def type_at_start(self, side: str, words: str) -> None:
        self._type(side, "Control+Home", words)

    def type_at_end(self, side: str, words: str) -> None:
        self._type(side, "Control+End", words)

    def _type(self, side: str, way: str, words: str) -> None:
        """Types where some keys lead to in a text."""
        self.text(side).click()
        self.page.keyboard.press(way)
        self.page.keyboard.type(words)

    def stop_the_clock(self) -> None:
        """The page's time, which is the driver's, goes on by `run_for` alone, until it is resumed.

        It stops a minute ahead: a time that has passed until the page hears of it is refused.
        """
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 60)

    def share(self) -> None:
        """Opens the menu of what is taken away, or closes it."""
        self.page.locator("#share summary").click()

    def switch_language(self) -> None:
        self.page.locator("#more summary").click()
        self.at("language").click()

    def close(self) -> None:
        self.context.close()
        assert self.said == [], self.said


@cache
def small_recording() -> RunRecording:
    """What the run of SMALL does."""
    machine, recording = Machine(seed=1), RunRecording(1)
    attach_recorder(machine, lambda *told: recording.add(*told, after=machine.frame))
    with suppress(Stopped):
        run_source(listing_source(CATALOGUE["backtracker"], width=31, height=21), machine, frames=600)
    return recording


def picture_at(moment: int) -> str:
    """The upper screen of SMALL at a moment, as `shows` takes it."""
    return pixels_on(Replayer(small_recording()).machine_at(moment))


def packed(text: str) -> str:
    """A text as a link has it."""
    deflated = zlib.compress(text.encode(), wbits=-15)
    return base64.urlsafe_b64encode(deflated).decode().rstrip("=")
