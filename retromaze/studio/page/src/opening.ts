// What is open, and how the reader changes it: another program, seed or size, or a text of his own.
import type { At, GameRead, Open, Opened, SizeValue } from "./messages";
import { byId } from "./page";
import { SIDES, type Side, type Panes } from "./panes";
import { setWords, setPythonWords } from "./words";

const EDIT_REST = 600;
/** A run that takes longer is not waited for while a number is dragged. */
const DRAG_REST = 400;
/** A moment behind the end of every run. */
const LAST = 1e9;
const NOTHING = "";

/** The name of a listing that is in no file. */
export const UNNAMED = "listing.bas";
/** Shorter lines (NEXT, ENDIF, CLS) say nothing of a program: all have them. */
const TELLING = 7;
/** A text is a version of another if at least this part of its lines stands there. */
const VERSION = 1 / 4;

/** Which texts came by a link: nobody here has written them. */
type Origin = Record<Side, boolean>;

const HERE: Readonly<Origin> = { listing: false, port: false };

interface Wish {
  open: Open;
  origin: Origin;
  /** The listing as it was before the reader changed it, "" where that is not known. */
  base: string;
}

/** How something comes into the tab's history: as the same program, in the place of that, or as another one behind it. */
export type Entry = "same" | "instead" | "behind";

/** What is kept of a program that is open: it is opened again by that, at the moment where its run stood. */
export interface Kept extends Wish {
  /** What was put aside. */
  left: Wish | null;
}

export class Opening {
  open: Open = { type: "Open" };
  private origin: Origin = { ...HERE };
  private base = "";
  /** What the studio was begun with. */
  private first: Open = this.open;
  private ownFiles = false;
  /** The SHA-256 of the texts that are open. */
  texts = "";
  private numbers = 0;
  /** The moment at which what was asked for last begins. */
  private begins = 0;
  /** Whether what is asked for is a link's, and nothing has been open before. */
  private tries = false;
  /** What the session has opened last. */
  private opened: Wish | null = null;
  /** What it has been asked for since, and has neither opened nor refused. */
  private wishes: (Wish & { entry: Entry })[] = [];
  /** Whether the last wish plays once it is open. */
  private goesOn = false;
  /** What was written and then left for something else. */
  private left: Wish | null = null;
  private editTimer = 0;
  /** What is to be opened once the reader has stopped to write; null for nothing. */
  private pending: Partial<Open> | null = null;
  /** A number that is dragged: the moment that is seen meanwhile, whether another one is wanted, and the wait for the last. */
  private readonly drag = { moment: -1, owed: false, over: false, timer: 0 };

  /** `runs` tells whether the run goes on; `onOpen` is told what is to be opened, and whether that plays on. */
  constructor(
    private readonly panes: Panes,
    private readonly place: () => At,
    private readonly runs: () => boolean,
    private readonly onOpen: (open: Open, goesOn: boolean) => void,
  ) {}

  /**
   * What the page shows at first: what was `kept` of it, or what its link says, or neither; files of the
   * reader's own can be gone back to.
   */
  begin(first: Open, link: Open | null, kept: Kept | null): void {
    this.first = first;
    this.ownFiles = !first.program;
    this.tries = link !== null || kept !== null;
    if (!kept) return this.follow(link);
    this.resume(kept);
    this.left = kept.left;
    byId("aside").hidden = !kept.left;
  }

  /** What was open once is open again. A port out of a link has to be seen once more before it is run. */
  resume({ open, origin, base }: Kept): void {
    // What took too long to write is not written again unasked.
    this.open = { ...open, writes_port: false, ...((origin.port || origin.listing) && { consent: "" }) };
    this.origin = { ...origin };
    this.base = base;
    this.again({ paced: true }, !open.moment, SIDES);
  }

