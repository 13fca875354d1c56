"""The messages between the page and the session; `page/src/messages.ts` is made of them.

`python -m tests.tools.page_sources` makes it.

Each message is one JSON object whose `type` is its class's name. Lines and columns count from 1, events
from 0; a moment is the number of events that are over, so 0 is the start and `length` the last one known.
Of an event number k the moment before it is k, and the moment after it k + 1.
"""

from __future__ import annotations

from dataclasses import Field, dataclass, field
from typing import Any, ClassVar, Literal, dataclass_transform

UnitName = Literal["statement", "draw", "frame"]
State = Literal["paused", "running", "asking", "ended", "going", "gone"]
""""gone" is the page's own word, for a session that says nothing any more."""
PanelName = Literal["lesson", "variables", "arrays", "calls", "notes", "moving", "events", "stops", "proof"]
SizeValue = int | float | str


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Part:
    """A message or a part of one: each class that is made of this one is a frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class ToPython(Part):
    """A message from the page."""


# ---- to Python


class Pace(ToPython):
    """So many of a unit a second: "statement", "draw", "frame"; a `rate` of 0 is as fast as can be."""

    unit: UnitName = "frame"
    rate: float = 60.0


class Open(ToPython):
    """Opens a program of the catalogue, or, where `program` is "", the texts themselves.

    A `name` means a listing that the page itself brings, pasted there or out of a file of that name: it has
    nothing to do with the user's files, and its port is written for it. Then `program` is "".
    `listing` and `port` are texts that stand in place of the program's own; None leaves those as they are.
    `consent` is the SHA-256 of the port that the reader has seen and wants run: no other is that comes from
    these texts. It stands paused at its start, or at the `moment`; `seed` None chooses one. `paced` asks for
    the pace at which this program is best seen. `language` is that in which the page begins, "en" or "ja";
    "" is the browser's. `writes_port` has a port written for a long listing too.
    `edition` is the page's own number of what it opens: every message about that has this number. `texts` is
    that of Opened, for a prover, which proves no other texts; "" means any. Where it `holds` and the listing
    has an error that is found before a run, what is open stays open, and the answer is Mistaken.
    """

    program: str = ""
    listing: str | None = None
    port: str | None = None
    seed: int | None = None
    sizes: dict[str, SizeValue] = field(default_factory=dict)
    log: str = ""
    moment: int = 0
    consent: str = ""
    paced: bool = False
    language: Literal["", "en", "ja"] = ""
    writes_port: bool = False
    edition: int = 0
    texts: str = ""
    name: str = ""
    holds: bool = False


class Play(ToPython):
    """Goes on from where it stands."""


class Pause(ToPython):
    """Stands still where it is."""


class StopRun(ToPython):
    """START: ends the program."""


class Step(ToPython):
    """Runs one "statement", "draw" or "frame" further and pauses."""

    unit: UnitName = "statement"


class Back(ToPython):
    """Goes one "statement", "draw" or "frame" back and pauses."""

    unit: UnitName = "statement"


class Go(ToPython):
    """Goes to a moment and pauses; only picture and line are sent until `settled` is true."""

    moment: int = 0
    settled: bool = True


class Glimpse(ToPython):
    """Asks for a picture of a moment; the run, and what is shown of it, stay as they are."""

    moment: int = 0


class SetStops(ToPython):
    """Replaces the stops: lines of the listing, moments, and expressions of BASIC.

    The run stops where one of `changes` has another value and where one of `conditions` begins to hold. At a
    moment it stops only before a statement of the lines `answered`, if there are any.
    """

    lines: list[int] = field(default_factory=list)
    moments: list[int] = field(default_factory=list)
    answered: list[int] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    conditions: list[str] = field(default_factory=list)


class SeekStop(ToPython):
    """Goes to the next stop, or back to the previous one, and pauses."""

    forward: bool = True


class AskHistory(ToPython):
    """Asks for the values that an expression of BASIC has had up to here: History is the answer."""

    text: str = ""


class AskRounds(ToPython):
    """Asks for the last rounds of the loop in which the run stands: RoundsFound is the answer."""


class GiveUp(ToPython):
    """Gives up the search for a value, a history or rounds: the run goes on to where it stood."""


class Watch(ToPython):
    """Names the arrays in view, which are sent whole; of others the first elements are sent."""

    names: list[str] = field(default_factory=list)


class WatchCalls(ToPython):
    """Says whether the tree of calls is visible: then CallTree follows each Values."""

    watched: bool = True


class WatchNotes(ToPython):
    """Says whether the notes are visible: then Notes follows each Values."""

    watched: bool = True


class WatchDiagram(ToPython):
    """Names what is drawn of the data, as a lesson does, "" for nothing: then DiagramInView follows Values.

    `by_itself` draws what is best seen where nothing is named. The legend is in that language.
    """

    draws: str = ""
    language: str = "en"
    by_itself: bool = False


class Listen(ToPython):
    """Says whether the page plays sound: then SoundTables comes once, and Sounds while the run goes on."""

    listening: bool = True


class WatchMoving(ToPython):
    """Says whether sprites and layers are in view: then MovingInView comes with Values and while dragged.

    One of them may be `chosen` to be drawn over the picture: then ChosenInView comes with each Picture.
    """

    watched: bool = True
    chosen: Literal["", "sprite", "layer"] = ""
    screen: int = 0
    number: int = 0


class Rows(ToPython):
    """Asks for `count` events from number `first` on."""

    first: int = 0
    count: int = 50


class AskPixel(ToPython):
    """Asks which event drew a pixel of a screen last before a moment: Drawn is the answer.

    The next question or command cancels an unanswered question.
    """

    screen: int = 0
    x: int = 0
    y: int = 0
    moment: int = 0


class AskArea(ToPython):
    """Asks which lines drew in a rectangle of a screen, as shown at a moment: DrawnIn is the answer."""

    screen: int = 0
    x: int = 0
    y: int = 0
    across: int = 1
    down: int = 1
    moment: int = 0


class TraceOrder(ToPython):
    """Asks in which order the upper or tall screen was drawn up to a moment: OrderTraced is the answer."""

    moment: int = 0


class AskValue(ToPython):
    """Asks which statement stored a variable or an element last, where the run stands: Stored is the answer.

    Elements are counted from 0, -1 means a variable. The run goes to this place again from its start.
    """

    name: str = ""
    element: int = -1


class GoStatement(ToPython):
    """Goes to the start of a statement, numbered from 1, and pauses."""

    number: int = 1


class AskLesson(ToPython):
    """Asks for the lesson of what is open: LessonText is the answer.

    Without `moments` it comes at once: then its steps are as they are written, and the lesson is not run.
    """

    language: Literal["en", "ja"] = "en"
    moments: bool = True


class JudgeAnswer(ToPython):
    """Asks whether a listing answers the exercise of a step, counted from 1: Judged is the answer.

    The lesson is the one in that language. A prover is asked about a port, which is then `listing`.
    """

    step: int
    listing: str
    language: Literal["en", "ja"] = "en"


class SaveGame(ToPython):
    """Asks for the game as a file: GameFile is the answer."""


class ReadGame(ToPython):
    """Asks what the log in a file of that name is about: GameRead is the answer, or Failed."""

    name: str = ""
    text: str = ""


class ReadListing(ToPython):
    """Asks for the listing in a file, its bytes as base64: ListingRead is the answer, or Failed."""

    name: str = ""
    data: str = ""


class Hold(ToPython):
    """Exactly these buttons are held from now on, a sum of the console's bits."""

    buttons: int = 0


