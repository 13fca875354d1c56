// Asks for pictures of moments, one unanswered question at a time, and of those that wait only the newest; a run goes there at once.
import type { ToPython } from "./messages";

const PATIENCE = 2000;

export class SeekQueue {
  /** Whether a picture is asked for that has not come. */
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

  /** The session has said where it stands. */
  answered(): void {
    clearTimeout(this.timer);
    this.asked = false;
    const next = this.next;
    this.next = null;
    if (next !== null) this.ask(next, false);
  }

  private ask(moment: number, settled: boolean): void {
    clearTimeout(this.timer);
    // Whoever moves on does not wait for a run that is on its way.
    this.asked = !settled;
    this.send({ type: "Go", moment, settled });
    // A session that has nothing to say of it does not stop the hand for ever.
    this.timer = window.setTimeout(() => this.answered(), PATIENCE);
  }
}