  /** What is to be kept of what is open; null while another program may be on its way. */
  get kept(): Kept | null {
    // Nobody answers any more: what is written is all that there is.
    if (this.opened && this.gone) return { ...this.opened, open: { ...this.opened.open, ...this.rewritten, moment: this.place().moment }, left: this.left };
    if (!this.opened || this.waits) return null;
    const { open, ...rest } = this.wish;
    const { moment, state, edition } = this.place();
    const isThere = edition > 0 && state !== "going";
    return { ...rest, open: { ...open, moment: isThere ? moment : this.begins }, left: this.left };
  }

  /** The program that is open, or the listing that was brought in place of one. */
  get identity(): { program: string; name: string; base: string } {
    const { program = "", name = "" } = this.open;
    return { program, name, base: this.base };
  }

  /** Opens what a link says; without one what the studio was begun with. */
  follow(link: Open | null): void {
    const open = link ?? this.first;
    this.open = open;
    this.base = open.listing ?? "";
    this.origin = { listing: link?.listing != null, port: link?.port != null };
    this.again({ paced: link?.paced ?? true }, !link?.moment, SIDES);
  }

  /**
   * Opens what is open again, with changes; it plays on from its start where it was played. `another` texts come
   * new.
   */
  again(changes: Partial<Open>, goesOn = this.plays, another: readonly Side[] = [], entry: Entry = "same"): void {
    clearTimeout(this.editTimer);
    this.pending = null;
    const open = { ...this.open, paced: false, holds: false, ...changes, edition: this.number() };
    this.open = { ...open, moment: 0 };
    this.begins = open.moment ?? 0;
    this.wishes.push({ ...this.wish, entry });
    this.goesOn = goesOn;
    this.panes.expect(another);
    this.onOpen(open, goesOn);
  }

  /** A number that nothing was opened by before: all that is told of it has this number. */
  number(): number {
    return ++this.numbers;
  }

  /** The session has opened a wish; tells which of its texts are to be seen before they run, and what it is in the history. */
  arrive(opened: Opened): Readonly<Origin> & { entry: Entry } {
    const { open, origin, base: known, entry } = this.answered(opened.edition) ?? { ...this.wish, entry: "same" };
    const base = open.listing == null ? opened.listing : known;
    this.texts = opened.texts;
    const { seed, hash, trusted } = opened;
    // A port that there was none of was written of the listing.
    const port = !trusted && (open.port != null ? origin.port : origin.listing);
    // What is written here is its writer's to run.
    const consent = port || trusted ? open.consent : hash;
    this.opened = { open: { ...open, seed, consent }, origin, base };
    if (!this.waits) {
      Object.assign(this.open, { seed, consent });
      this.base = base;
    }
    return { listing: origin.listing, port, entry };
  }

  /** The wish of that number, which is answered as those before it are; undefined where there is none. */
  private answered(edition: number): (Wish & { entry: Entry }) | undefined {
    const at = this.wishes.findIndex((each) => each.open.edition === edition);
    return this.wishes.splice(0, at + 1).pop();
  }

  /** The session cannot do something; if that is to open what was wanted, then what was open still is. */
  refuse(edition: number): boolean {
    if (!this.answered(edition) || this.waits) return false;
    this.panes.keep();
    if (this.opened) this.putBack(this.opened);
    else if (this.tries) this.follow(null);
    this.tries = false;
    return this.opened !== null;
  }

  /** Whether it is not known yet what will be open. */
  get waits(): boolean {
    return this.wishes.length > 0;
  }

  /** Whether nothing can be opened any more. */
  get gone(): boolean {
    return this.place().state === "gone";
  }

  choose(program: string, sizes: Record<string, SizeValue>): void {
    this.origin = { ...HERE };
    this.again({ program, name: "", listing: null, port: null, sizes, moment: 0, consent: "", log: NOTHING, paced: true }, true, SIDES, "behind");
  }

  /** A listing of the reader's own, pasted or out of a file: it belongs to no program, and its port is written. */
  bring(listing: string, name: string, goesOn = true): void {
    // An empty one is nothing to return to.
    const entry = this.open.name && !this.open.listing ? "instead" : "behind";
    this.origin = { ...HERE };
    this.base = listing;
    this.again({ program: "", name, listing, port: null, sizes: {}, moment: 0, consent: "", log: NOTHING, writes_port: false, paced: true }, goesOn, SIDES, entry);
    this.panes.showBrought(listing);
  }