class Tilt(ToPython):
    """Circle pad 0 or 1; x and y -1 to 1, right and up positive."""

    pad: int = 0
    x: float = 0.0
    y: float = 0.0


class Touch(ToPython):
    """The stylus is on the lower screen, pixels from its top left; `down` False takes it off."""

    x: int = 0
    y: int = 0
    down: bool = True


class TypeText(ToPython):
    """Characters typed; Enter is "\\r", Backspace "\\b"."""

    text: str = ""


class Answer(ToPython):
    """A line for INPUT or LINPUT."""

    text: str = ""


class Forget(ToPython):
    """Drops the player's input after this moment: from here on the user plays."""


class Check(ToPython):
    """Compares listing and port over a number of seeds, the page's own first; sent to a prover only."""

    seeds: int = 20


class PortState(ToPython):
    """Asks a prover for the port's variables at a moment: PortValues is the answer."""

    moment: int = 0


class CompareRuns(ToPython):
    """Asks a prover where the run of what is open and another one differ first: RunsDiffer is the answer."""

    other: Open = field(default_factory=Open)


# ---- from Python


class AboutOpen(Part):
    """A message about what is open: `edition` is the number from Open, also from an Open that has Failed.

    The page drops messages about what it no longer shows.
    """

    edition: int = field(default=0, kw_only=True)


