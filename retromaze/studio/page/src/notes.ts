// The notes of a run as a piano roll; describes the one under the pointer or chosen by keys, and shows its line.
import { byId, clamp, create, cssColor, finePen, oncePerFrame, write } from "./elements";
import type { Notes } from "./messages";
import { t } from "./translation";

const CHANNELS = 16;

export class NotesView {
  private readonly pane = byId("pane-notes");
  private readonly frame = byId("roll");
  private readonly canvas = this.frame.querySelector("canvas") as HTMLCanvasElement;
  private notes: NoteRow[] = [];
  private now = 0;
  private at: NoteAt = () => null;
  private chosen: NoteRow | null = null;
  readonly repaint = oncePerFrame(() => this.paint());

  constructor(private readonly onLine: (line: number) => void) {
    this.canvas.addEventListener("pointermove", (event) => this.describe(this.at(event)));
    this.canvas.addEventListener("pointerleave", () => this.describe(this.chosen));
    this.canvas.addEventListener("click", (event) => this.choose(this.at(event)));
    this.frame.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(this.repaint).observe(this.pane);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.repaint);
  }

  clear(): void {
    this.notes = [];
    this.chosen = null;
    this.repaint();
  }

  show(message: Notes): void {
    const before = this.chosen;
    this.now = message.frame;
    this.notes = (message.notes as NoteRow[]).filter((each) => endOf(each, this.now) >= this.now - SPAN);
    this.chosen = before && (this.notes.find((each) => each[0] === before[0] && each[2] === before[2] && each[3] === before[3]) ?? null);
    this.repaint();
  }

  get visible(): boolean {
    return this.pane.offsetParent !== null;
  }

  private paint(): void {
    if (!this.visible) return;
    this.frame.hidden = !this.notes.length;
    byId("notes-none").hidden = this.notes.length > 0;
    if (this.notes.length) this.at = drawRoll(this.canvas, this.notes, this.now, Math.max(this.frame.clientWidth, 100), this.chosen);
    this.listLines();
    this.describe(this.chosen);
  }

  /** Lists the lines that have started notes, each with its color; a click shows the line. */
  private listLines(): void {
    const lines = [...new Set(this.notes.map((each) => each[5]))].sort((one, other) => one - other);
    const list = byId("notes-lines");
    if (list.dataset.lines === String(lines)) return;
    list.dataset.lines = String(lines);
    list.replaceChildren(...lines.map((line) => {
      const made = create("button", { type: "button", textContent: t("lineNumber", { line }), onclick: () => this.onLine(line) });
      made.style.setProperty("--note", colorOf(line));
      return made;
    }));
  }

  private describe(note: NoteRow | null): void {
    write(byId("note-told"), note ? this.words(note) : "");
  }

  private words(note: NoteRow): string {
    const [start, end, voice, , instrument, line] = note;
    const [track, channel] = [Math.floor(voice / CHANNELS), voice % CHANNELS];
    const frame = Math.floor(start);
    const frames = end < 0 ? t("fromFrame", { frame }) : t("inFrames", { first: frame, last: Math.floor(end) });
    const played = isBeep(note) ? [t("inFrame", { frame })] : [`@${instrument}`, t("trackChannel", { track, channel }), frames];
    return [keyName(note), ...played, t("lineNumber", { line })].join(" · ");
  }

  private choose(note: NoteRow | null): void {
    if (!note) return;
    this.chosen = note;
    this.paint();
    this.onLine(note[5]);
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.notes.length) return;
    const now = this.chosen ? this.notes.indexOf(this.chosen) : this.notes.length;
    const last = this.notes.length - 1;
    const ways: Record<string, number> = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last };
    const way = ways[event.key];
    if (way === undefined && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (way === undefined) {
      if (this.chosen) this.onLine(this.chosen[5]);
      return;
    }
    this.chosen = this.notes[clamp(way, 0, last)] ?? null;
    this.paint();
  }
}

// ---- notes as a picture: time from left to right up to now, keys from low to high, each note in its line's color

