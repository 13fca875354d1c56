// What the reader takes away: the picture, a span of the timeline as an animation, a link, a log.
import { applyPalette, GIFEncoder, quantize } from "gifenc";
import { LONGEST } from "./limits";
import type { Machine } from "./screens";
import type { ToPython } from "./messages";
import { byId, chooseFiles, clamp, context, create, saveAs } from "./elements";
import { wholeOf } from "./seed_and_sizes";
import { notify } from "./notices";
import type { Timeline } from "./timeline";
import { number, t } from "./translation";

/** The most bytes of a log: in a message it has more, as characters are escaped. */
const LONGEST_LOG = LONGEST / 2;

export interface Source {
  name(): string;
  moment(): number;
  link(): string;
  /** Shows a moment; the promise resolves once its picture is there. */
  showMoment(moment: number, settled: boolean): Promise<void>;
}

export class Share {
  /** The number of the animation that is being made; 0 for none. */
  private making = 0;
  private made = 0;
  private marks: { a: number | null; b: number | null } = { a: null, b: null };

  constructor(
    private readonly source: Source,
    private readonly machine: Machine,
    private readonly timeline: Timeline,
    private readonly send: (message: ToPython) => void,
  ) {
    byId("copy-link").onclick = () => void this.copyLink();
    byId("save-png").onclick = () => composed(machine).toBlob((blob) => blob && saveAs(`${source.name()}.png`, blob));
    byId("save-gif").onclick = () => void this.saveGif();
    byId("save-game").onclick = () => this.send({ type: "SaveGame" });
    chooseFiles("open-game", "game-file", (file) => void this.openGame(file));
    byId("mark-a").onclick = () => this.mark("a");
    byId("mark-b").onclick = () => this.mark("b");
    byId<HTMLButtonElement>("copy-link").disabled = true;
    this.showSpan();
  }

  /** Called when another program or run is open; a link can be copied from then on. */
  clear(): void {
    byId<HTMLButtonElement>("copy-link").disabled = false;
    this.marks = { a: null, b: null };
    this.showSpan();
  }

  /** Cancels an animation, because another run was requested. */
  giveUp(): void {
    if (this.making) notify(t("gifGivenUp"));
    this.making = 0;
  }

  private mark(which: "a" | "b"): void {
    this.marks[which] = this.source.moment();
    this.showSpan();
  }

  private showSpan(): void {
    const { a, b } = this.marks;
    this.timeline.span = a === null || b === null ? null : [Math.min(a, b), Math.max(a, b)];
    byId("span").textContent = [a, b].map((each) => (each === null ? "…" : number(each))).join(" – ");
    byId<HTMLButtonElement>("save-gif").disabled = this.making > 0 || !this.timeline.span || this.timeline.span[0] === this.timeline.span[1];
    this.timeline.repaint();
  }

  /** Copies the link, and shows it: not every browser lets a page write to the clipboard. */
  private async copyLink(): Promise<void> {
    const field = byId<HTMLInputElement>("link");
    field.value = this.source.link();
    field.hidden = false;
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      notify(t("copied"));
    } catch {
      field.focus();
    }
  }

  /** Saves the log that was requested. */
  keepGame(text: string): void {
    saveAs(`${this.source.name()}.log`, new Blob([text], { type: "text/plain" }));
  }

  private async openGame(file: File): Promise<void> {
    if (file.size > LONGEST_LOG) notify(t("longLog"));
    else this.send({ type: "ReadGame", name: file.name, text: await file.text() });
  }

  private async saveGif(): Promise<void> {
    const span = this.timeline.span;
    if (!span || this.making) return;
    const before = this.source.moment();
    const making = (this.making = ++this.made);
    this.showMaking(true);
    try {
      const bytes = await this.encode(span, () => this.making === making);
      if (!bytes) return;
      await this.source.showMoment(before, true);
      saveAs(`${this.source.name()}.gif`, new Blob([bytes], { type: "image/gif" }));
    } finally {
      if (this.making === making) this.making = 0;
      if (!this.making) this.showMaking(false);
    }
  }

  private showMaking(makes: boolean): void {
    const progress = byId<HTMLProgressElement>("gif-progress");
    progress.hidden = !makes;
    progress.value = 0;
    this.showSpan();
  }

  /** Returns the animation's bytes; null if it is no longer `wanted`. */
  private async encode([from, to]: [number, number], wanted: () => boolean): Promise<Uint8Array<ArrayBuffer> | null> {
    const count = clamp(wholeOf(byId("gif-frames"), 90), 2, to - from + 1);
    const delay = (1000 * wholeOf(byId("gif-seconds"), 6)) / count;
    const encoder = GIFEncoder();
    // first as a place of the run: a run that is on its way elsewhere would show its pictures in between
    await this.source.showMoment(from, true);
    for (let index = 0; index < count && wanted(); index++) {
      await this.source.showMoment(Math.round(from + ((to - from) * index) / (count - 1)), false);
      const canvas = composed(this.machine);
      const { data, width, height } = context(canvas).getImageData(0, 0, canvas.width, canvas.height);
      const palette = quantize(data, 256);
      encoder.writeFrame(applyPalette(data, palette), width, height, { palette, delay });
      byId<HTMLProgressElement>("gif-progress").value = (index + 1) / count;
    }
    if (!wanted()) return null;
    encoder.finish();
    return encoder.bytes();
  }
}

/** The used screens, one below the other. */
function composed(machine: Machine): HTMLCanvasElement {
  const { upper, lower } = machine;
  const canvas = create("canvas", { width: upper.width, height: upper.height + (machine.usesLower ? lower.height : 0) });
  const pen = context(canvas);
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(upper, 0, 0);
  if (machine.usesLower) pen.drawImage(lower, (upper.width - lower.width) / 2, upper.height);
  return canvas;
}
