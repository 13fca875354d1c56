// The open program, and how the reader changes it: another program, seed or size, or a text of his own.
import { byId, create } from "./elements";
import type { At, GameRead, OfferedProgram, Open, Opened, SizeValue } from "./messages";
import { type Panes, type Side, SIDES } from "./panes";
import { setPythonWords, setWords, t, translated } from "./translation";

const EDIT_REST = 600;
/** Milliseconds that a dragged number waits for its run; then the next one is tried. */
const DRAG_REST = 400;
/** A moment after the end of every run. */
const LAST = 1e9;
const NOTHING = "";

/** The name of a listing that does not come from a file. */
export const UNNAMED = "listing.bas";
/** Shorter lines (NEXT, ENDIF, CLS) do not identify a program: all have them. */
const TELLING = 7;
/** A text is a version of another if the other has at least this part of its lines. */
const VERSION = 1 / 4;

/** Which texts came by a link, so that anybody may have written them. */
type Origin = Record<Side, boolean>;

const HERE: Readonly<Origin> = { listing: false, port: false };

/** A program that is open or requested. */
interface Wish {
  open: Open;
  origin: Origin;
  /** The listing as it was before the reader changed it, "" if that is not known. */
  base: string;
}

/** How a program enters the tab's history: it is the present entry's, replaces that entry, or gets a new one after it. */
export type Entry = "same" | "instead" | "behind";

/** What the browser stores of an open program, to open it again at the moment where its run was. */
export interface Kept extends Wish {
  /** The edited program that was put aside. */
  left: Wish | null;
}

export class Opening {
  open: Open = { type: "Open" };
  private origin: Origin = { ...HERE };
  private base = "";
  /** What the studio was started with. */
  private first: Open = this.open;
  private ownFiles = false;
  /** The SHA-256 of the open texts. */
  texts = "";
  /** The last edition, see Open. */
  private numbers = 0;
  /** The moment at which the last requested run begins. */
  private begins = 0;
  /** Whether the request comes from a link or the tab's history, and nothing has been open before. */
  private tries = false;
  /** The program that the session has opened last. */
  private opened: Wish | null = null;
  /** The requests since then, which are neither opened nor refused. */
  private wishes: (Wish & { entry: Entry })[] = [];
  /** Whether the last wish plays once it is open. */
  private goesOn = false;
  /** The edited program that was put aside for another one. */
  private left: Wish | null = null;
  private editTimer = 0;
  /** The changes that are requested once the reader stops writing; null for none. */
  private pending: Partial<Open> | null = null;
  /** A number that is being dragged: the moment shown meanwhile (-1 for none), whether a newer number is still to be requested (`owed`), whether the drag has ended (`over`), and the wait for the last run. */
  private readonly drag = { moment: -1, owed: false, over: false, timer: 0 };

  /** `place` is the run's, `runs` whether it goes on; `onOpen` sends a request, and is told whether its run is played. */
  constructor(
    private readonly panes: Panes,
    private readonly place: () => At,
    private readonly runs: () => boolean,
    private readonly onOpen: (open: Open, goesOn: boolean) => void,
  ) {}

  /**
   * Opens what the page shows at first: what was `kept` in the tab's history, else what its link says, else `first`.
   * The reader's own files can be opened again later.
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

  /** Opens a stored program again. A port from a link has to be accepted again before it is run. */
  resume({ open, origin, base }: Kept): void {
    this.stayInEntry();
    // A port that took long to generate is not generated again unasked.
    this.wish = { open: { ...open, writes_port: false, ...((origin.port || origin.listing) && { consent: "" }) }, origin, base };
    this.again({ paced: true }, !open.moment, SIDES);
  }

  /** What to store of the open program; null while another one has been requested. */
  get kept(): Kept | null {
    // The session is gone, so that edits can no longer be opened: they are stored as they are.
    if (this.opened && this.gone) return { ...this.opened, open: { ...this.opened.open, ...this.rewritten, moment: this.place().moment }, left: this.left };
    if (!this.opened || this.waits) return null;
    const { open, ...rest } = this.wish;
    return { ...rest, open: { ...open, moment: this.moment }, left: this.left };
  }

