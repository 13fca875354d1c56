// Asks for moments: one unanswered question at a time, and of those that wait only the newest.
import type { ToPython } from "./messages";

const PATIENCE = 2000;

export class SeekQueue {
  private asked = false;
  private next: { moment: number; settled: boolean } | null = null;
  private timer = 0;

  constructor(private readonly send: (message: ToPython) => void) {}

  go(moment: number, settled: boolean): void {
    if (this.asked && !settled) {
      this.next = { moment, settled };
      return;
    }
    this.next = null;
    this.ask(moment, settled);
  }

  /** The session has said where it stands. */
  answered(): void {
    clearTimeout(this.timer);
    this.asked = false;
    const next = this.next;
    this.next = null;
    if (next) this.ask(next.moment, next.settled);
  }

  private ask(moment: number, settled: boolean): void {
    clearTimeout(this.timer);
    this.asked = true;
    this.send({ type: "Go", moment, settled });
    // A session that has nothing to say of it does not stop the hand for ever.
    this.timer = window.setTimeout(() => this.answered(), PATIENCE);
  }
}
