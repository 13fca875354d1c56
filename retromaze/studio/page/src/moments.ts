// Moments that are shown one by one for what is taken away, each until its picture is there.
import type { At, ToPython } from "./messages";

export class Moments {
  private awaited: { moment: number; settled: boolean; done: () => void } | null = null;

  constructor(private readonly send: (message: ToPython) => void) {}

  show(moment: number, settled: boolean): Promise<void> {
    return new Promise((done) => {
      this.awaited = { moment, settled, done };
      this.send({ type: "Go", moment, settled });
      // What is asked for next is answered once the picture has come.
      if (!settled) this.send({ type: "Rows", first: moment, count: 0 });
    });
  }

  /** The run stands; one that has ended comes no further. */
  setPlace(at: At): void {
    if (this.awaited?.settled && (at.moment === this.awaited.moment || at.state === "ended")) this.arrive();
  }

  /** The rows that were asked for behind a picture have come, none as was asked. */
  answered(first: number): void {
    if (this.awaited?.moment === first) this.arrive();
  }

  /** Whoever waits for one need not wait any longer: it will not be shown. */
  forget(): void {
    this.arrive();
  }

  private arrive(): void {
    const awaited = this.awaited;
    this.awaited = null;
    awaited?.done();
  }
}
