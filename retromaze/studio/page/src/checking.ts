// The proof of what is open: requested, repeated after new input of the player, and shown at both texts.
import type { EventsView } from "./events";
import type { Open, Proof, ProvedDifference } from "./messages";
import type { Opening } from "./opening";
import { ProofView } from "./proof";
import { wholeOf } from "./seed_and_sizes";
import { byId, clamp } from "./elements";
import { SIDES, type Panes } from "./panes";
import type { Timeline } from "./timeline";
import type { Wire } from "./wire";
import { t } from "./words";

const REST = 2000;
const SEEDS = 20;

export class Checking {
  /** The number of the run's events, as the prover has counted them. */
  expected = 0;
  private readonly view = new ProofView();
  private timer = 0;
  /** Whether the player's newest input has not been proved. */
  private owed = false;
  /** The edition of the last request to the prover; 0 while its messages are ignored. */
  private edition = 0;
  private gone = false;

  constructor(
    private readonly prover: Wire,
    private readonly opening: Opening,
    private readonly panes: Panes,
    private readonly timeline: Timeline,
    private readonly events: EventsView,
    onGo: (moment: number) => void,
  ) {
    prover.onclose = () => {
      this.gone = true;
      this.showGone();
    };
    byId("check").onclick = () => this.prover.send({ type: "Check", seeds: seedsToCheck() });
    byId("to-difference").onclick = () => this.goToDifference(onGo);
    for (const side of SIDES) byId(`to-${side}-line`).onclick = () => this.panes.showDifference(this.difference, [side]);
  }

  private get difference(): ProvedDifference | null {
    return this.view.proof?.difference ?? null;
  }

  /** Whether the port has not yet repeated the listing's run, so that its lines are still to arrive. */
  get follows(): boolean {
    return this.owed || (this.edition > 0 && !this.view.proof);
  }

  /** Requests a proof of what is open, unless a text was edited. */
  begin(): void {
    this.leave();
    if (this.opening.waits || this.panes.edited) return;
    this.owed = false;
    this.edition = this.opening.number();
    this.prover.send({ ...this.opening.open, moment: 0, edition: this.edition, texts: this.opening.texts });
    if (this.gone) this.showGone();
  }

  /** Removes the verdict, because the texts in the editors are no longer the open ones. */
  leave(): void {
    clearTimeout(this.timer);
    this.edition = 0;
    this.view.clear(true);
    this.mark();
  }

  /** Called when a request to open something has failed: requests the proof of what is open again. */
  goBack(): void {
    this.begin();
    if (this.panes.edited) this.view.clear(false);
  }

  /** Whether a message is about the present request. */
  wants(message: { edition: number }): boolean {
    return message.edition === this.edition;
  }

  /** Stores the player's input for links at once; it is proved once he rests. */
  keep(log: string): void {
    if (!this.opening.keep(log)) return;
    this.owed = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.owed && this.begin(), REST);
  }

  /** Requests the port's variables at a moment, if the port's run reaches it. */
  askForValues(moment: number): void {
    if (moment > 0 && moment <= this.panes.track.length) this.prover.send({ type: "PortState", moment });
  }

  /** Requests the verdict on a port as the answer to an exercise: only the prover runs ports. */
  judge(step: number, port: string, language: "en" | "ja"): void {
    this.prover.send({ type: "JudgeAnswer", step, listing: port, language });
  }

  /** Requests the first difference between the open run and another one. */
  compareWith(other: Open): void {
    // As part of another message it has no type.
    const { type: _, ...rest } = other;
    this.prover.send({ type: "CompareRuns", other: rest });
  }

  show(proof: Proof): void {
    this.view.show(proof);
    this.mark();
    if (proof.done === 1) this.expected = proof.events;
  }

  /** Goes to the difference: by `go` in the open run, or by opening the run with the seed that has it. */
  private goToDifference(go: (moment: number) => void): void {
    const { difference } = this;
    if (!difference) return;
    const { seed, moment } = difference;
    if (seed === this.opening.open.seed) go(moment);
    else this.opening.goTo(seed, moment);
    this.panes.showDifference(difference);
  }

  rewrite(): void {
    this.view.rewrite();
  }

  private showGone(): void {
    this.show({ type: "Proof", state: "none", done: 0, seeds: 0, events: 0, words: t("proverGone"), difference: null, error: "", line: 0, percent: 0, outcomes: 0, texts: "", edition: this.edition });
  }

  private mark(): void {
    const { difference } = this;
    const here = difference && difference.seed === this.opening.open.seed ? difference.moment : -1;
    this.timeline.flag("difference", here);
    this.panes.markDifference(difference);
    this.events.difference = here;
    this.events.repaint();
  }
}

/** The number of seeds in the field, whole and within its limits. */
function seedsToCheck(): number {
  const field = byId<HTMLInputElement>("seeds");
  const seeds = clamp(wholeOf(field, SEEDS), 1, Number(field.max));
  field.value = String(seeds);
  return seeds;
}
