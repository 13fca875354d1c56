// What is open, and how the reader changes it: another program, seed or size, or a text of his own.
import type { At, Log, Open, SizeValue } from "./messages";
import { byId } from "./page";
import { SIDES, type Side, type Sides } from "./sides";
import { t } from "./words";

const EDIT_REST = 600;
export const NOTHING: Log = { buttons: [], pad: [], second_pad: [], stylus: [], keys: [], answers: [] };

export class Opening {
  open: Open = { type: "Open" };
  private ownFiles = false;
  private editTimer = 0;

  /** `onOpen` is told what is to be opened, and whether it plays on. */
  constructor(
    private readonly sides: Sides,
    private readonly stands: () => At,
    private readonly onOpen: (open: Open, goesOn: boolean) => void,
  ) {}

  /** What the page shows at first; files of the reader's own can be gone back to. */
  begin(open: Open, ownFiles: boolean, goesOn: boolean): void {
    this.open = open;
    this.ownFiles = ownFiles;
    this.again({}, goesOn);
  }

  /** Opens what is open again, with changes; it plays on from its start where it was played. */
  again(changes: Partial<Open>, goesOn = this.played): void {
    clearTimeout(this.editTimer);
    const open = { ...this.open, ...changes };
    this.open = { ...open, moment: 0 };
    this.sides.expect();
    this.onOpen(open, goesOn);
  }

  choose(program: string): void {
    // The texts of another program go, whatever was written into them.
    this.again({ program, listing: null, port: null, sizes: {}, moment: 0, trusted: true, log: NOTHING }, true);
  }

  setSeed(seed: number): void {
    this.again({ seed, moment: 0, log: NOTHING });
  }

  setSizes(sizes: Record<string, SizeValue>): void {
    this.again({ sizes, moment: 0, log: NOTHING });
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

  restore(side: Side): void {
    this.again({ [side]: null, ...this.changesBy(side) });
  }

  /** What the player did belongs to the run; tells whether it is news. */
  keep(log: Log): boolean {
    if (JSON.stringify(log) === JSON.stringify(this.open.log ?? NOTHING)) return false;
    this.open.log = log;
    return true;
  }

  /** What the listing is, and which texts can be had as they were. */
  tell(technique: string): void {
    byId("listing-note").textContent = this.open.listing == null ? technique : t("edited");
    for (const side of SIDES) byId(`${side}-restore`).hidden = this.open[side] == null || !this.restorable;
  }

  private get played(): boolean {
    const { state } = this.stands();
    return state === "running" || state === "ended";
  }

  /** Texts that came by a link alone have nothing they could go back to. */
  private get restorable(): boolean {
    return Boolean(this.open.program) || this.ownFiles;
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
