"""The messages between the page and Python: to a session, which runs a program, or to a prover, and back.

`python -m tests.tools.page_sources` generates `page/src/messages.ts` from them.

Each message is one JSON object whose `type` is its class's name. Lines and columns count from 1, events
from 0. A moment is the number of events that are over: 0 is the start, `length` the last one known. The
moment before event k is k, and the moment after it k + 1.
"""

from __future__ import annotations

from dataclasses import Field, dataclass, field
from typing import Any, ClassVar, Literal, dataclass_transform

UnitName = Literal["statement", "draw", "frame"]
State = Literal["paused", "running", "asking", "ended", "going", "gone"]
""""gone" is the page's own state, for a session that no longer answers."""
PanelName = Literal["lesson", "variables", "arrays", "calls", "notes", "moving", "events", "stops", "proof"]
SizeValue = int | float | str


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class MessagePart:
    """A message or a part of one: each subclass is a frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class ToPython(MessagePart):
    """A message from the page."""


# ---- to Python


class Pace(ToPython):
    """Sets the pace: `rate` units ("statement", "draw", "frame") a second, 0 for as fast as possible."""

    unit: UnitName = "frame"
    rate: float = 60.0


class Open(ToPython):
    """Opens a program, paused at its start or at the `moment`. Opened is the answer, or Failed.

    `program` is a program of the catalogue, "" for the user's files. With a `name`, that of a file or of
    pasted text, the listing is the page's own: it has nothing to do with the user's files. `listing` and
    `port` replace the program's own texts; None leaves those. `consent` is the SHA-256 of a port from
    elsewhere that the user has accepted: no other runs. `seed` None chooses one. `paced` asks for the pace at
    which this program is best seen. `language` is the page's at first, "" for the browser's. `writes_port`
    asks for the port of a long listing, too. `edition` is the page's number for what it opens: every message
    about it has this number. `texts` is that of Opened, for a prover, which proves no other texts; "" means
    any. If it `holds` and the listing has an error that is found before a run, the open program stays open,
    and the answer is Mistaken.
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
    """Lets the run go on from its place."""


class Pause(ToPython):
    """Pauses the run at its place."""


class StopRun(ToPython):
    """Ends the program, as the console's button START does."""


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
    """Asks for a picture of a moment: Glimpsed is the answer. The run stays at its place."""

    moment: int = 0


class Seen(ToPython):
    """Says that the page has taken an At of a running program, so that another one may be sent.

    A page that is slower than the run gets fewer of them: they do not pile up before it.
    """


class SetStops(ToPython):
    """Replaces the stops: lines of the listing, moments, and expressions of BASIC.

    The run stops when one of `changes` gets another value and when one of `conditions` becomes true. At a
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
    """Asks for the values that an expression of BASIC has had so far: History is the answer."""

    text: str = ""


class AskRounds(ToPython):
    """Asks for the variables at the last rounds of the loop that the run is in: RoundsFound is the answer."""


class GiveUp(ToPython):
    """Gives up the search for a value, a history or rounds: the run returns to its place without it."""


class Watch(ToPython):
    """Says what the page shows beside the variables.

    The arrays of these `names` are sent whole; of others the first elements are sent. If the tree of `calls`
    is visible, CallTree follows each Values, and Notes if the `notes` are.
    """

    names: list[str] = field(default_factory=list)
    calls: bool = False
    notes: bool = False


class WatchDiagram(ToPython):
    """Asks for a diagram of the data: then DiagramInView follows Values.

    `draws` are the words of a lesson that describe it, "" for no diagram; then `by_itself` asks for one that
    is chosen by the program's arrays. The legend is in that language.
    """

    draws: str = ""
    language: str = "en"
    by_itself: bool = False


class Listen(ToPython):
    """Says whether the page plays sound: then SoundTables is sent once, and Sounds while the run goes on."""

    listening: bool = True


class WatchMoving(ToPython):
    """Says whether the page shows sprites and layers: then MovingInView follows Values and each preview.

    One of them may be `chosen` to be outlined on the picture: then ChosenInView follows each Picture.
    """

    watched: bool = True
    chosen: Literal["", "sprite", "layer"] = ""
    screen: int = 0
    number: int = 0


class Rows(ToPython):
    """Asks for `count` events from number `first` on: Events is the answer."""

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
    """Asks which statement stored a variable or an element last, as seen here: Stored is the answer.

    Elements are counted from 0, -1 means a variable. The run goes to its place again from the start.
    """

    name: str = ""
    element: int = -1


class GoStatement(ToPython):
    """Goes to the start of a statement, numbered from 1, and pauses."""

    number: int = 1


class AskLesson(ToPython):
    """Asks for the lesson of the open program: LessonText is the answer.

    Without `moments` the answer comes at once: the program is not run to find the moment of each step.
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
    """Asks for the player's input as a log file: GameFile is the answer."""