class OfferedProgram(Part):
    """A program of the catalogue, and the sizes at which it is opened where they are not its own."""

    name: str
    title: str
    technique: str
    origin: str
    sizes: dict[str, SizeValue] = field(default_factory=dict)


class HelpWord(Part):
    """A builtin or a word of the language: `forms` a line each, then rules."""

    name: str
    kind: str
    help: str = ""


class Key(Part):
    """The console's button for a key of the page: `key` as in KeyboardEvent.key, the button's bit."""

    key: str
    button: int
    name: str


class Welcome(Part):
    """First of all: what there is to choose, the words of the language, and the console's keys.

    `opens` is what the page opens at the start; where its `program` is "" the texts are the user's files.
    """

    version: str
    programs: list[OfferedProgram]
    words: list[HelpWord]
    keys: list[Key]
    opens: Open


class ShownSize(Part):
    """A number that can be set, and its variable in the listing; None where there is no limit.

    `written` is what the text itself says.
    """

    name: str
    value: SizeValue
    written: SizeValue
    minimum: int | None = None
    maximum: int | None = None
    odd: bool = False
    variable: str = ""


class Problem(Part):
    """An error in a text and its place; `side` is "listing" or "port"; line 0 is no place."""

    side: str
    line: int
    column: int
    words: str


class PortModule(Part):
    """A module that a port imports. Its lines are counted on behind those of the port, from `first` on."""

    name: str
    first: int
    text: str


class Opened(AboutOpen):
    """What was opened: texts, numbers, and which lines of both correspond.

    `answers[line]` (line from 1, 0 unused) has the stretches of the port and its `modules` that answer a line
    of the listing, the narrowest first: [first, last, breadth], the breadth being the number of the listing's
    lines that they answer. `parts[line]` is the name of the port's function that does. A port that is not
    `trusted` is not run before somebody consents to its `hash`; `changes` are then the lines in which it
    differs from the port that belongs there, as `diff -u` writes them. Where `port_waits` the listing is so
    long that a port is written only if it is asked for. `panels` are those that have something to show, in
    the order of their tabs. `texts` is the SHA-256 of all texts that are open, as Proof has it. `not_ported`
    says in sentences what was not ported where a port was written just now. `name` is that of a listing that
    the page has brought itself, as in Open. `pace` is the one that was asked for, None where none was.
    `is_played` tells that it is a game, or a listing of the user's that looks at what a player does.
    """

    program: str
    title: str
    listing: str
    port: str
    seed: int
    sizes: list[ShownSize]
    answers: list[list[tuple[int, int, int]]]
    parts: list[str]
    problems: list[Problem]
    trusted: bool = True
    hash: str = ""
    changes: list[str] = field(default_factory=list)
    port_waits: bool = False
    panels: list[PanelName] = field(default_factory=list)
    texts: str = ""
    modules: list[PortModule] = field(default_factory=list)
    not_ported: list[str] = field(default_factory=list)
    name: str = ""
    pace: Pace | None = None
    is_played: bool = False


class Mistaken(AboutOpen):
    """The errors of texts that were not opened; `words` tell the listing's, with its line and a caret."""

    problems: list[Problem]
    words: str


class LessonStep(Part):
    """A step of a lesson, its `text` in Markdown.

    The run stands before the `statement` of that number in that `line`; both are 0 for a step without a
    moment. `listing` and `port` are the lines that it names, `watched` names and values there. `solution` has
    the numbers and texts of the lines that solve its exercise, if it has one; `hints` lead there, and an
    answer is judged in `hidden` runs besides the lesson's own. `diagram` is an SVG or "", and `draws` the
    words of the lesson that it is drawn after. A `question` is asked before all of it is shown: `choices` has
    the answers to choose from, if there are any, and `because` explains the right `answer`. `begins` is the
    text that the exercise begins with, "" for the one that is open; `in_port` says that the port answers.
    """

    title: str
    text: str
    statement: int
    line: int
    listing: list[int]
    port: list[int]
    watched: list[tuple[str, str]]
    solution: list[tuple[int, str]]
    diagram: str = ""
    draws: str = ""
    hints: list[str] = field(default_factory=list)
    hidden: int = 0
    question: str = ""
    choices: list[str] = field(default_factory=list)
    answer: str = ""
    because: str = ""
    begins: str = ""
    in_port: bool = False


