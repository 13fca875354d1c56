// Notes as a picture: time from left to right up to now, keys from low to high, each note in its line's color.
import { finePen, cssColor } from "./elements";

/** A note: see Notes in messages.py. */
export type NoteRow = [start: number, end: number, voice: number, key: number, instrument: number, line: number];

/** The frames in the picture: ten seconds. */
export const SPAN = 600;
const HIGH = 5;
const FEWEST = 24;
const SHORT = 6;
const BEEP_ROWS = 3;
const NAMES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"];
/** Degrees between the hues of neighboring lines: the golden angle, so that they differ much. */
const HUE_STEP = 137.5;

/** Returns the note under the pointer. */
export type NoteAt = (event: MouseEvent) => NoteRow | null;

export function isBeep(note: NoteRow): boolean {
  return note[2] < 0;
}

/** The name of a note's key, such as `O4C#`, or the number of a BEEP. */
export function keyName(note: NoteRow): string {
  return isBeep(note) ? `BEEP ${note[3]}` : `O${Math.floor(note[3] / 12) - 1}${NAMES[note[3] % 12]}`;
}

export function endOf(note: NoteRow, now: number): number {
  return isBeep(note) ? note[0] + SHORT : note[1] < 0 ? now : note[1];
}

export function colorOf(line: number): string {
  return `hsl(${(line * HUE_STEP) % 360} 62% 52%)`;
}

export function drawRoll(canvas: HTMLCanvasElement, notes: NoteRow[], now: number, room: number, chosen: NoteRow | null): NoteAt {
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
