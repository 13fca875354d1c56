// Selects a pixel or rectangle of the picture: by a click, a drag or a finger, or by a cross that keys move.
import { overlaysOf, type Machine } from "./screens";
import { byId, clamp, create } from "./elements";
import { HEIGHT, WIDTHS } from "./pixels";
import { setName, setWords, t } from "./translation";

/** A pixel of a screen, 0 upper and 1 lower. */
interface Point {
  screen: number;
  x: number;
  y: number;
}

/** A rectangle of a screen; one of 1 by 1 is a pixel. */
export interface Aimed extends Point {
  across: number;
  down: number;
}

/** Pixels of the display that the pointer may move in a click. */
const SLIP = 5;
const CELL = 8;
const WAYS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Selects pixels and rectangles while the button next to the screens is pressed, or with Alt: clicks and drags ask,
 * keys move a cross, and Enter asks. Otherwise all of them play, and other keys always do.
 */
export class Aim {
  private readonly button = byId("ask");
  private readonly box = create("div", { className: "aim", hidden: true });
  private from: Point | null = null;
  private start = { x: 0, y: 0 };
  private cross: Point = { screen: 0, x: WIDTHS[0] / 2, y: HEIGHT / 2 };
  private corner: Point = this.cross;

  constructor(
    private readonly machine: Machine,
    private readonly onAim: (aimed: Aimed) => void,
    /** Called with the pixel under the pointer; null for none. */
    private readonly onPoint: (aimed: Aimed | null) => void,
  ) {
    const { frame } = machine;
    this.button.onclick = () => (this.on ? this.set(false) : this.turn());
    frame.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
    frame.addEventListener("pointermove", (event) => this.drag(event), { capture: true });
    frame.addEventListener("pointerup", (event) => this.release(event), { capture: true });
    frame.addEventListener("pointerleave", () => this.onPoint(null));
    frame.addEventListener("pointercancel", () => (this.from = null), { capture: true });
    frame.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  /** Whether pointers and keys ask, and do not play. */
  get on(): boolean {
    return this.button.ariaPressed === "true";
  }

  /** Sets whether pointers and keys ask or play. */
  set(on: boolean): void {
    const { frame } = this.machine;
    this.button.ariaPressed = String(on);
    frame.classList.toggle("aims", on);
    setName(frame, on ? "askPicture" : "machineHelp");
    setWords(byId("hint"), on ? "askHint" : "focusHint");
    if (!on) {
      this.mark(null);
      this.onPoint(null);
    }
  }

  /** Lets the keys move the cross; if they do already, lets them play. */
  turn(): void {
    const { frame } = this.machine;
    this.set(!(this.on && frame === document.activeElement));
    frame.focus();
    if (this.on) this.move(this.cross, this.cross);
  }

  /** Draws a frame around what is asked about; null for none. */
  mark(aimed: Aimed | null): void {
    const { box } = this;
    const canvas = aimed && this.canvases[aimed.screen];
    box.hidden = !canvas;
    if (!canvas) return;
    overlaysOf(canvas).append(box);
    const { x, y, across, down } = aimed;
    box.style.left = `${(100 * x) / canvas.width}%`;
    box.style.top = `${(100 * y) / canvas.height}%`;
    box.style.width = `${(100 * across) / canvas.width}%`;
    box.style.height = `${(100 * down) / canvas.height}%`;
  }

  private get canvases(): [HTMLCanvasElement, HTMLCanvasElement] {
    return [this.machine.upper, this.machine.lower];
  }

  // ---- pointers

  private press(event: PointerEvent): void {
    const point = event.button === 0 && (this.on || event.altKey) ? this.pointAt(event) : null;
    if (!point) return;
    (event.target as Element).setPointerCapture(event.pointerId);
    this.from = point;
    this.start = { x: event.clientX, y: event.clientY };
    event.stopPropagation();
    event.preventDefault();
    this.machine.frame.focus();
  }

  private drag(event: PointerEvent): void {
    const { from } = this;
    if (!from) {
      const point = this.on && event.pointerType === "mouse" ? this.pointAt(event) : null;
      return this.onPoint(point && between(point, point));
    }
    event.stopPropagation();
    if (this.slipped(event)) this.mark(between(from, this.pointIn(from.screen, event)));
  }

  private release(event: PointerEvent): void {
    const { from } = this;
    if (!from) return;
    this.from = null;
    event.stopPropagation();
    const to = this.slipped(event) ? this.pointIn(from.screen, event) : from;
    this.cross = this.corner = to;
    this.ask(between(from, to));
  }

  private slipped(event: PointerEvent): boolean {
    return Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) > SLIP;
  }

  private pointAt(event: PointerEvent): Point | null {
    const screen = this.canvases.indexOf(event.target as HTMLCanvasElement);
    return screen < 0 ? null : this.pointIn(screen, event);
  }

  private pointIn(screen: number, event: PointerEvent): Point {
    const canvas = this.canvases[screen] as HTMLCanvasElement;
    const box = canvas.getBoundingClientRect();
    const x = Math.floor(((event.clientX - box.left - canvas.clientLeft) * canvas.width) / canvas.clientWidth);
    const y = Math.floor(((event.clientY - box.top - canvas.clientTop) * canvas.height) / canvas.clientHeight);
    return { screen, x: clamp(x, 0, canvas.width - 1), y: clamp(y, 0, canvas.height - 1) };
  }

  // ---- keys

  private key(event: KeyboardEvent): void {
    if (!this.on || event.metaKey || event.key === "Tab") return;
    const way = WAYS[event.key];
    if (way) this.step(way, event.ctrlKey ? CELL : 1, event.shiftKey);
    else if (event.key === "Enter" || event.key === " ") this.ask(between(this.corner, this.cross));
    else if (event.key === "Escape") this.set(false);
    else return;
    event.stopPropagation();
    event.preventDefault();
  }

  /** Moves the cross, from screen to screen too; with Shift the rectangle grows instead, within its screen. */
  private step([across, down]: [number, number], far: number, grows: boolean): void {
    const { cross } = this;
    let { screen } = cross;
    let y = cross.y + down * far;
    const lower = !this.machine.lower.hidden;
    if (!grows && screen === 0 && y >= HEIGHT && lower) [screen, y] = [1, 0];
    else if (!grows && screen === 1 && y < 0) [screen, y] = [0, HEIGHT - 1];
    const x = clamp(cross.x + across * far, 0, (WIDTHS[screen] as number) - 1);
    const to = { screen, x, y: clamp(y, 0, HEIGHT - 1) };
    this.move(grows ? this.corner : to, to);
  }

  private move(corner: Point, cross: Point): void {
    this.corner = corner;
    this.cross = cross;
    const aimed = between(corner, cross);
    this.mark(aimed);
    this.onPoint(between(cross, cross));
    byId("said").textContent = placeWords(aimed);
  }

  private ask(aimed: Aimed): void {
    this.mark(aimed);
    this.onAim(aimed);
  }
}

/** "12, 34", or "12, 34 – 20, 40" of a rectangle. */
export function placeWords({ screen, x, y, across, down }: Aimed): string {
  const place = across === 1 && down === 1 ? `${x}, ${y}` : `${x}, ${y} – ${x + across - 1}, ${y + down - 1}`;
  return screen === 1 ? `${t("lowerScreenShort")} ${place}` : place;
}

function between(one: Point, other: Point): Aimed {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return { screen: one.screen, x, y, across: Math.abs(one.x - other.x) + 1, down: Math.abs(one.y - other.y) + 1 };
}
