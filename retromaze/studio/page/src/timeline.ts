// The whole run as a line that is dragged: what happened where, and the moment that is shown.
import type { Marks } from "./messages";
import { byId, context, painter, tint } from "./page";
import { number, ofWords } from "./words";

const LANES: [bits: number, top: number, height: number][] = [
  [3, 5, 7],
  [4, 14, 5],
  [8, 21, 5],
];
const INSET = 7;
const PATIENCE = 3000;

/** `onGo` is told each moment while the line is dragged, and once more, settled, when it is let go. */
export class Timeline {
  private readonly element = byId("timeline");
  private readonly canvas = this.element.firstElementChild as HTMLCanvasElement;
  private readonly where = byId("where");
  private moment = 0;
  private total = 0;
  private known = 0;
  private marks: Marks | null = null;
  private difference = -1;
  private dragged = false;
  /** Where the hand has left the line, until the session stands there too. */
  private settling: number | null = null;
  private told = 0;
  private timer = 0;
  span: [number, number] | null = null;
  readonly repaint = painter(() => this.paint());

  constructor(
    private readonly onGo: (moment: number, settled: boolean) => void,
    private readonly onGrab: () => void,
  ) {
    this.element.addEventListener("pointerdown", (event) => this.grab(event));
    this.element.addEventListener("pointermove", (event) => {
      if (this.dragged) this.onGo(this.momentAt(event), false);
    });
    this.element.addEventListener("pointerup", (event) => this.letGo(event));
    this.element.addEventListener("pointercancel", (event) => this.letGo(event));
    this.element.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(this.repaint).observe(this.element);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.repaint);
  }

  clear(): void {
    this.marks = null;
    this.difference = -1;
    this.span = null;
    this.settling = null;
    this.repaint();
  }

  /** Where the run stands, how many events of it are known, and how many it is said to have. */
  setPlace(moment: number, known: number, total: number): void {
    this.known = known;
    this.total = total;
    this.told = moment;
    if (moment === this.settling) this.settling = null;
    if (!this.dragged && this.settling === null) this.moment = moment;
    this.repaint();
  }

  setMarks(marks: Marks): void {
    this.marks = marks;
    this.repaint();
  }

  /** The moment of the first difference; -1 for none. */
  setDifference(moment: number): void {
    this.difference = moment;
    this.repaint();
  }

  private grab(event: PointerEvent): void {
    this.element.setPointerCapture(event.pointerId);
    this.dragged = true;
    this.onGrab();
    this.go(this.momentAt(event), false);
  }

  private letGo(event: PointerEvent): void {
    if (!this.dragged) return;
    this.dragged = false;
    this.go(event.type === "pointerup" ? this.momentAt(event) : this.moment, true);
  }

  /** The run is still on its way to where the hand has left the line. */
  wait(): void {
    if (this.settling === null) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.giveUp(), PATIENCE);
  }

  /** The run is to stand wherever it is. */
  release(): void {
    this.settling = null;
  }

  /** The run may have ended before that moment. */
  private giveUp(): void {
    this.settling = null;
    this.moment = this.told;
    this.repaint();
  }

  private go(moment: number, settled: boolean): void {
    this.moment = moment;
    this.settling = settled ? moment : null;
    clearTimeout(this.timer);
    if (settled) this.timer = window.setTimeout(() => this.giveUp(), PATIENCE);
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
    this.go(Math.min(this.total, Math.max(0, wanted)), true);
  }

  private momentAt(event: PointerEvent): number {
    const box = this.element.getBoundingClientRect();
    const part = (event.clientX - box.left - INSET) / (box.width - 2 * INSET);
    this.moment = Math.round(Math.min(1, Math.max(0, part)) * this.total);
    this.repaint();
    return this.moment;
  }

  private paint(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    const dense = devicePixelRatio;
    if (this.canvas.width !== Math.round(width * dense)) this.canvas.width = Math.round(width * dense);
    if (this.canvas.height !== Math.round(height * dense)) this.canvas.height = Math.round(height * dense);
    const pen = context(this.canvas);
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    pen.clearRect(0, 0, width, height);
    this.paintLine(pen, width, height);
    this.paintLanes(pen, width, height);
    this.paintFlags(pen, width, height);
    this.tell();
  }

  private tell(): void {
    this.where.textContent = ofWords(this.moment, this.total);
    this.element.ariaValueMax = String(this.total);
    this.element.ariaValueNow = String(this.moment);
    this.element.ariaValueText = ofWords(this.moment, this.total);
  }

  private x(moment: number, width: number): number {
    return INSET + ((width - 2 * INSET) * moment) / Math.max(1, this.total);
  }

  private paintLine(pen: CanvasRenderingContext2D, width: number, height: number): void {
    pen.fillStyle = tint("--faint");
    pen.fillRect(INSET, height - 5, width - 2 * INSET, 2);
    pen.fillStyle = tint("--soft");
    pen.fillRect(INSET, height - 5, this.x(this.known, width) - INSET, 2);
    if (!this.span) return;
    pen.fillStyle = tint("--run-wash");
    const [from, to] = this.span.map((each) => this.x(each, width)) as [number, number];
    pen.fillRect(from, 2, Math.max(2, to - from), height - 4);
  }

  /** A lane each: what was seen, random draws, waits. */
  private paintLanes(pen: CanvasRenderingContext2D, width: number, height: number): void {
    const { stretches = [], length = 0 } = this.marks ?? {};
    const end = this.x(length, width);
    const unit = height / 34;
    pen.fillStyle = tint("--soft");
    stretches.forEach((bits, index) => {
      const from = INSET + ((end - INSET) * index) / stretches.length;
      const wide = Math.max(1, (end - INSET) / stretches.length);
      for (const [lane, top, high] of LANES) {
        if (!(bits & lane)) continue;
        pen.globalAlpha = lane === 3 ? 0.35 : 0.7;
        pen.fillRect(from, top * unit, lane === 3 ? wide : Math.min(wide, 1.5), high * unit);
      }
    });
    pen.globalAlpha = 1;
  }

  private paintFlags(pen: CanvasRenderingContext2D, width: number, height: number): void {
    pen.fillStyle = tint("--difference");
    if (this.marks && this.marks.error >= 0) pen.fillRect(this.x(this.marks.error, width) - 1, 2, 2, height - 4);
    if (this.difference >= 0) {
      const x = this.x(this.difference, width);
      pen.fillRect(x - 1, 2, 2, height - 4);
      pen.beginPath();
      pen.moveTo(x - 6, 0);
      pen.lineTo(x + 6, 0);
      pen.lineTo(x, 8);
      pen.fill();
    }
    pen.fillStyle = tint("--run");
    const x = this.x(this.moment, width);
    pen.fillRect(x - 1, 0, 2, height);
    pen.beginPath();
    pen.arc(x, height - 5, 5, 0, 2 * Math.PI);
    pen.fill();
  }
}

/** "18,204 – 20,000", for the ends of a span as far as they are chosen. */
export function spanWords(from: number | null, to: number | null): string {
  return [from, to].map((each) => (each === null ? "…" : number(each))).join(" – ");
}