class ReadGame(ToPython):
    """Asks what has to be opened to replay a log file: GameRead is the answer, or Failed."""

    name: str = ""
    text: str = ""


class ReadListing(ToPython):
    """Asks for the text of a listing's file; `data` is base64. ListingRead is the answer, or Failed."""

    name: str = ""
    data: str = ""


class Hold(ToPython):
    """Holds exactly these buttons from now on: a sum of the console's bits."""

    buttons: int = 0


class Tilt(ToPython):
    """Tilts circle pad 0 or 1; x and y are -1 to 1, right and up positive."""

    pad: int = 0
    x: float = 0.0
    y: float = 0.0


class Touch(ToPython):
    """Puts the stylus on the lower screen, in pixels from its top left; `down` False lifts it."""

    x: int = 0
    y: int = 0
    down: bool = True


class TypeText(ToPython):
    """Types characters; Enter is "\\r", Backspace "\\b"."""

    text: str = ""


class Answer(ToPython):
    """Enters a line for INPUT or LINPUT."""

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
    """Asks a prover where the open program's run and another one differ first: RunsDiffer is the answer."""

    other: Open = field(default_factory=Open)


# ---- from Python


class AboutOpen(MessagePart):
    """A message about the program that `edition`, the number in an Open, stands for, even if that failed.

    The page drops messages about a program that it no longer shows.
    """

    edition: int = field(default=0, kw_only=True)


class OfferedProgram(MessagePart):
    """A program of the catalogue, and the `sizes` that are set when it is opened."""

    name: str
    title: str
    technique: str
    origin: str
    sizes: dict[str, SizeValue] = field(default_factory=dict)


class HelpWord(MessagePart):
    """A word of the language and its help; `kind` is "builtin", "variable" or "keyword"."""

    name: str
    kind: str
    help: str = ""


class Key(MessagePart):
    """The console's button for a key of the page: `key` as in KeyboardEvent.key, the button's bit."""

    key: str
    button: int
    name: str


class Welcome(MessagePart):
    """The first message: the programs to choose from, the words of the language, the keys of buttons.

    `opens` is what the page opens at the start; if its `program` is "", the texts are the user's files.
    """

    programs: list[OfferedProgram]
    words: list[HelpWord]
    keys: list[Key]
    opens: Open


class ShownSize(MessagePart):
    """A number that can be set, and its variable in the listing; None stands for no limit.

    `written` is the value in the listing before any was set.
    """

    name: str
    value: SizeValue
    written: SizeValue
    minimum: int | None = None
    maximum: int | None = None
    odd: bool = False
    variable: str = ""


class Problem(MessagePart):
    """An error in a text and its place; `side` is "listing" or "port"; line 0 is no place."""

    side: str
    line: int
    column: int
    words: str


class PortModule(MessagePart):
    """A module that a port imports. Its lines are numbered after those of the port, from `first` on."""

    name: str
    first: int
    text: str


class Opened(AboutOpen):
    """A program was opened: its texts, numbers, and the lines of both texts that correspond.

    `answers[line]` (line from 1, 0 unused) has the ranges of lines of the port and its `modules` that
    correspond to a line of the listing, the narrowest first: [first, last, breadth], where breadth is the
    number of the listing's lines that the range corresponds to. `parts[line]` is the name of the port's
    function that does. A port that is not `trusted` is not run before the user consents to its `hash`;
    `changes` are then the lines in which it differs from the program's own port, as `diff -u` writes them.
    `port_waits`: the listing is so long that its port is written only on request. `panels` are those that
    have something to show, in the order of their tabs. `texts` is the SHA-256 of all open texts, as in Proof.
    `not_ported` says in sentences what could not be ported. `name` is that of a listing of the page's own, as
    in Open. `pace` is the one that `paced` asked for. `is_played`: it is a game, or a listing of the user's
    that reads what a player does.
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
    """The errors of texts that were not opened; `words` describe the listing's, with its line and a caret."""

    problems: list[Problem]
    words: str


