// The proof that listing and port are equal: requested, repeated after new input of the player, and its verdict.
import type { Channel } from "./channel";
import { byId, clamp, context } from "./elements";
import type { EventsView } from "./events";
import type { Open, Proof, ProvedDifference } from "./messages";
import type { Opening } from "./open_program";
import { type Panes, SIDES } from "./panes";
import { pixelsOf, WIDTHS } from "./pixels";
import { wholeOf } from "./seed_and_sizes";
import type { Timeline } from "./timeline";
import { t, translated } from "./translation";

const BLINK = 600;

class ProofView {
  private readonly verdict = byId("verdict");
  private pictures: [ImageData, ImageData] | null = null;
  private turn = 0;
  private checking = false;
  proof: Proof | null = null;

  constructor() {
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    setInterval(() => {
      if (this.pictures && !still.matches && byId("both").offsetParent) this.blink();
    }, BLINK);
    // For readers who want no motion a click exchanges the pictures.
    byId("both").addEventListener("click", () => this.blink());
  }

  /** Removes the verdict: another proof has been requested (`checking`), or there is none of the texts in the editors. */
  clear(checking: boolean): void {
    this.proof = this.pictures = null;
    this.checking = checking;
    delete this.verdict.dataset.texts;
    byId("proof-words").textContent = "";
    byId("difference").hidden = true;
    this.rewrite();
  }

  show(proof: Proof): void {
    this.proof = proof;
    this.verdict.dataset.state = proof.state;
    this.verdict.dataset.texts = proof.texts;
    this.verdict.textContent = short(proof);
    byId("proof-words").textContent = long(proof);
    byId("difference").hidden = !proof.difference;
    this.pictures = null;
    if (proof.difference) this.showDifference(proof.difference);
  }

  rewrite(): void {
    if (this.proof) return this.show(this.proof);
    this.verdict.textContent = t(this.checking ? "checking" : "noProof");
    this.verdict.dataset.state = this.checking ? "running" : "none";
  }

  private showDifference(difference: ProvedDifference): void {
    byId("sentence").textContent = translated(difference.sentence);
    byId("to-listing-line").textContent = `${t("listing")}: ${t("line")} ${difference.listing_line}`;
    byId("to-port-line").textContent = `${t("port")}: ${t("line")} ${difference.port_line}`;
    const listing = pixelsOf(difference.listing_picture, WIDTHS[0]);
    const port = pixelsOf(difference.port_picture, WIDTHS[0]);
    this.pictures = [listing, port];
    // The pictures are twice as high if both screens are used.
    for (const id of ["both", "theirs", "ours"]) byId<HTMLCanvasElement>(id).height = listing.height;
    context(byId<HTMLCanvasElement>("theirs")).putImageData(listing, 0, 0);
    context(byId<HTMLCanvasElement>("ours")).putImageData(port, 0, 0);
    this.blink();
  }

  private blink(): void {
    const picture = this.pictures?.[this.turn];
    this.turn = 1 - this.turn;
    if (picture) context(byId<HTMLCanvasElement>("both")).putImageData(picture, 0, 0);
  }
}

function short(proof: Proof): string {
  const { state, done, seeds, error, percent, outcomes } = proof;
  if (state === "none") return t("noProof");
  // The reader counts events from 1.
  if (state === "different") return t("differsAt", { event: (proof.difference?.moment ?? 0) + 1 });
  if (state === "running") return t("proving", { done, seeds });
  if (state === "thin") return t(seeds === 1 ? "thinOnOne" : "thinOn", { seeds, percent, outcomes });
  return [t(seeds === 1 ? "equalOnOne" : "equalOn", { seeds }), error && t("bothStop")].filter(Boolean).join(" · ");
}

function long(proof: Proof): string {
  const { state, words, error, line, events, percent, outcomes, texts } = proof;
  // in a narrow window the short verdict is cut off
  const equal = state === "equal" && !error ? short(proof) : "";
  const thin = state === "thin" ? t("thinProof", { percent, outcomes }) : "";
  const stops = error ? t("bothStopBy", { error, line }) : "";
  const compared = [events && t("eventsCompared", { events }), texts && t("textsCompared", { texts: texts.slice(0, 8) })];
  return [equal, translated(words), thin, stops, ...compared].filter(Boolean).join(" · ");
}

// ---- the proof of what is open: requested, repeated after new input of the player, and shown at both texts

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
    private readonly prover: Channel,
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