  /** Whether a listing is another program, and no version of the one that stood there before it. */
  isAnother(listing: string, before: string): boolean {
    const known = new Set([...linesOf(before), ...linesOf(this.base)]);
    const lines = linesOf(listing);
    return lines.filter((each) => known.has(each)).length < Math.max(1, lines.length * VERSION);
  }

  /** What is written goes, but can be had again. */
  putAside(): void {
    this.left = this.wish;
    byId("aside").hidden = false;
  }

  /** What was put aside is open again; `keeps` puts aside what is open in its place. */
  bringBack(keeps: boolean): void {
    const { left } = this;
    if (!left) return;
    this.left = null;
    byId("aside").hidden = true;
    if (keeps) this.putAside();
    this.open = { ...left.open };
    this.origin = { ...left.origin };
    this.base = left.base;
    this.again({ moment: 0 }, undefined, SIDES, "behind");
  }

  /** Whether something is put aside. */
  get aside(): boolean {
    return this.left !== null;
  }

  setSeed(seed: number): void {
    this.again({ seed, moment: 0, log: NOTHING });
  }

  setSizes(sizes: Record<string, SizeValue>): void {
    this.again({ sizes, moment: 0, log: NOTHING, paced: true });
  }

  /** The run of a lesson, of the texts as they were. */
  teach(lesson: { seed: number; sizes: Record<string, SizeValue>; log: string }): void {
    this.origin = { ...HERE };
    this.again({ seed: lesson.seed, sizes: lesson.sizes, listing: null, port: null, moment: 0, consent: "", log: lesson.log }, false, SIDES);
  }

  /** The game of a log: that of a program as it is, or of what is open. */
  play({ program, seed, sizes, log }: GameRead): void {
    const another = program === null ? {} : { program, name: "", listing: null, port: null, consent: "" };
    if (program !== null) this.origin = { ...HERE };
    this.again({ ...another, ...(seed !== null && { seed }), sizes, log, moment: 0, paced: true }, true, program === null ? [] : SIDES, program === null ? "same" : "behind");
  }

  /** Another run of what is open at one of its moments; the player does what he did. */
  goTo(seed: number, moment: number): void {
    this.again({ seed, moment }, false);
  }

  /** The reader has seen the port of that hash, and wants it run; what he makes of it is his own. */
  consent(hash: string): void {
    this.open.consent = hash;
    if (this.opened) this.opened.open.consent = hash;
    this.panes.foreign.port = false;
  }

  edited(side: Side): void {
    clearTimeout(this.editTimer);
    setWords(byId(`${side}-note`), "edited");
    const changes = this.changesBy(side);
    this.take(this.written(side));
    this.pending = { ...changes, holds: true };
    this.editTimer = window.setTimeout(() => this.again({ ...changes, holds: true }), EDIT_REST);
  }

  /** What is written runs now, from its start. */
  run(): void {
    this.again({ moment: 0, log: NOTHING, holds: true, ...this.pending }, true);
  }

  /** A number of the listing is dragged, or one of the sizes: the run is seen at the moment at which it stood. */
  dragged(sizes: Record<string, SizeValue> | null): void {
    clearTimeout(this.editTimer);
    const { drag } = this;
    const { state, moment } = this.place();
    if (drag.moment < 0) drag.moment = state === "ended" ? LAST : moment;
    if (sizes) this.open.sizes = sizes;
    else {
      setWords(byId("listing-note"), "edited");
      this.take(this.written("listing"));
    }
    drag.owed = true;
    this.pursue();
  }

  dragEnds(): void {
    this.drag.over = true;
    this.pursue();
  }

  /** The run stands where it was wanted: what is dragged may go on. */
  settle(): void {
    clearTimeout(this.drag.timer);
    this.drag.timer = 0;
    this.pursue();
  }