class LessonStep(MessagePart):
    """A step of a lesson, its `text` in Markdown.

    Its place in the run is before the `statement` of that number in that `line`; both are 0 for a step
    without one. `listing` and `port` are the lines that it names, `watched` names and values there. `diagram`
    is an SVG or "", `draws` the words of the lesson that describe it. A `question` is asked before the text
    is shown: `choices` are the answers to choose from, if any, and `because` explains the right `answer`.
    Of an exercise `solution` has the numbers and new texts of lines, `hints` lead there, and an answer is
    judged in `hidden` runs besides the lesson's own. `begins` is the text that it begins with, "" for the
    open one; `in_port`: the answer is a port.
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
    """A lesson, its `text` in Markdown, and the run that it is about; `log` is the input of that run.

    `colors` has colors of the screen, such as `#ffffff`, and their meanings. Without `moments` the program
    was not run: no step has a place, values or a diagram.
    """

    title: str
    text: str
    seed: int
    sizes: dict[str, SizeValue]
    steps: list[LessonStep]
    log: str = ""
    colors: list[tuple[str, str]] = field(default_factory=list)
    moments: bool = True


class Judged(MessagePart):
    """The verdict on an answer to the exercise of a step (from 1), which was run `runs` times.

    `rows` are names, its values, and the right ones. `conditions` are the options of the run in which it is
    wrong, "" for the lesson's own. `error` is the console's message with its line and caret; an `endless`
    answer was stopped; `constant` is an expression that should have varied. `explanations` say what the
    different values are.
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

    `state` is "paused", "running", "asking", "ended", or "going" while it is on its way to a place, unseen,
    until Pause. `column` is the statement's, 0 if it is not known; `words` say why the run ended or stopped.
    `length` is the number of recorded events, `rate` the frames a second. `acted`: the last event was made by
    this very statement.
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

    `tall`: both screens are one picture (XSCREEN 4). `data` has the pixels row by row as 32-bit words
    0xAARRGGBB, low byte first, compressed by zlib and in base64.
    """

    screen: int
    top: int
    rows: int
    data: str
    tall: bool = False


class Glimpsed(AboutOpen):
    """The screens at a moment, encoded as in Picture, and the listing's line there.

    They are one picture of 400 pixels' width, twice as high if the program uses both screens. `changed` is
    [left, top, width, height] of the pixels that the last event changed, empty if it changed none.
    """

    moment: int
    line: int
    data: str
    changed: list[int] = field(default_factory=list)


class Heat(AboutOpen):
    """[line, count] of statements begun since the last message; `fresh`: counting starts at 0 again."""

    lines: list[list[int]]
    fresh: bool = False


class Marks(AboutOpen):
    """The timeline so far, cut into equal stretches: the kinds of events in each, as a sum of bits.

    1 drawing, 2 printing, 4 random draws, 8 waits, 16 sounds, 32 the player's input. `error` is the moment of
    the error that ended the run, -1 without one. A `full` recording stores no further events.
    """

    length: int
    stretches: list[int]
    error: int = -1
    full: bool = False


class ShownVariable(MessagePart):
    """A number or text as BASIC writes it."""

    name: str
    value: str


class ArrayInView(MessagePart):
    """An array: its shape, its first elements, and the numbers from 0 of those that the statement names.

    `drawings` are words for WatchDiagram that draw it, the best first.
    """

    name: str
    shape: list[int]
    values: list[int | float | str]
    touched: list[int]
    drawings: list[str] = field(default_factory=list)


class Call(MessagePart):
    """A pending call: the scope's name ("" for the main program) and its present line."""

    scope: str
    line: int


class Values(AboutOpen):
    """The program's variables at a moment, the pending calls (innermost first), and coming random numbers."""

    moment: int
    variables: list[ShownVariable]
    arrays: list[ArrayInView]
    calls: list[Call]
    chances: list[str]


