// The card under the machine: which event drew a pixel, which lines drew in a rectangle, which statement stored a value.
import { Aim, placeWords, type Aimed } from "./pixel_selection";
import type { Machine } from "./screens";
import type { At, Drawn, DrawingLine, DrawnIn, EventRow, Stored, ToPython } from "./messages";
import { byId, context, create, reveal } from "./elements";
import { setAsked } from "./line_marks";
import { SIDES, type Panes, type Side } from "./panes";
import { SearchRow } from "./notices";
import { number, t } from "./translation";

/** Milliseconds that the pointer rests on a pixel before the lines that drew it are requested. */
const REST = 80;
/** Messages after which a question stays open, or which ask another one; all others cancel it. */
const BESIDE = /^(Pause|SaveGame|Rows|Listen|Watch|Ask)/;
/** The most lines that are listed for a rectangle. */
const MOST = 12;

export class Asking {
  private readonly card = byId("asked");
  private readonly body = byId("asked-body");
  readonly aim: Aim;
  private asked: Aimed | null = null;
  private moment = 0;
  /** The variable or element that is asked about, in words. */
  private value = "";
  private awaits = false;
  private search: SearchRow | null = null;
  /** The canvas's color when the pixel was asked about in a paused run; -1 otherwise. */
  private seen = -1;
  private at: At | null = null;
  private event = -1;
  private line = 0;
  /** The pixel under the pointer, in words; "" for none. */
  private pointed = "";
  private timer = 0;

  constructor(
    machine: Machine,
    private readonly panes: Panes,
    private readonly send: (message: ToPython) => void,
    private readonly command: (message: ToPython) => void,
    private readonly onEvent: (event: number, line: number) => void,
    private readonly followsPort: () => boolean,
  ) {
    this.aim = new Aim(machine, (aimed) => this.ask(aimed, this.at?.moment ?? 0, colorOn(machine, aimed)), (aimed) => this.point(aimed));
    byId("asked-close").onclick = () => this.close();
    this.card.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
  }

  /** Sets the run's place: questions are about its moment. */
  setPlace(at: At): void {
    this.at = at;
    this.search?.setPlace(at);
    // A run that was paused on its way has not found the value.
    if (this.awaits && !this.asked && (at.state === "paused" || at.state === "ended")) this.giveUp();
    this.hold();
  }

  /** Sets what clicks do at first: play a game, or ask about the picture of any other program. */
  setPlayed(plays: boolean): void {
    this.aim.set(!plays);
  }

  /** Cancels the question if the sent message does so; an answer that is on its way is still shown. */
  noteSent({ type }: ToPython): void {
    if (!BESIDE.test(type)) this.giveUp();
  }

  giveUp(): void {
    if (!this.awaits) return;
    this.awaits = false;
    this.body.replaceChildren(create("p", { textContent: t("givenUp") }));
  }

  close(): void {
    if (this.card.contains(document.activeElement)) byId("ask").focus();
    this.asked = null;
    this.awaits = false;
    this.card.hidden = true;
    this.aim.mark(null);
    this.mark(-1, 0);
  }

  /** Updates the port's lines in the card: more have arrived, or no more will come. */
  updatePort(): void {
    if (this.event >= 0) this.light();
    for (const each of this.body.querySelectorAll<HTMLElement>("[data-event]")) {
      each.replaceWith(this.portRow(Number(each.dataset.event)));
      this.panes.port.show(this.panes.track.lineOf(this.event));
    }
  }

  // ---- a pixel

  /** In a paused run, requests the lines that drew the pixel under the pointer, once it rests. */
  private point(aimed: Aimed | null): void {
    const place = aimed && this.isStopped ? placeWords(aimed) : "";
    if (place === this.pointed) return;
    if (this.pointed) this.panes.pointEvent(-1, 0);
    this.pointed = place;
    clearTimeout(this.timer);
    if (!aimed || !place) return;
    const { screen, x, y } = aimed;
    this.timer = window.setTimeout(() => !this.awaits && this.send({ type: "AskPixel", screen, x, y, moment: this.at?.moment ?? 0 }), REST);
  }