/** A note: see Notes in messages.py. */
type NoteRow = [start: number, end: number, voice: number, key: number, instrument: number, line: number];

/** The frames in the picture: ten seconds. */
const SPAN = 600;
const HIGH = 5;
const FEWEST = 24;
const SHORT = 6;
const BEEP_ROWS = 3;
const NAMES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"];
/** Degrees between the hues of neighboring lines: the golden angle, so that they differ much. */
const HUE_STEP = 137.5;

/** Returns the note under the pointer. */
type NoteAt = (event: MouseEvent) => NoteRow | null;

function isBeep(note: NoteRow): boolean {
  return note[2] < 0;
}

/** The name of a note's key, such as `O4C#`, or the number of a BEEP. */
function keyName(note: NoteRow): string {
  return isBeep(note) ? `BEEP ${note[3]}` : `O${Math.floor(note[3] / 12) - 1}${NAMES[note[3] % 12]}`;
}

function endOf(note: NoteRow, now: number): number {
  return isBeep(note) ? note[0] + SHORT : note[1] < 0 ? now : note[1];
}

function colorOf(line: number): string {
  return `hsl(${(line * HUE_STEP) % 360} 62% 52%)`;
}

function drawRoll(canvas: HTMLCanvasElement, notes: NoteRow[], now: number, room: number, chosen: NoteRow | null): NoteAt {
  const keys = notes.filter((each) => !isBeep(each)).map((each) => each[3]);
  const middle = keys.length ? (Math.min(...keys) + Math.max(...keys)) / 2 : 60;
  const count = Math.max(FEWEST, ...keys.map((each) => 2 * Math.abs(each - middle) + 3));
  const lowest = Math.floor(middle - count / 2);
  const rows = Math.ceil(count) + BEEP_ROWS;
  const high = rows * HIGH;
  canvas.style.width = `${room}px`;
  canvas.style.height = `${high}px`;
  const pen = finePen(canvas, room, high);
  const x = (frame: number) => room - ((now - frame) / SPAN) * room;
  const y = (note: NoteRow) => high - (isBeep(note) ? 2 : note[3] - lowest + BEEP_ROWS + 1) * HIGH;
  rules(pen, room, high, lowest, rows);
  const places: [number, number, number, NoteRow][] = [];
  for (const note of notes) {
    const [left, right, top] = [x(note[0]), x(endOf(note, now)), y(note)];
    if (right < 0) continue;
    const width = Math.max(right - left - 0.5, 2);
    pen.fillStyle = colorOf(note[5]);
    pen.fillRect(left, top, width, HIGH - 1);
    if (note === chosen) {
      pen.strokeStyle = cssColor("--ink");
      pen.lineWidth = 2;
      pen.strokeRect(left - 1, top - 1, width + 2, HIGH + 1);
    }
    places.push([left, width, top, note]);
  }
  places.reverse();
  return ({ offsetX: atX, offsetY: atY }) => places.find(([left, width, top]) => atX >= left - 1 && atX <= left + width + 1 && atY >= top - 1 && atY <= top + HIGH)?.[3] ?? null;
}

/** Draws a line below each C with its name, and one for each second. */
function rules(pen: CanvasRenderingContext2D, room: number, high: number, lowest: number, rows: number): void {
  pen.fillStyle = cssColor("--faint");
  pen.font = "10px ui-monospace, monospace";
  pen.textBaseline = "bottom";
  for (let second = 0; second <= SPAN / 60; second++) pen.fillRect(Math.round(room - (second * 60 * room) / SPAN) - 1, 0, 1, high);
  for (let row = BEEP_ROWS; row < rows; row++) {
    const key = lowest + row - BEEP_ROWS;
    if (key % 12) continue;
    const top = high - row * HIGH;
    pen.fillStyle = cssColor("--faint");
    pen.fillRect(0, top, room, 1);
    pen.fillStyle = cssColor("--soft");
    pen.fillText(`O${key / 12 - 1}`, 2, top);
  }
}