class DiagramInView(AboutOpen):
    """An SVG of the data before the statement of that number; changes since the last SVG are marked.

    `draws` are the words that describe it, those of WatchDiagram or automatic ones.
    """

    statement: int
    svg: str
    draws: str


class CallTree(AboutOpen):
    """The calls made up to a moment, each after its caller, the main program first.

    Each of `calls` is [depth, name, line, statement, count, inner]: the index of its name in `names` (of DEFs
    and labels), the line in which it was called, the number of its first statement. It stands for `count`
    equal calls, of which `statement` is the last one's; they have made `inner` calls that are left out.
    `pending` is the depth of the call that runs: at each depth up to that the last call is pending. `deepest`
    is the largest depth that any call had.
    """

    moment: int
    names: list[str]
    calls: list[list[int]]
    pending: int
    deepest: int


class Notes(AboutOpen):
    """The last notes up to a frame.

    Each is [start, end, voice, key, instrument, line]: start and end are frames with fractions, the end -1
    while it sounds; the voice is 16 * track + channel, or -1 for a BEEP, whose number is in place of the key;
    the line of the listing started the tune or the BEEP.
    """

    frame: int
    notes: list[list[float]]


class SoundTables(MessagePart):
    """The tables of instruments and short sounds from retromaze/audio/instruments.py."""

    tables: dict[str, Any]


class Sounds(AboutOpen):
    """The notes up to a frame: each by the name of its class in machine/sound_events.py, and its fields."""

    frame: int
    sounded: list[list[Any]]


class InView(MessagePart):
    """A sprite or layer of a screen, 0 upper and 1 lower, whose picture is cut out of a `page`.

    `place` is [x, y, z]; `rotation` is in degrees; `color` is 0xAARRGGBB; `moves` are the names of SPANIM's
    targets that are animated; `outline` has the corners of its picture on the screen as [x, y, x, y, ...].
    """

    screen: int
    number: int
    page: int
    place: list[float]
    home: list[float]
    rotation: int
    scale: list[float]
    color: int
    variables: list[float]
    callback: str
    moves: list[str]
    outline: list[float]


class SpriteInView(InView):
    """A sprite that is set.

    `part` is [u, v, width, height] on the sheet; `attributes` are those of SPSET; its place is relative to a
    `parent` if it has one (else -1); `point` is its home on the screen. With SPCOL it `detects` collisions:
    `box` is [left, top, width, height] on the screen, and `hits` are the sprites that it touches.
    """

    definition: int
    part: list[int]
    attributes: int
    parent: int
    detects: bool
    hits: list[int]
    point: list[float]
    box: list[float]


class LayerInView(InView):
    """A background layer in which some `cells` are set.

    `size` is [columns, rows, pixels of a tile]; its place is its offset to the left and up, and its depth;
    `clip` has two corners [x, y, x, y] of the visible part, empty for the whole screen.
    """

    size: list[int]
    cells: int
    shown: bool
    clip: list[int]


class Cutout(MessagePart):
    """A part of a sheet: `key` is [page, u, v, width, height], `across` and `down` the size that is sent.

    `data` is encoded as in Picture.
    """

    key: list[int]
    across: int
    down: int
    data: str


class MovingInView(AboutOpen):
    """Sprites and layers at a moment, and the cut-outs that were not sent before or have changed.

    If the screen is `tall` (XSCREEN 4), all are on screen 0, whose 320 x 480 pixels are shown in halves.
    """

    moment: int
    tall: bool
    sprites: list[SpriteInView]
    layers: list[LayerInView]
    cutouts: list[Cutout]


class ChosenInView(AboutOpen):
    """The sprite or layer that is outlined on the picture, None if it is not in use."""

    tall: bool
    sprite: SpriteInView | None
    layer: LayerInView | None


class EventRow(MessagePart):
    """An event in words."""

    event: int
    frame: int
    line: int
    words: str


class Events(AboutOpen):
    """Events from number `first` on; `length` is the number of recorded events."""

    first: int
    length: int
    rows: list[EventRow]