  /** The run's moment; the one at which it begins while it has not arrived there. */
  private get moment(): number {
    const { moment, state, edition } = this.place();
    return this.waits || edition === 0 || state === "going" ? this.begins : moment;
  }

  /** The open program, or the reader's own listing in place of one. */
  get identity(): { program: string; name: string; base: string } {
    const { program = "", name = "" } = this.open;
    return { program, name, base: this.base };
  }

  /** Opens what a link says; without one what the studio was started with. */
  follow(link: Open | null): void {
    this.stayInEntry();
    const open = link ?? this.first;
    this.open = open;
    this.base = open.listing ?? "";
    this.origin = { listing: link?.listing != null, port: link?.port != null };
    this.again({ paced: link?.paced ?? true }, !link?.moment, SIDES);
  }

  /** Gives the requested programs no entries of their own: the history has gone elsewhere before they were open. */
  private stayInEntry(): void {
    for (const each of this.wishes) each.entry = "same";
  }

  /**
   * Requests the open program with changes; it is played from its start if it was played. The texts `another` are
   * replaced, `entry` says how it enters the history.
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

  /** Returns a new edition: all messages about what is opened with it have this number. */
  number(): number {
    return ++this.numbers;
  }

  /** Called when the session has opened a request. Returns which of its texts are foreign, and how it enters the history. */
  arrive(opened: Opened): Readonly<Origin> & { entry: Entry } {
    const { open, origin, base: known, entry } = this.answered(opened.edition) ?? { ...this.wish, entry: "same" };
    const base = open.listing == null ? opened.listing : known;
    this.texts = opened.texts;
    const { seed, hash, trusted } = opened;
    // A port that did not come with the request was generated from the listing, and is as foreign.
    const port = !trusted && (open.port != null ? origin.port : origin.listing);
    // The reader's own text needs no question: its port is accepted.
    const consent = port || trusted ? open.consent : hash;
    this.opened = { open: { ...open, seed, consent }, origin, base };
    if (!this.waits) {
      Object.assign(this.open, { seed, consent });
      this.base = base;
    }
    return { listing: origin.listing, port, entry };
  }

  /** Whether the open program's port came with its request, and was not written of its listing. */
  get portGiven(): boolean {
    return this.opened?.open.port != null;
  }

  /** Removes the request of that edition and all before it, and returns it; undefined if there is none. */
  private answered(edition: number): (Wish & { entry: Entry }) | undefined {
    const at = this.wishes.findIndex((each) => each.open.edition === edition);
    return this.wishes.splice(0, at + 1).pop();
  }

  /** Called when a request has failed. If it was the last one, what was open stays open: returns true. */
  refuse(edition: number): boolean {
    if (!this.answered(edition) || this.waits) return false;
    this.panes.keep();
    if (this.opened) {
      // with the texts that the reader has written since, as he still sees them
      this.wish = this.opened;
      this.take(this.rewritten);
    } else if (this.tries) this.follow(null);
    this.tries = false;
    return this.opened !== null;
  }

  /** Whether a request is neither opened nor refused. */
  get waits(): boolean {
    return this.wishes.length > 0;
  }

  /** Whether the session is gone, so that nothing can be opened. */
  get gone(): boolean {
    return this.place().state === "gone";
  }

  choose(program: string, sizes: Record<string, SizeValue>): void {
    this.origin = { ...HERE };
    this.again({ program, name: "", listing: null, port: null, sizes, moment: 0, consent: "", log: NOTHING, paced: true }, true, SIDES, "behind");
  }

