// What is open, and how the reader changes it: another program, seed or size, or a text of his own.
import type { At, Log, Open, SizeValue } from "./messages";
import { byId } from "./page";
import { SIDES, type Side, type Sides } from "./sides";
import { t } from "./words";

const EDIT_REST = 600;
const NOTHING: Log = { buttons: [], pad: [], second_pad: [], stylus: [], keys: [], answers: [] };

export class Opening {
  open: Open = { type: "Open" };
  /** What the studio was begun with. */
  private first: Open = this.open;
  private ownFiles = false;
  /** Whether what is asked for is a link's, and nothing has been open before. */
  private tries = false;
  /** What the session has opened last. */
  private opened: Open | null = null;
  /** What it has been asked for since, and has neither opened nor refused. */
  private wishes: Open[] = [];
  private editTimer = 0;

  /** `runs` tells whether the run goes on; `onOpen` is told what is to be opened, and whether that plays on. */
  constructor(
    private readonly sides: Sides,
    private readonly stands: () => At,
    private readonly runs: () => boolean,
    private readonly onOpen: (open: Open, goesOn: boolean) => void,
  ) {}

  /** What the page shows at first, by its link or without one; files of the reader's own can be gone back to. */
  begin(first: Open, link: Open | null): void {
    this.first = first;
    this.ownFiles = !first.program;
    this.tries = link !== null;
    this.follow(link);
  }

  /** Opens what a link says; without one what the studio was begun with. */
  follow(link: Open | null): void {
    const open = link ?? this.first;
    this.open = open;
    this.again({}, !link?.moment, SIDES);
  }

  /** Opens what is open again, with changes; it plays on from its start where it was played. `another` texts come new. */
  again(changes: Partial<Open>, goesOn = this.plays, another: readonly Side[] = []): void {
    clearTimeout(this.editTimer);
    const open = { ...this.open, ...changes };
    this.open = { ...open, moment: 0 };
    this.wishes.push({ ...this.open });
    this.sides.expect(another);
    this.onOpen(open, goesOn);
  }

  /** The session has opened what it was asked for first. */
  arrive(seed: number): void {
    this.opened = { ...(this.wishes.shift() ?? this.open), seed };
    if (!this.waits) this.open.seed = seed;
  }

  /** The session cannot do something; if that is to open what was wanted, then what was open still is. */
  refuse(): boolean {
    if (!this.wishes.shift() || this.waits) return false;
    this.sides.keep();
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
    return this.stands().state === "gone";
  }

  choose(program: string): void {
    // The texts of another program go, whatever was written into them.
    this.again({ program, listing: null, port: null, sizes: {}, moment: 0, trusted: true, log: NOTHING }, true, SIDES);
  }

  setSeed(seed: number): void {
    this.again({ seed, moment: 0, log: NOTHING });
  }

  setSizes(sizes: Record<string, SizeValue>): void {
    this.again({ sizes, moment: 0, log: NOTHING });
  }

  /** Another run of what is open at one of its moments; the player does what he did. */
  goTo(seed: number, moment: number): void {
    this.again({ seed, moment }, false);
  }

  trust(): void {
    this.again({ trusted: true, moment: this.stands().moment }, false);
  }

  edited(side: Side): void {
    clearTimeout(this.editTimer);
    byId(`${side}-note`).textContent = t("edited");
    const changes = this.changesBy(side);
    Object.assign(this.open, this.written(side));
    this.editTimer = window.setTimeout(() => this.again(changes), EDIT_REST);
  }

  /** The program's own port is none that came from elsewhere. */
  restore(side: Side): void {
    const trust = side === "port" ? { trusted: true } : {};
    this.again({ [side]: null, ...trust, ...this.changesBy(side) }, undefined, [side]);
  }

  /** What the player did belongs to the run; tells whether it is news. */
  keep(log: Log): boolean {
    // It is none of the run that is to come.
    if (this.waits || JSON.stringify(log) === JSON.stringify(this.open.log ?? NOTHING)) return false;
    this.open.log = log;
    return true;
  }

  /** What a link has to say: of the reader's own files the texts, for nobody else has them. */
  get shared(): Open {
    const { open, sides } = this;
    if (open.program) return open;
    return { ...open, listing: open.listing ?? sides.listing.text, port: open.port ?? (sides.port.text || null) };
  }

  /** Whether there is a text that is in none of these, and not what the studio was begun with. */
  loses(kept: (Open | null)[]): boolean {
    return SIDES.some((side) => this.open[side] != null && ![this.first, ...kept].some((each) => each?.[side] === this.open[side]));
  }

  /** What the listing is, and which texts can be had as they were. */
  tell(technique: string): void {
    byId("listing-note").textContent = this.open.listing == null ? technique : t("edited");
    for (const side of SIDES) byId(`${side}-restore`).hidden = this.open[side] == null || !this.restorable;
  }

  /** A run that has ended is played again by an edit, like one that is under way. */
  private get plays(): boolean {
    return this.runs() || this.stands().state === "ended";
  }

  /** Texts that came by a link alone have nothing they could go back to. */
  private get restorable(): boolean {
    return Boolean(this.open.program) || this.ownFiles;
  }

  /** What the reader has written stays, for he sees it still. */
  private putBack(opened: Open): void {
    this.open = { ...opened };
    for (const side of SIDES) if (this.sides.written(side)) Object.assign(this.open, this.written(side));
  }

  /** Another port leaves the run as it is; another listing makes another run. */
  private changesBy(side: Side): Partial<Open> {
    return side === "port" ? { moment: this.stands().moment } : { moment: 0, log: NOTHING };
  }

  /** An edited listing says its numbers itself; so does then the port, which has been given the same. */
  private written(side: Side): Partial<Open> {
    if (side === "port" || !Object.keys(this.open.sizes ?? {}).length) return { [side]: this.sides[side].text };
    return { listing: this.sides.listing.text, port: this.sides.port.text, sizes: {} };
  }
}
