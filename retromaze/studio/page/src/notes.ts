// The notes of a run as a piano roll; describes the one under the pointer or chosen by keys, and shows its line.
import { write } from "./in_place";
import type { Notes } from "./messages";
import { byId, clamp, create, oncePerFrame } from "./elements";
import { colorOf, drawRoll, endOf, isBeep, keyName, SPAN, type NoteAt, type NoteRow } from "./roll";
import { t } from "./words";

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
