// The whole run as a line that the reader drags along: the kinds of events, and the shown moment.
import type { Glimpse } from "./moments";
import type { Marks, State } from "./messages";
import { remember, remembered } from "./stored_settings";
import { byId, clamp, finePen, create, oncePerFrame, cssColor } from "./elements";
import { setWords, t, type WordName } from "./translation";

/** The kinds of events, which have a lane each if the run has any: their bit in Marks, name and color. */
const LANES: [bit: number, name: WordName, color: string][] = [
  [1, "laneDraws", "--lane-draws"],
  [2, "lanePrints", "--lane-prints"],
  [16, "laneNotes", "--lane-notes"],
  [4, "laneRandom", "--lane-random"],
  [8, "laneWaits", "--lane-waits"],
  [32, "lanePresses", "--lane-presses"],
];
/** Pixels of the line itself below its lanes. */
const LINE = 11;
/** The line's first scale in events, while their number is not known; it doubles when they no longer fit. */
const FIRST_SCALE = 1000;
const INSET = 7;
/** The browser remembers by this name that the reader has dragged the line once. */
const DRAGGED = "dragged";
const PATIENCE = 3000;
/** Milliseconds without movement after which the run goes to the moment, while the line is still held. */
const REST = 200;

/** `onGo` receives each moment while the line is dragged, and the last one again, settled, when it is released. */
export class Timeline {
  private readonly element = byId("timeline");
  private readonly canvas = this.element.lastElementChild as HTMLCanvasElement;
  private readonly names = byId("lanes");
  private lanes: typeof LANES = [];
  private readonly where = byId("where");
  private readonly hint = byId("drag-hint");
  /** The shown moment. */
  moment = 0;
  private total = 0;
  private known = 0;
  /** The number of events from one end of the line to the other. */
  private scale = FIRST_SCALE;
  private marks: Marks | null = null;
  private readonly flags = { difference: -1, parting: -1 };
  private dragged = false;
  /** The moment at which the line was released, until the run has arrived there; null for none. */
  private settling: number | null = null;
  private runMoment = 0;
  private goesOn = false;
  private timer = 0;
  private resting = 0;
  span: [number, number] | null = null;
  /** Called when the line has another scale. */
  onScale = (): void => {};
  /** Called with the shown moment, and whether the reader has dragged it there ahead of the run. */
  onShown = (_moment: number, _ahead: boolean): void => {};
  readonly repaint = oncePerFrame(() => this.paint());

