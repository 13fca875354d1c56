// Shows the verdict: the progress of the check, or the first difference with both lines and both pictures.
import type { Proof, ProvedDifference } from "./messages";
import { byId, context } from "./elements";
import { pixelsOf, WIDTHS } from "./pixels";
import { t, translated } from "./words";

const BLINK = 600;

export class ProofView {
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