class LessonText(AboutOpen):
    """A lesson, its `text` in Markdown, and the run that it is about; `log` has what is pressed there.

    `colors` has colors of the screen, `#ffffff`, and what they mean. Without `moments` it was not run: no
    step has a moment, values or a diagram.
    """

    title: str
    text: str
    seed: int
    sizes: dict[str, SizeValue]
    steps: list[LessonStep]
    log: str = ""
    colors: list[tuple[str, str]] = field(default_factory=list)
    moments: bool = True


class Judged(Part):
    """The verdict on an answer to the exercise of a step (from 1), which was run `runs` times.

    `rows` are names, its values, and the wanted ones. `conditions` are the options of the run in which it is
    wrong, "" for the lesson's own. `error` is the console's message with its line and caret; an `endless`
    answer was stopped; `constant` is an expression that should have varied. `explanations` say what the
    values that differ are.
    """

    step: int
    right: bool
    runs: int
    rows: list[tuple[str, str, str]]
    conditions: str = ""
    error: str = ""
    endless: bool = False
    constant: str = ""
    explanations: list[str] = field(default_factory=list)


class At(AboutOpen):
    """The place and state of the run.

    `state` is "paused", "running", "asking", "ended", or "going" while it is on its way, unseen, to where it
    is wanted, which Pause ends. `column` is that of the statement, 0 where it is not known; `words` why it
    ended or stopped, "" else; `length` counts the events known, and `rate` the frames a second that it makes.
    `acted` says that the last event is of this very statement.
    """

    state: State
    moment: int
    frame: int
    line: int
    column: int
    length: int
    words: str = ""
    statements: int = 0
    rate: float = 0.0
    acted: bool = False


class Picture(AboutOpen):
    """Rows of a screen (0 upper, 400 wide; 1 lower, 320 wide) from `top` on that have changed.

    `tall` says that both are one picture (XSCREEN 4).
    `data` is base64 of what zlib made of their pixels, row by row, 32-bit words 0xAARRGGBB, low byte first.
    """

    screen: int
    top: int
    rows: int
    data: str
    tall: bool = False


class Glimpsed(AboutOpen):
    """The screens at a moment, whole, as a Picture has them, and the listing's line there.

    They are 400 pixels wide, and twice as high as one where the program uses both.
    `changed` is [left, top, width, height] of the pixels that the last event changed, empty if it did none.
    """

    moment: int
    line: int
    data: str
    changed: list[int] = field(default_factory=list)


class Heat(AboutOpen):
    """[line, count] of statements begun since the last message; `fresh` says that counting starts at 0."""

    lines: list[list[int]]
    fresh: bool = False


class Marks(AboutOpen):
    """The timeline so far, cut into equal stretches: what happened in each, a sum of bits.

    1 drawn, 2 printed, 4 random draws, 8 waits, 16 sounds, 32 the player's doings. `error` is the moment of
    the error that ended the run, -1 if there is none. When the recording is `full` no event more is kept.
    """

    length: int
    stretches: list[int]
    error: int = -1
    full: bool = False


class ShownVariable(Part):
    """A number or text as BASIC writes it."""

    name: str
    value: str


class ArrayInView(Part):
    """An array: its shape, its first elements, and the numbers from 0 of those that the statement names.

    `drawings` are the words that draw it, in a lesson's form, the best first.
    """

    name: str
    shape: list[int]
    values: list[int | float | str]
    touched: list[int]
    drawings: list[str] = field(default_factory=list)


class Call(Part):
    """A pending call: the scope's name ("" for the main program) and its present line."""

    scope: str
    line: int


class Values(AboutOpen):
    """The program's variables at a moment, the innermost call first; the next numbers of random series 0."""

    moment: int
    variables: list[ShownVariable]
    arrays: list[ArrayInView]
    calls: list[Call]
    chances: list[str]


class DiagramInView(AboutOpen):
    """An SVG of the data before the statement of that number, with what changed since the one before.

    `draws` are the words that it was drawn from, those of WatchDiagram or by itself.
    """

    statement: int
    svg: str
    draws: str


class CallTree(AboutOpen):
    """The calls made up to a moment, each behind its caller, the main program first.

    Each of `calls` is [depth, name, line, statement, count, inner]: which of the `names` (of DEFs and labels)
    it has, the line in which it was called, the number of its first statement. It stands for `count` such
    calls, of which the last is told; they have made `inner` calls that are not among these. `pending` is the
    depth of the call that runs: at each depth up to that the last call is pending. `deepest` is the largest
    depth that any call had.
    """

    moment: int
    names: list[str]
    calls: list[list[int]]
    pending: int
    deepest: int


