// Shows moments one by one for an animation, each until its picture has arrived.
import type { At, ToPython } from "./messages";

export class Moments {
  private awaited: { moment: number; settled: boolean; done: () => void } | null = null;

  constructor(private readonly send: (message: ToPython) => void) {}

  show(moment: number, settled: boolean): Promise<void> {
    return new Promise((done) => {
      this.awaited = { moment, settled, done };
      this.send({ type: "Go", moment, settled });
      // The answer to this request arrives after the picture.
      if (!settled) this.send({ type: "Rows", first: moment, count: 0 });
    });
  }

  /** Called when the run is paused: a settled moment is reached, or the run has ended before it. */
  setPlace(at: At): void {
    if (this.awaited?.settled && (at.moment === this.awaited.moment || at.state === "ended")) this.arrive();
  }

  /** Called when the answer after a picture has arrived. */
  answered(first: number): void {
    if (this.awaited?.moment === first) this.arrive();
  }

  /** Resolves a pending promise: its moment is shown, or will not be. */
  arrive(): void {
    const awaited = this.awaited;
    this.awaited = null;
    awaited?.done();
  }
}
