// Requests pictures of moments, one at a time; of waiting requests only the newest is kept. A settled moment is requested at once.
import type { ToPython } from "./messages";

const PATIENCE = 2000;

export class SeekQueue {
  /** Whether a requested picture has not arrived. */
  private asked = false;
  private next: number | null = null;
  private timer = 0;

  constructor(private readonly send: (message: ToPython) => void) {}

  go(moment: number, settled: boolean): void {
    if (this.asked && !settled) {
      this.next = moment;
      return;
    }
    this.next = null;
    this.ask(moment, settled);
  }

  /** Called when the session has reported its place. */
  answered(): void {
    clearTimeout(this.timer);
    this.asked = false;
    const next = this.next;
    this.next = null;
    if (next !== null) this.ask(next, false);
  }

  private ask(moment: number, settled: boolean): void {
    clearTimeout(this.timer);
    // A new request does not wait for a run that is on its way to a settled moment.
    this.asked = !settled;
    this.send({ type: "Go", moment, settled });
    // A request that is never answered does not block the next one for ever.
    this.timer = window.setTimeout(() => this.answered(), PATIENCE);
  }
}