class Drawn(AboutOpen):
    """The event that drew a pixel last before a moment (see studio/last_drawn.py); `row` is None if none did.

    `color` is the pixel's, 0xRRGGBB. If an earlier event wrote what is seen there and `row` only uncovered
    it, that event is the `writer`. `text`: a character is seen. `veiled`: a fade is over it. Nothing is
    `known` of a moment beyond the recording. `sprite` and `layer` are the number of the sprite or background
    layer that is seen there, else -1.
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
    """The order in which the upper or tall screen was drawn, as colors.

    `data` is encoded as in Picture and has all rows, 240 or 480. A pixel is 0 if no event drew it, or if it
    is part of a background, which one event draws at once.
    """

    moment: int
    data: str
    tall: bool


class DrawingLine(MessagePart):
    """A line of the listing that drew, the number of its `events`, and the `first` and `last` of them."""

    line: int
    events: int
    first: int
    last: int


class DrawnIn(AboutOpen):
    """The lines that drew in a rectangle, those with most events first; `length` events are recorded."""

    screen: int
    x: int
    y: int
    across: int
    down: int
    length: int
    lines: list[DrawingLine]


class Stored(AboutOpen):
    """The statement that stored a variable or an element last: its number from 1, and its line.

    For NEXT it is the line of NEXT, and the number of the statement before it. 0 means that no statement has
    stored the value: it is the initial one, or an argument of the DEF.
    """

    name: str
    element: int
    number: int
    line: int


class Asks(AboutOpen):
    """INPUT waits for Answer; `guide` is its prompt."""

    guide: str


class Played(AboutOpen):
    """The player's input so far: a link carries it, and a prover checks with it."""

    log: str


class GameFile(AboutOpen):
    """The text of a log with the player's input up to now, and the game that it belongs to."""

    text: str


class GameRead(AboutOpen):
    """The game of a log, to be opened: `program` None keeps the open one, "" is the user's files."""

    program: str | None
    seed: int | None
    sizes: dict[str, SizeValue]
    log: str


class ListingRead(MessagePart):
    """The listing in a file; `coding` is the guessed encoding, "" for UTF-8.

    It is not about the open program: a file may be dropped on the page before one is open.
    """

    name: str
    text: str
    coding: str = ""


class PortLines(AboutOpen):
    """The port's line of each event from number `first` on, and its way there; sent by a prover only.

    Lines of the modules that it imports are numbered as in Opened. `ways[k]` is the number of the way to
    event `first` + k; after the last event one more way is that to the port's end. A way is the different
    lines that ran since the event before, in their order; `found` has the ways that were not sent before,
    whose numbers follow the last one sent. `words`: why the port ended.
    """

    first: int
    lines: list[int]
    ways: list[int]
    found: list[list[int]]
    words: str = ""


class PortValues(AboutOpen):
    """The port's variables right after an event, by Python's names; sent by a prover only.

    Values and arrays are written as those of BASIC; of nested rows the last subscript varies fastest. `names`
    has the listing's names of variables and arrays, where comments at the port's margin name them.
    """

    moment: int
    variables: list[ShownVariable]
    arrays: list[ArrayInView]
    names: dict[str, str]


class History(AboutOpen):
    """The values of an expression up to the run's `moment`: (moment, value) of each change.

    Of many changes only those that a curve needs are sent.
    """

    text: str
    points: list[tuple[int, float]]
    moment: int


class Round(MessagePart):
    """The variables before the statement of that number."""

    statement: int
    variables: list[ShownVariable]


class RoundsFound(AboutOpen):
    """The last times that the run's present statement, which has that number, was about to begin."""

    statement: int
    rounds: list[Round]


class RunsDiffer(AboutOpen):
    """The first event in which two runs differ: the moment before it, lines and words; -1 if they agree.

    `other` is the edition of the other run in CompareRuns: the page drops what is said of a run that it no
    longer shows.
    """

    moment: int
    line: int
    other_line: int
    words: str
    other_words: str
    other: int = 0


class ProvedDifference(MessagePart):
    """The first difference: the moment before it, both places, and both pictures of the screens.

    The pictures are 400 pixels wide and equally high, encoded as in Picture.
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
    `percent` of its lines, and `outcomes` per cent of its conditions' outcomes. If both stop with the same
    error in the page's own run, `error` is its wording, `line` the listing's. `texts` is the SHA-256 of the
    compared texts, "" if none are.
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
"""The messages to the page; other classes are parts of these."""
