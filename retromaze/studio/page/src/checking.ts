// The proof of what is open: asked for, kept up with what the player does, and shown at both texts.
import type { EventsView } from "./events";
import type { Open, Proof, ProvedDifference } from "./messages";
import type { Opening } from "./opening";
import { ProofView } from "./proof";
import type { Panes } from "./panes";
import type { Timeline } from "./timeline";
import type { Wire } from "./wire";
import { t } from "./words";

const REST = 2000;

export class Checking {
  /** The events of the run, as the prover has counted them. */
  expected = 0;
  private readonly view = new ProofView();
  private timer = 0;
  /** What the player did has not been proved. */
  private owed = false;
  /** The number of what the prover was asked to prove last; 0 while none of its words is wanted. */
  private edition = 0;
  private gone = false;

  constructor(
    private readonly prover: Wire,
    private readonly opening: Opening,
    private readonly panes: Panes,
    private readonly timeline: Timeline,
    private readonly events: EventsView,
  ) {
    prover.onclose = () => {
      this.gone = true;
      this.showGone();
    };
  }

  get difference(): ProvedDifference | null {
    return this.view.proof?.difference ?? null;
  }

  /** Whether the port has yet to run what the listing has: then its lines are still to come. */
  get follows(): boolean {
    return this.owed || (this.edition > 0 && !this.view.proof);
  }

  /** What is open is proved, and nothing else any more. */
  begin(): void {
    this.leave();
    if (this.opening.waits || this.panes.edited) return;
    this.owed = false;
    this.edition = this.opening.number();
    this.prover.send({ ...this.opening.open, moment: 0, edition: this.edition, texts: this.opening.texts });
    if (this.gone) this.showGone();
  }

  /** What is open is no longer what is seen: nothing that was proved of it is shown. */
  leave(): void {
    clearTimeout(this.timer);
    this.edition = 0;
    this.view.begin();
    this.mark();
  }

  /** What was to be opened is not to be had: what is open is proved again, if it is what is seen. */
  goBack(): void {
    this.begin();
    if (this.panes.edited) this.view.rest();
  }

  /** Whether a message is about what is proved now. */
  wants(message: { edition: number }): boolean {
    return message.edition === this.edition;
  }

  /** What the player did is in the links at once; the prover checks it once he rests. */
  keep(log: string): void {
    if (!this.opening.keep(log)) return;
    this.owed = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.owed && this.begin(), REST);
  }

  /** The port's variables at a moment are asked for, if it can come so far. */
  askForValues(moment: number): void {
    if (moment > 0 && moment <= this.panes.track.length) this.prover.send({ type: "PortState", moment });
  }

  /** Whether a port answers an exercise: ports run in the prover alone. */
  judge(step: number, port: string, language: "en" | "ja"): void {
    this.prover.send({ type: "JudgeAnswer", step, listing: port, language });
  }

  /** Where another run differs from that of what is open is asked for. */
  compareWith(other: Open): void {
    // Within another message it needs no type.
    const { type: _, ...rest } = other;
    this.prover.send({ type: "CompareRuns", other: rest });
  }

  check(seeds: number): void {
    this.prover.send({ type: "Check", seeds });
  }

  show(proof: Proof): void {
    this.view.show(proof);
    this.mark();
    if (proof.done === 1) this.expected = proof.events;
  }

  /** Its moment in the run that is open, which `go` finds, or in one from the seed that has shown it. */
  goToDifference(go: (moment: number) => void): void {
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
    this.timeline.setDifference(here);
    this.panes.markDifference(difference);
    this.events.difference = here;
    this.events.repaint();
  }
}
