"""What of the machine a port calls: its parts, and the methods of each by what they are for.

Every public method and property of a part stands here once, in a group or among those of `others`: they are
for front ends, the engine and those who compare. tests/tools/test_website.py looks for what is missing.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from retromaze.machine.backgrounds import Background, Backgrounds
from retromaze.machine.console import Cell, Console
from retromaze.machine.font import Font
from retromaze.machine.input import Buttons, ConsoleInput
from retromaze.machine.machine import Machine, SystemState
from retromaze.machine.rng import Rng
from retromaze.machine.screen import Screen, Visible
from retromaze.machine.sound import Sound
from retromaze.machine.sprites import Definitions, Sprite, SpriteDefinition, Sprites
from retromaze.machine.storage import Storage


@dataclass(frozen=True)
class Part:
    """A part of the machine: `way` leads to it in Python, `shown` are the classes of what it gives."""

    way: str
    title: str
    kind: type
    groups: Mapping[str, str]
    others: str
    shown: tuple[type, ...] = ()

    @property
    def page(self) -> str:
        """Its page on the website, without the ending."""
        return f"interface/{self.way.rpartition('.')[2]}"

    @property
    def source(self) -> str:
        """The file of its class in the repository."""
        return f"{self.kind.__module__.replace('.', '/')}.py"


PARTS = (
    Part(
        "machine",
        "The machine itself",
        Machine,
        {
            "Time": "vsync wait idle calendar",
            "Screens": "display set_mode reset picture",
            "The rest": "ask set_tab_step tab_step fresh_seed",
        },
        "tick spend pass_frame yield_every yield_now poll_changes listen listen_without_place"
        " notify_rewired observed_parts",
    ),
    Part(
        "machine.screen",
        "Drawing",
        Screen,
        {
            "Shapes": "point line box fill circle arc triangle paint clear",
            "Text and pictures": "put_text copy put_words",
            "What drawing uses": "set_color set_clip set_pages",
            "How it is shown": "set_offset set_display_clip set_priority set_visible set_backdrop set_fade",
            "Looking": "spoit words size is_tall whole",
        },
        "reset apply_share ink_of pixels_of",
        (Visible,),
    ),
    Part(
        "machine.console",
        "Text",
        Console,
        {
            "Printing": "print tab clear scroll",
            "Where and how": "locate set_color set_attributes set_width",
            "Looking": "code_at text",
        },
        "reset resize draft",
        (Cell,),
    ),
    Part(
        "machine.sprites",
        "Sprites",
        Sprites,
        {
            "Beginning and end": "set set_part set_free set_free_part clear",
            "The picture": "change change_part show hide set_color set_page set_clip",
            "Place": "move rotate scale set_home link unlink",
            "Animation": "animate halt resume animated",
            "Collision": "detect set_velocity hits box_hits box",
            "Variables and calls": "set_variable variable set_callback callback callbacks",
            "Looking": "used all_used count_used place",
        },
        "reset all_states advance",
        (Sprite,),
    ),
    Part(
        "machine.backgrounds",
        "Backgrounds",
        Backgrounds,
        {
            "The map": "set_map put fill copy load clear",
            "How it is shown": "move rotate scale set_home set_color show hide set_clip set_page",
            "Animation": "animate halt resume animated",
            "Looking": "cell cell_of_pixel cells place_on_screen place_on_map cell_on_map converted all",
            "Variables and calls": "set_variable variable set_callback callback callbacks",
        },
        "reset advance",
        (Background,),
    ),
    Part(
        "machine.definitions",
        "Definitions of sprites",
        Definitions,
        {"Defining": "define define_all restore"},
        "",
        (SpriteDefinition,),
    ),
    Part(
        "machine.input",
        "ConsoleInput",
        ConsoleInput,
        {
            "Buttons": "button set_repeat repeats",
            "Pads, stylus, keyboard": "stick expand second_stick touched inkey",
        },
        "channels schedule hold tilt tilt_second touch lift type forget_future has_future begin_frame"
        " detach_from_clock advance_to at_rest settle line last_scheduled unread_text unread_changes",
        (Buttons,),
    ),
    Part("machine.rng", "Random numbers", Rng, {"Drawing": "below fraction raw", "Beginning": "seed"}, ""),
    Part(
        "machine.sound",
        "Sound",
        Sound,
        {
            "Short sounds": "beep silence",
            "Tunes": "play stop pause resume playing set_volume set_tune clear_tunes set_variable variable",
            "Instruments and effects": "set_wave effects_on effects_off set_effect set_reverb set_wetness",
            "Samples": "stream stop_stream resume_stream set_stream_volume",
            "Speech": "talk stop_talking talking",
        },
        "started_tunes own_tunes advance stream_digest",
    ),
    Part(
        "machine.storage",
        "Files",
        Storage,
        {
            "Texts": "read_text write_text",
            "Arrays and pictures": "read_array write_array read_page write_page read_data",
            "What is there": "exists names delete rename projects select_project",
        },
        "project_or_chosen siblings_of read write required_stored_name writable_project",
    ),
    Part("machine.font", "Letters", Font, {"Letters": "glyph define restore defined"}, ""),
    Part(
        "machine.system",
        "Clipboard, function keys, dialogs",
        SystemState,
        {"Keeping": "keep set_key", "Asking": "dialog entry_dialog"},
        "",
    ),
)

EXTRA_WORDS: Mapping[str, str] = {
    "machine.set_tab_step": "TABSTEP",
    "machine.tab_step": "TABSTEP",
    "machine.calendar": "DATE$ TIME$",
    "machine.ask": "INPUT LINPUT",
    "machine.screen.arc": "GCIRCLE",
    "machine.screen.put_text": "GPUTCHR",
    "machine.screen.copy": "GCOPY",
    "machine.screen.put_words": "GLOAD",
    "machine.screen.words": "GSAVE",
    "machine.screen.set_clip": "GCLIP",
    "machine.screen.set_display_clip": "GCLIP",
    "machine.screen.set_visible": "VISIBLE",
    "machine.console.print": "PRINT",
    "machine.sprites.animate": "SPANIM",
    "machine.sprites.detect": "SPCOL",
    "machine.sprites.box_hits": "SPHITRC",
    "machine.sprites.set_callback": "SPFUNC",
    "machine.backgrounds.put": "BGPUT",
    "machine.backgrounds.fill": "BGFILL",
    "machine.backgrounds.load": "BGLOAD",
    "machine.backgrounds.cells": "BGSAVE",
    "machine.backgrounds.cell_of_pixel": "BGGET",
    "machine.backgrounds.animate": "BGANIM",
    "machine.backgrounds.set_callback": "BGFUNC",
    "machine.input.expand": "XON XOFF",
    "machine.rng.seed": "RANDOMIZE",
    "machine.sound.beep": "BEEP",
    "machine.sound.play": "BGMPLAY",
    "machine.sound.set_volume": "BGMVOL",
    "machine.sound.set_effect": "EFCSET",
    "machine.sound.set_reverb": "EFCSET",
    "machine.sound.stream": "PCMSTREAM",
    "machine.sound.set_stream_volume": "PCMVOL",
    "machine.storage.read_text": "LOAD",
    "machine.storage.write_text": "SAVE",
    "machine.storage.read_array": "LOAD",
    "machine.storage.write_array": "SAVE",
    "machine.storage.read_page": "LOAD",
    "machine.storage.write_page": "SAVE",
    "machine.storage.exists": "CHKFILE",
    "machine.storage.names": "FILES",
    "machine.storage.delete": "DELETE",
    "machine.storage.rename": "RENAME",
    "machine.storage.select_project": "PROJECT",
    "machine.font.define": "FONTDEF",
    "machine.system.keep": "CLIPBOARD",
    "machine.system.set_key": "KEY",
    "machine.system.dialog": "DIALOG",
    "machine.system.entry_dialog": "DIALOG",
}
"""Words of BASIC that a method stands for, and whose declarations do not name it."""