  private pursue(): void {
    const { drag } = this;
    if (drag.timer || drag.moment < 0) return;
    if (drag.owed) {
      drag.owed = false;
      drag.timer = window.setTimeout(() => this.settle(), DRAG_REST);
      this.again({ moment: drag.moment, holds: true }, false);
    } else if (drag.over) Object.assign(drag, { moment: -1, over: false });
  }

  restore(side: Side): void {
    this.origin[side] = false;
    const text = side === "listing" && this.open.name ? this.base : null;
    this.again({ [side]: text, ...this.changesBy(side) }, undefined, [side]);
  }

  /** What the player did belongs to the run; tells whether it is news. */
  keep(log: string): boolean {
    // It is none of the run that is to come.
    if (this.waits || log === (this.open.log ?? NOTHING)) return false;
    this.open.log = log;
    return true;
  }

  /** What a link has to say: of the reader's own files the texts, for nobody else has them. */
  get shared(): Open {
    const { open, panes } = this;
    // The port of a listing that was brought is written wherever it is opened.
    if (open.program || open.name) return open;
    return { ...open, listing: open.listing ?? panes.listing.text, port: open.port ?? (panes.port.text || null) };
  }

  /** Whether there is a text that is in none of these, and not what the studio was begun with. */
  loses(kept: (Open | null)[]): boolean {
    return SIDES.some((side) => this.open[side] && ![this.first, ...kept].some((each) => each?.[side] === this.open[side]));
  }

  /** What the listing is, and which texts can be had as they were. */
  showNotes(technique: string): void {
    if (this.changed("listing")) setWords(byId("listing-note"), "edited");
    else setPythonWords(byId("listing-note"), technique);
    for (const side of SIDES) byId(`${side}-restore`).hidden = !this.changed(side) || !this.restorable(side);
  }

  /** Whether a text is another one than what was opened first. */
  private changed(side: Side): boolean {
    const { open } = this;
    return open[side] != null && !(side === "listing" && open.name && open.listing === this.base);
  }

  /** A run that has ended is played again by an edit, like one that is under way or about to begin. */
  private get plays(): boolean {
    return (this.waits && this.goesOn) || this.runs() || this.place().state === "ended";
  }

  /** Texts that came by a link alone have nothing they could go back to. */
  private restorable(side: Side): boolean {
    if (this.open.name) return side === "port" || this.base !== "";
    return Boolean(this.open.program) || this.ownFiles;
  }

  /** What the reader has written stays, for he sees it still. */
  private putBack({ open, origin, base }: Wish): void {
    this.open = { ...open };
    this.origin = { ...origin };
    this.base = base;
    this.take(this.rewritten);
  }

  /** Texts as they are seen, and as foreign as they are there. */
  private take(written: Partial<Open>): void {
    Object.assign(this.open, written);
    for (const side of SIDES) if (written[side] != null) this.origin[side] = this.panes.foreign[side];
  }

  /** The texts that the reader has written, and that are not open. */
  private get rewritten(): Partial<Open> {
    return Object.assign({}, ...SIDES.filter((side) => this.panes.written(side)).map((side) => this.written(side)));
  }

  private get wish(): Wish {
    return { open: { ...this.open }, origin: { ...this.origin }, base: this.base };
  }

  /** Another port leaves the run as it is; another listing makes another run. */
  private changesBy(side: Side): Partial<Open> {
    return side === "port" ? { moment: this.place().moment } : { moment: 0, log: NOTHING };
  }

  /** An edited listing says its numbers itself; so does then the port, which has been given the same. */
  private written(side: Side): Partial<Open> {
    if (side === "port" || !Object.keys(this.open.sizes ?? {}).length) return { [side]: this.panes[side].text };
    return { listing: this.panes.listing.text, port: this.panes.port.text, sizes: {} };
  }
}

/** The lines of a listing that tell it from others. */
function linesOf(listing: string): string[] {
  return listing.split("\n").map((each) => each.trim()).filter((each) => each.length >= TELLING);
}