  constructor(
    private readonly onGo: (moment: number, settled: boolean) => void,
    private readonly onGrab: () => void,
    private readonly glimpse: Glimpse,
  ) {
    this.element.addEventListener("pointerdown", (event) => this.grab(event));
    this.element.addEventListener("pointermove", (event) => {
      if (this.dragged) this.drag(this.momentAt(event));
      else if (event.pointerType === "mouse") this.look(event);
    });
    this.element.addEventListener("pointerleave", () => this.glimpse.hide());
    this.element.addEventListener("pointerup", (event) => this.letGo(event));
    this.element.addEventListener("pointercancel", (event) => this.letGo(event));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.hint.classList.toggle("known", remembered(DRAGGED) !== null);
    new ResizeObserver(this.repaint).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.repaint);
  }

  clear(): void {
    this.marks = null;
    this.flags.difference = this.flags.parting = -1;
    this.span = null;
    this.settling = null;
    this.scale = FIRST_SCALE;
    this.nameLanes(0);
    this.repaint();
  }

  /** Sets the run's moment, the number of recorded events, the expected total, and the run's state. */
  setPlace(moment: number, known: number, total: number, state: State): void {
    this.known = known;
    this.goesOn = state === "running";
    this.total = total;
    const before = this.scale;
    this.scale = this.scaleOf(state === "ended");
    if (this.scale !== before) this.onScale();
    this.runMoment = moment;
    if (moment === this.settling) this.settling = null;
    if (!this.dragged && this.settling === null) this.moment = moment;
    this.repaint();
  }

  setMarks(marks: Marks): void {
    this.marks = marks;
    this.nameLanes(marks.stretches.reduce((found, bits) => found | bits, 0));
    this.repaint();
  }

  /** A run whose end is known fills the line; otherwise the scale doubles when the run reaches the line's end. */
  private scaleOf(ended: boolean): number {
    if (ended || this.total > this.known || this.marks?.full) return Math.max(1, this.total);
    let scale = Math.max(this.scale, FIRST_SCALE);
    while (scale < this.total) scale *= 2;
    return scale;
  }

  /** Shows the lanes of the kinds of events that the run has. */
  private nameLanes(bits: number): void {
    const lanes = LANES.filter(([bit]) => bits & bit);
    if (String(lanes) === String(this.lanes)) return;
    this.lanes = lanes;
    this.element.style.setProperty("--lanes", String(Math.max(3, lanes.length)));
    this.names.replaceChildren(...lanes.map(([, name, color]) => {
      const element = create("span");
      element.style.color = `var(${color})`;
      setWords(element, name);
      return element;
    }));
  }

  /** Marks the moment of the first difference between listing and port, or at which two runs part; -1 for none. */
  flag(what: "difference" | "parting", moment: number): void {
    this.flags[what] = moment;
    this.repaint();
  }

  private grab(event: PointerEvent): void {
    this.element.setPointerCapture(event.pointerId);
    this.dragged = true;
    remember(DRAGGED, "yes", true);
    this.hint.classList.add("known");
    this.glimpse.hide();
    this.onGrab();
    this.drag(this.momentAt(event));
  }

  /** Shows a moment at once; the run follows when the pointer rests. */
  private drag(moment: number): void {
    this.go(moment, false);
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => this.onGo(moment, true), REST);
  }

  private letGo(event: PointerEvent): void {
    if (!this.dragged) return;
    this.dragged = false;
    clearTimeout(this.resting);
    this.go(event.type === "pointerup" ? this.momentAt(event) : this.moment, true);
  }

  /** Waits for the run to arrive at the released moment; called again while it is on its way. */
  wait(): void {
    clearTimeout(this.timer);
    if (this.settling !== null) this.timer = window.setTimeout(() => this.giveUp(), PATIENCE);
  }

  /** Called when the run is paused on its way: the line follows it again. */
  release(): void {
    this.settling = null;
  }

  /** Shows the run's own moment again: the run may have ended before the wanted one. */
  private giveUp(): void {
    this.settling = null;
    this.moment = this.runMoment;
    this.repaint();
  }

  private go(moment: number, settled: boolean): void {
    this.moment = moment;
    this.settling = settled ? moment : null;
    this.wait();
    this.onGo(moment, settled);
    this.repaint();
  }

  private key(event: KeyboardEvent): void {
    const leap = Math.max(1, Math.round(this.total / 20));
    const moves: Record<string, number> = {
      ArrowLeft: this.moment - 1,
      ArrowDown: this.moment - 1,
      ArrowRight: this.moment + 1,
      ArrowUp: this.moment + 1,
      PageDown: this.moment - leap,
      PageUp: this.moment + leap,
      Home: 0,
      End: this.total,
    };
    const wanted = moves[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    this.go(clamp(wanted, 0, this.total), true);
  }

  private momentAt(event: PointerEvent): number {
    const box = this.canvas.getBoundingClientRect();
    const part = (event.clientX - box.left - INSET) / (box.width - 2 * INSET);
    return Math.min(this.total, Math.round(clamp(part, 0, 1) * this.scale));
  }

  private look(event: PointerEvent): void {
    const moment = this.momentAt(event);
    const box = this.element.getBoundingClientRect();
    if (this.total > 0) this.glimpse.show(moment, moment <= this.known, event.clientX, innerHeight - box.top + 6);
  }

  private paint(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const pen = finePen(this.canvas, width, height);
    this.paintLine(pen, width, height);
    this.paintLanes(pen, height);
    this.paintFlags(pen, height);
    this.showMoment();
  }

  private showMoment(): void {
    this.onShown(this.moment, this.dragged || this.settling !== null);
    const beyond = this.marks?.full && this.moment > this.known;
    // while the run goes on at the end of the recording, the total is not known
    const open = this.goesOn && this.moment === this.total;
    const { moment, known, total } = this;
    const words = beyond ? t("momentBeyond", { moment, kept: known }) : open ? t("eventsSoFar", { events: moment }) : t("momentOf", { moment, total });
    this.where.textContent = words;
    this.element.ariaValueMax = String(this.total);
    this.element.ariaValueNow = String(Math.min(this.moment, this.total));
    this.element.ariaValueText = words;
  }

  /** The place of a moment, in CSS pixels from the canvas's left edge. */
  xOf(moment: number): number {
    return INSET + ((this.canvas.clientWidth - 2 * INSET) * moment) / this.scale;
  }

  /** Place and size of the line within the element, next to the names of its lanes. */
  get box(): { left: number; width: number; height: number } {
    const { offsetLeft, clientWidth, clientHeight } = this.canvas;
    return { left: offsetLeft, width: clientWidth, height: clientHeight };
  }

  /** The last recorded moment. */
  get end(): number {
    return this.known;
  }

  private paintLine(pen: CanvasRenderingContext2D, width: number, height: number): void {
    pen.fillStyle = cssColor("--faint");
    pen.fillRect(INSET, height - 5, width - 2 * INSET, 2);
    pen.fillStyle = cssColor("--soft");
    pen.fillRect(INSET, height - 5, this.xOf(this.known) - INSET, 2);
    if (!this.span) return;
    pen.fillStyle = cssColor("--run-wash");
    const [from, to] = this.span.map((each) => this.xOf(each)) as [number, number];
    pen.fillRect(from, 2, Math.max(2, to - from), height - 4);
  }

  private paintLanes(pen: CanvasRenderingContext2D, height: number): void {
    const { stretches = [], length = 0 } = this.marks ?? {};
    const end = this.xOf(length);
    const high = (height - LINE) / Math.max(3, this.lanes.length);
    const wide = (end - INSET) / stretches.length;
    this.lanes.forEach(([bit, , color], lane) => {
      pen.fillStyle = cssColor(color);
      // Neighboring stretches are painted as one piece, without seams.
      for (let from = 0, to = 0; from < stretches.length; from = to + 1) {
        for (to = from; (stretches[to] ?? 0) & bit; ) to++;
        if (to > from) pen.fillRect(INSET + wide * from, lane * high + 1, Math.max(1, wide * (to - from)), high - 2);
      }
    });
  }

  private paintFlags(pen: CanvasRenderingContext2D, height: number): void {
    pen.fillStyle = cssColor("--difference");
    if (this.marks && this.marks.error >= 0) pen.fillRect(this.xOf(this.marks.error) - 1, 2, 2, height - 4);
    for (const flag of Object.values(this.flags).filter((each) => each >= 0)) {
      const x = this.xOf(flag);
      pen.fillRect(x - 1, 2, 2, height - 4);
      pen.beginPath();
      pen.moveTo(x - 6, 0);
      pen.lineTo(x + 6, 0);
      pen.lineTo(x, 8);
      pen.fill();
    }
    pen.fillStyle = cssColor("--run");
    const x = this.xOf(Math.min(this.moment, this.scale));
    pen.fillRect(x - 1, 0, 2, height);
    pen.beginPath();
    pen.arc(x, height - 5, 5, 0, 2 * Math.PI);
    pen.fill();
    for (const side of [-1, 1]) {
      pen.beginPath();
      pen.moveTo(x + side * 12, height - 5);
      pen.lineTo(x + side * 8, height - 9);
      pen.lineTo(x + side * 8, height - 1);
      pen.fill();
    }
  }
}