  private ask(aimed: Aimed, moment: number, seen: number): void {
    const { screen, x, y, across, down } = aimed;
    this.asked = aimed;
    this.moment = moment;
    this.seen = this.isStopped ? seen : -1;
    this.mark(-1, 0);
    if (across === 1 && down === 1) this.send({ type: "AskPixel", screen, x, y, moment });
    else this.send({ type: "AskArea", screen, x, y, across, down, moment });
    this.open(create("p", { textContent: t("searching") }));
    this.awaits = true;
  }

  show(drawn: Drawn): void {
    const place = placeWords({ ...drawn, across: 1, down: 1 });
    const { row, writer } = drawn;
    if (place === this.pointed) this.panes.pointEvent(row?.event ?? -1, row?.line ?? 0);
    if (!this.asked || placeWords(this.asked) !== place || drawn.moment !== this.moment) return;
    const parts = [colorRow(drawn), ...this.noteRows(drawn)];
    const before = () => this.asked && row && this.ask(this.asked, row.event, -1);
    if (row) parts.push(this.eventRow(row), create("p", { className: "line" }, this.goButton(row), create("button", { type: "button", textContent: t("oneBefore"), onclick: before })));
    if (writer) parts.push(create("p", { textContent: t(drawn.text ? "printedBefore" : "writtenBefore") }), this.eventRow(writer), create("p", { className: "line" }, this.goButton(writer)));
    this.open(...parts);
    if (row) this.mark(row.event, row.line);
  }

  private noteRows(drawn: Drawn): HTMLElement[] {
    const notes: string[] = [];
    if (drawn.sprite >= 0) notes.push(t("seenSprite", { number: String(drawn.sprite) }));
    if (drawn.layer >= 0) notes.push(t("seenLayer", { number: String(drawn.layer) }));
    if (!drawn.known) notes.push(t("beyondRecording"));
    else if (!drawn.row) notes.push(t("drawnByNobody"));
    if (drawn.veiled) notes.push(t("veiled"));
    if (drawn.known && this.seen >= 0 && this.seen !== drawn.color) notes.push(t("drawnByNoEvent"));
    this.seen = -1;
    return notes.map((each) => create("p", { textContent: each }));
  }

  /** A row with an event in words and the line of each text that made it. */
  private eventRow(row: EventRow): HTMLElement {
    const words = create("p", {}, create("b", { textContent: `${t("event")} ${number(row.event + 1)}` }), ` · ${t("frame")} ${number(row.frame)} · `, create("code", { textContent: row.words }));
    return create("div", { className: "event-told" }, words, this.lineRow("listing", row.line), this.portRow(row.event));
  }

  /** A row with the port's line of an event, which arrives later than the listing's; "" if there is none. */
  private portRow(event: number): HTMLElement | "" {
    const line = this.panes.track.lineOf(event);
    if (line) return this.lineRow("port", line);
    if (!this.followsPort()) return "";
    const row = create("p", { textContent: t("portComes") });
    row.dataset.event = String(event);
    return row;
  }

  private lineRow(side: Side, line: number): HTMLElement {
    const text = this.panes[side].lineText(line);
    return create("p", { className: "code-line", title: text }, create("span", { textContent: `${t(side)} ${line}` }), create("code", { textContent: text }));
  }

  private goButton(row: EventRow): HTMLElement {
    return create("button", { type: "button", textContent: t("goThere"), onclick: () => this.onEvent(row.event, row.line) });
  }

  // ---- a rectangle

  showArea(drawn: DrawnIn): void {
    if (!this.asked || placeWords(this.asked) !== placeWords(drawn)) return;
    const { lines } = drawn;
    const rest = lines.length - MOST;
    const parts = [create("p", { textContent: lines.length ? t("linesThere") : t("drawnByNobody") }), ...lines.slice(0, MOST).map((each) => this.drawingRow(each))];
    if (rest > 0) parts.push(create("p", { textContent: `… ${number(rest)}` }));
    this.open(...parts);
  }