class Notes(AboutOpen):
    """The last notes up to a frame.

    Each is [start, end, voice, key, instrument, line]: frames with fractions, the end -1 while it sounds; the
    `voice` is 16 * track + channel, or -1 for a BEEP, whose number stands in place of the key; that line of
    the listing has asked for it.
    """

    frame: int
    notes: list[list[float]]


class SoundTables(Part):
    """The tables of instruments and short sounds from retromaze/audio/instruments.py."""

    tables: dict[str, Any]


class Sounds(AboutOpen):
    """The notes up to a frame: each by the name of its class in machine/notes.py, and its fields."""

    frame: int
    sounded: list[list[Any]]


class SpriteInView(Part):
    """A sprite that is set on a screen, 0 upper and 1 lower.

    `part` is [u, v, width, height] of the sheet, which is a `page`; `attributes` those of SPSET; `place`
    [x, y, z], counted from a `parent` if it has one (else -1); `home`, `rotation` in degrees, `scale`;
    `color` 0xAARRGGBB; `moves` the names of SPANIM's targets that are moving. Where SPCOL is on it `detects`,
    `box` is [left, top, width, height] on the screen, and `hits` are others that it meets now. `point` is
    where its home is on the screen, `outline` the corners of its picture, x and y by turns.
    """

    screen: int
    number: int
    page: int
    definition: int
    part: list[int]
    attributes: int
    place: list[float]
    home: list[float]
    rotation: int
    scale: list[float]
    color: int
    parent: int
    variables: list[float]
    callback: str
    moves: list[str]
    detects: bool
    hits: list[int]
    point: list[float]
    outline: list[float]
    box: list[float]


class LayerInView(Part):
    """A background layer in which some `cells` are set, cut out of a `page`.

    `size` is [columns, rows, pixels of a tile]; `place` [x, y, z], by how much it is moved to the left and
    up, and its depth; `clip` the corners [x, y, x, y] that it is shown in, empty for the whole screen;
    `outline` the corners of its map on the screen, x and y by turns; others as of a sprite.
    """

    screen: int
    number: int
    page: int
    size: list[int]
    cells: int
    shown: bool
    place: list[float]
    home: list[float]
    rotation: int
    scale: list[float]
    color: int
    clip: list[int]
    variables: list[float]
    callback: str
    moves: list[str]
    outline: list[float]


class Cutout(Part):
    """A part of a sheet: `key` is [page, u, v, width, height], `across` and `down` its size as it is sent.

    `data` is as that of Picture.
    """

    key: list[int]
    across: int
    down: int
    data: str


class MovingInView(AboutOpen):
    """Sprites and layers at a moment, and those cut-outs that are new or others than those sent before.

    Where the screen is `tall` (XSCREEN 4) all are of screen 0, whose 320 x 480 pixels are shown in halves.
    """

    moment: int
    tall: bool
    sprites: list[SpriteInView]
    layers: list[LayerInView]
    cutouts: list[Cutout]


class ChosenInView(AboutOpen):
    """The sprite or layer that is drawn over the picture, None where it is not set now."""

    tall: bool
    sprite: SpriteInView | None
    layer: LayerInView | None


class EventRow(Part):
    """An event in words."""

    event: int
    frame: int
    line: int
    words: str


class Events(AboutOpen):
    """The events asked for, of `length` that are known."""

    first: int
    length: int
    rows: list[EventRow]


class Drawn(AboutOpen):
    """Which event drew a pixel last before a moment (see studio/drawn.py); `row` is None if none did.

    `color` is the pixel's, 0xRRGGBB, as the events have made it. What is seen there was written by `writer`
    where an event that is earlier than the `row` did, by the `row` itself where `writer` is None; it is a
    character where `text` is true. `veiled` says that a fade lies over it. Of a moment beyond the recording
    nothing is `known`. Where a `sprite` or a background `layer` is seen there that is its number, else -1.
    """

    screen: int
    x: int
    y: int
    moment: int
    color: int = 0
    row: EventRow | None = None
    writer: EventRow | None = None
    text: bool = False
    veiled: bool = False
    known: bool = True
    sprite: int = -1
    layer: int = -1


class OrderTraced(AboutOpen):
    """The order in which the upper screen was drawn, or the tall one, as colors.

    `data` is packed as in Picture and has all rows, 240 or 480. A pixel is black if no event drew it, or if
    it is part of a background, which one event draws at once.
    """

    moment: int
    data: str
    tall: bool