  /** Opens a listing of the reader's own, pasted or from a file: it belongs to no program, and its port is generated. */
  openOwn(listing: string, name: string, goesOn = true): void {
    // An empty listing need not stay in the history.
    const entry = this.open.name && !this.open.listing ? "instead" : "behind";
    this.origin = { ...HERE };
    this.base = listing;
    this.again({ program: "", name, listing, port: null, sizes: {}, moment: 0, consent: "", log: NOTHING, writes_port: false, paced: true }, goesOn, SIDES, entry);
    this.panes.showBrought(listing);
  }

  /** Whether a pasted listing is another program, and not a version of the one `before`. */
  isAnother(listing: string, before: string): boolean {
    const known = new Set([...linesOf(before), ...linesOf(this.base)]);
    const lines = linesOf(listing);
    return lines.filter((each) => known.has(each)).length < Math.max(1, lines.length * VERSION);
  }

  /** Stores the edited program, so that it can be brought back. */
  putAside(): void {
    this.left = this.wish;
    byId("aside").hidden = false;
  }

  /** Opens again what was put aside; `keeps` puts the open program aside in its place. */
  bringBack(keeps: boolean): void {
    const { left } = this;
    if (!left) return;
    this.left = null;
    byId("aside").hidden = true;
    if (keeps) this.putAside();
    this.wish = left;
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

  /** Opens the run that a lesson is about, with the unedited texts. */
  teach(lesson: { seed: number; sizes: Record<string, SizeValue>; log: string }): void {
    this.origin = { ...HERE };
    this.again({ seed: lesson.seed, sizes: lesson.sizes, listing: null, port: null, moment: 0, consent: "", log: lesson.log }, false, SIDES);
  }

  /** Opens the game of a log: of a program as it is, or of what is open. */
  play({ program, seed, sizes, log }: GameRead): void {
    const another = program === null ? {} : { program, name: "", listing: null, port: null, consent: "" };
    if (program !== null) this.origin = { ...HERE };
    this.again({ ...another, ...(seed !== null && { seed }), sizes, log, moment: 0, paced: true }, true, program === null ? [] : SIDES, program === null ? "same" : "behind");
  }

  /** Opens another run of the program at a moment, with the same input of the player. */
  goTo(seed: number, moment: number): void {
    this.again({ seed, moment }, false);
  }

  /** Called when the reader has accepted the port of that hash: it and his edits of it are no longer foreign. */
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

  /** Runs the texts as they are written now, from the start. */
  run(): void {
    this.again({ moment: 0, log: NOTHING, holds: true, ...this.pending }, true);
  }

  /** Called while a number of the listing (`sizes` null) or a size is dragged: shows the run at the moment where it was. */
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

  /** Called when the run has arrived: the next dragged number may be requested. */
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

  /** Stores the player's input; returns whether it is new. */
  keep(log: string): boolean {
    // It does not belong to the run that has been requested.
    if (this.waits || log === (this.open.log ?? NOTHING)) return false;
    this.open.log = log;
    return true;
  }

  /** What a link has to contain: of the reader's own files the texts, because nobody else has them. */
  get shared(): Open {
    const { open, panes } = this;
    // The port of the reader's own listing is generated wherever it is opened.
    if (open.program || open.name) return open;
    return { ...open, listing: open.listing ?? panes.listing.text, port: open.port ?? (panes.port.text || null) };
  }

  /** Whether a text would be lost: it is in none of these, and the studio was not started with it. */
  loses(kept: (Open | null)[]): boolean {
    return SIDES.some((side) => this.open[side] && ![this.first, ...kept].some((each) => each?.[side] === this.open[side]));
  }

  /** Shows what the listing is, and which texts can be restored. */
  showNotes(technique: string): void {
    if (this.changed("listing")) setWords(byId("listing-note"), "edited");
    else setPythonWords(byId("listing-note"), technique);
    for (const side of SIDES) byId(`${side}-restore`).hidden = !this.changed(side) || !this.restorable(side);
  }

  /** Whether a text has been edited. */
  private changed(side: Side): boolean {
    const { open } = this;
    return open[side] != null && !(side === "listing" && open.name && open.listing === this.base);
  }

  /** Whether an edit is played at once: if the run goes on, is about to begin, or has ended. */
  private get plays(): boolean {
    return (this.waits && this.goesOn) || this.runs() || this.place().state === "ended";
  }

  /** Whether there is an original text to go back to: a text that came only by a link has none. */
  private restorable(side: Side): boolean {
    if (this.open.name) return side === "port" || this.base !== "";
    return Boolean(this.open.program) || this.ownFiles;
  }

  /** Takes over the editors' texts; they are foreign if they are there. */
  private take(written: Partial<Open>): void {
    Object.assign(this.open, written);
    for (const side of SIDES) if (written[side] != null) this.origin[side] = this.panes.foreign[side];
  }

  /** The texts that the reader has written and that are not open. */
  private get rewritten(): Partial<Open> {
    return Object.assign({}, ...SIDES.filter((side) => this.panes.written(side)).map((side) => this.written(side)));
  }

  private get wish(): Wish {
    return { open: { ...this.open }, origin: { ...this.origin }, base: this.base };
  }

  private set wish({ open, origin, base }: Wish) {
    Object.assign(this, { open: { ...open }, origin: { ...origin }, base });
  }

  /** The changes for an edit of one side: another port keeps the run's moment, unless the listing has just been edited; another listing starts another run. */
  private changesBy(side: Side): Partial<Open> {
    if (side === "listing") return { moment: 0, log: NOTHING };
    return this.pending ?? { moment: this.moment };
  }

  /** The text of a side for a request. An edited listing has its sizes in the text; so has then the port. */
  private written(side: Side): Partial<Open> {
    if (side === "port" || !Object.keys(this.open.sizes ?? {}).length) return { [side]: this.panes[side].text };
    return { listing: this.panes.listing.text, port: this.panes.port.text, sizes: {} };
  }
}

/** The lines by which a listing is recognized. */
function linesOf(listing: string): string[] {
  return listing.split("\n").map((each) => each.trim()).filter((each) => each.length >= TELLING);
}

// ---- the name of what is open: in the list of programs, over the texts, and as the page's title

/** Values of the list for a new listing of the reader's own, and for the open one. */
export const NEW = "+new";
const BROUGHT = "+brought";

export class Heading {
  private readonly choice = byId<HTMLSelectElement>("program");
  private readonly brought = create("option", { value: BROUGHT });
  private programs: OfferedProgram[] = [];