  private drawingRow(each: DrawingLine): HTMLElement {
    const text = this.panes.listing.lineText(each.line);
    const words = [create("span", { textContent: `${t("line")} ${each.line} · ${number(each.events)} ×` }), create("code", { textContent: text })];
    const show = create("button", { type: "button", className: "code-line", title: text, onclick: () => this.mark(each.first, each.line) }, ...words);
    const go = (name: "firstOne" | "lastOne", event: number) =>
      create("button", { type: "button", textContent: t(name), ariaLabel: `${t(name)}, ${t("line")} ${each.line}`, onclick: () => this.onEvent(event, each.line) });
    return create("div", { className: "drawing-line" }, show, go("firstOne", each.first), go("lastOne", each.last));
  }

  // ---- a value

  /** Asks which statement stored a variable (`element` -1) or an element: the run goes to its place again to find it. */
  askValue(name: string, element: number, words: string): void {
    if (this.at?.state === "running") this.command({ type: "Pause" });
    this.command({ type: "AskValue", name, element });
    this.asked = null;
    this.value = words;
    this.awaits = true;
    this.mark(-1, 0);
    this.search = new SearchRow(this.at?.moment ?? 0, () => this.command({ type: "GiveUp" }));
    this.fill(words, this.search.element);
  }

  showOrigin(stored: Stored): void {
    this.awaits = false;
    const { number: statement, line } = stored;
    if (!statement) {
      this.fill(this.value, create("p", { textContent: t("storedByNobody") }));
      return;
    }
    const told = create("p", {}, create("b", { textContent: `${t("storedBy")} ${number(statement)}` }));
    const port = this.panes.answerTo(line);
    const go = create("button", { type: "button", textContent: t("goThere"), onclick: () => this.command({ type: "GoStatement", number: statement }) });
    this.fill(this.value, told, this.lineRow("listing", line), ...(port ? [this.lineRow("port", port)] : []), create("p", { className: "line" }, go));
    this.mark(-1, line);
  }

  // ---- the card and the lines

  private get isStopped(): boolean {
    return this.at !== null && this.at.state !== "running" && this.at.state !== "going";
  }

  private open(...parts: HTMLElement[]): void {
    const { asked } = this;
    this.awaits = false;
    if (asked) this.fill(`${t(asked.across * asked.down === 1 ? "pixel" : "rectangle")} ${placeWords(asked)}`, ...parts);
  }

  private fill(words: string, ...parts: HTMLElement[]): void {
    const held = this.body.contains(document.activeElement);
    byId("asked-words").textContent = words;
    this.body.replaceChildren(...parts);
    this.card.hidden = false;
    this.aim.mark(this.asked);
    // A focused button is gone: the focus stays in the card.
    if (held) this.card.focus();
    reveal(this.card);
  }

  private mark(event: number, line: number): void {
    this.event = event;
    this.line = line;
    this.hold();
    this.light();
    if (event >= 0) this.panes.showEvent(event, line);
    else if (line > 0) this.panes.showLine(line);
  }

  private light(): void {
    const port = this.event >= 0 ? this.panes.track.lineOf(this.event) : this.panes.answerTo(this.line);
    const lines = { listing: this.line, port };
    for (const side of SIDES) this.panes[side].mark(setAsked, [lines[side]]);
  }

  /** While the run is paused the texts stay at the lines of the answer. */
  private hold(): void {
    for (const side of SIDES) this.panes[side].stays = this.isStopped && this.line > 0;
  }
}

function colorRow(drawn: Drawn): HTMLElement {
  const color = `#${drawn.color.toString(16).padStart(6, "0").toUpperCase()}`;
  const sample = create("i");
  sample.style.background = color;
  return create("p", { className: "color" }, ...(drawn.known ? [sample, create("code", { textContent: color })] : []));
}

/** A pixel's color on the canvas, 0xRRGGBB. */
function colorOn(machine: Machine, { screen, x, y }: Aimed): number {
  const [red, green, blue] = context(screen === 1 ? machine.lower : machine.upper).getImageData(x, y, 1, 1).data;
  return ((red ?? 0) << 16) | ((green ?? 0) << 8) | (blue ?? 0);
}