class DrawingLine(Part):
    """A line of the listing that drew, the number of its `events`, and the `first` and `last` of them."""

    line: int
    events: int
    first: int
    last: int


class DrawnIn(AboutOpen):
    """The lines that drew in a rectangle, those with most events first, of `length` events that are known."""

    screen: int
    x: int
    y: int
    across: int
    down: int
    length: int
    lines: list[DrawingLine]


class Stored(AboutOpen):
    """The statement that stored a variable or an element last: its number from 1, and its line.

    NEXT has its own line, and the number of the statement before it. 0 means that no statement has stored
    the value: it is the initial one, or an argument of the DEF.
    """

    name: str
    element: int
    number: int
    line: int


class Asks(AboutOpen):
    """INPUT waits for an answer."""

    guide: str


class Played(AboutOpen):
    """The player's input so far: a link carries it, and a prover checks with it."""

    log: str


class GameFile(AboutOpen):
    """The text of a log with all that was done up to now, and in which game."""

    text: str


class GameRead(AboutOpen):
    """The game of a log, to be opened: `program` None keeps the open one, "" is the user's files."""

    program: str | None
    seed: int | None
    sizes: dict[str, SizeValue]
    log: str


class ListingRead(Part):
    """The listing in a file; `coding` is what the file seems to be in, "" where it says so itself.

    It says nothing about what is open: a file may be dropped before anything is.
    """

    name: str
    text: str
    coding: str = ""


class PortLines(AboutOpen):
    """The port's line of each event from number `first` on, and its way there; only a prover says it.

    Lines of the modules that it imports are counted as in Opened.

    `ways[k]` is the number of the way to event `first` + k, and after the last event one more way is that to
    the port's end. A way is the different lines that ran since the event before, in their order; `found` has
    those that were not told yet, numbered on from the last one told. `words`: why the port ended.
    """

    first: int
    lines: list[int]
    ways: list[int]
    found: list[list[int]]
    words: str = ""


class PortValues(AboutOpen):
    """The port's variables right after an event, by Python's names; sent by a prover only.

    Values and arrays are written as those of BASIC, for rows within rows the last subscript quickest. `names`
    has the listing's name of those variables and arrays of which the port's margins tell it.
    """

    moment: int
    variables: list[ShownVariable]
    arrays: list[ArrayInView]
    names: dict[str, str]


class History(AboutOpen):
    """The values of an expression up to a moment, where the run stands: (moment, value) of each change.

    Of many changes those that a curve needs.
    """

    text: str
    points: list[tuple[int, float]]
    moment: int


class Round(Part):
    """The variables before the statement of that number."""

    statement: int
    variables: list[ShownVariable]


class RoundsFound(AboutOpen):
    """The last times that the statement of that number, at which the run stands, was about to begin."""

    statement: int
    rounds: list[Round]


class RunsDiffer(AboutOpen):
    """The first event in which two runs differ: the moment before it, lines and words; -1 if they agree."""

    moment: int
    line: int
    other_line: int
    words: str
    other_words: str


class ProvedDifference(Part):
    """The first difference: the moment before it, both places, and both pictures of the screens.

    These are 400 pixels wide and equally high, packed as those of a Picture.
    """

    seed: int
    moment: int
    frame: int
    sentence: str
    listing_line: int
    port_line: int
    listing_picture: str
    port_picture: str


class Proof(AboutOpen):
    """The progress of a check. `state` is "running", "equal", "thin", "different" or, with `words`, "none".

    "thin" means that nothing differs, but that too little of the listing was run to call the two equal:
    `percent` of its lines, and `outcomes` per cent of its conditions' outcomes. Where both stop with the same
    error in the page's own run, `error` is its wording, `line` the listing's. `texts` is the SHA-256 of
    the texts that are compared, "" where none are.
    """

    state: Literal["running", "equal", "thin", "different", "none"]
    done: int
    seeds: int
    events: int
    words: str = ""
    difference: ProvedDifference | None = None
    error: str = ""
    line: int = 0
    percent: int = 0
    outcomes: int = 0
    texts: str = ""


class Failed(AboutOpen):
    """A failed request, in a sentence."""

    words: str


TO_PYTHON: tuple[type[Any], ...] = tuple(ToPython.__subclasses__())
FROM_PYTHON: tuple[type[Any], ...] = (Welcome, ListingRead, Judged, SoundTables, *AboutOpen.__subclasses__())
"""All that is sent; other classes are parts of these."""