  constructor(private readonly opening: Opening) {}

  /** Fills the list of programs; the reader's own files are in it, texts from a link are not. */
  offer(programs: OfferedProgram[], ownFiles: boolean): void {
    this.programs = programs;
    const own = create("option", { value: "", hidden: !ownFiles });
    this.choice.replaceChildren(create("option", { value: NEW }), own, ...programs.map((each) => create("option", { value: each.name })));
    this.rewrite(null);
  }

  /** The sizes that are set when a program is opened; none for most. */
  sizesOf(program: string): Record<string, SizeValue> {
    return this.programs.find((each) => each.name === program)?.sizes ?? {};
  }

  /** Writes all names in the page's language. */
  rewrite(opened: Opened | null): void {
    for (const option of this.choice.options) {
      if (option === this.brought) continue;
      const program = this.programs.find((each) => each.name === option.value);
      option.textContent = program ? translated(program.title) : t(option.value === NEW ? "newListing" : "ownFiles");
      option.title = translated(program?.technique ?? "");
    }
    if (opened) this.show(opened);
  }

  show(opened: Opened): void {
    this.brought.textContent = opened.name;
    if (opened.name) this.choice.options[0]?.after(this.brought);
    else this.brought.remove();
    this.choice.value = opened.name ? BROUGHT : opened.program;
    byId("open-listing").hidden = Boolean(opened.program);
    document.title = `${translated(opened.title)} · retromaze studio`;
    const technique = this.programs.find((each) => each.name === opened.program)?.technique;
    this.opening.showNotes(technique ?? opened.title);
  }
}
