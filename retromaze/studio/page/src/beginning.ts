// The beginning of a run: whether it plays at once, and whether it first goes to its first event.
import type { Controls } from "./controls";
import type { At, ToPython } from "./messages";

const LONGEST_START = 2500;

export class Beginning {
  private goesOn = false;
  /** Whether the run goes to its first event at once: "soon", when it is paused at its start; "now", on its way. */
  private hastens: "no" | "soon" | "now" = "no";
  private startsAt = 0;
  private timer = 0;

  constructor(
    private readonly send: (message: ToPython) => void,
    private readonly controls: Controls,
  ) {}

  /** Whether the run is at its start only for a moment, before its first event. */
  get isNear(): boolean {
    return this.hastens !== "no";
  }

  /** Called when a run from a moment on has been requested; `goesOn`: it is played. */
  expect(moment: number, goesOn: boolean): void {
    this.goesOn = goesOn;
    this.startsAt = moment;
    this.leave();
  }

  /** Called when the requested run is open. If it is played by statements, it goes to its first event at once: setting up data is not worth watching. */
  begin(): void {
    const { goesOn } = this;
    this.goesOn = false;
    if (!goesOn) return;
    if (this.controls.pace.unit !== "statement" || this.startsAt > 0) this.controls.play();
    else this.hastens = "soon";
  }

  /** Called when the request has failed. */
  giveUp(): void {
    this.goesOn = false;
  }

  /** Called when the reader controls the run himself. */
  leave(): void {
    this.hastens = "no";
    clearTimeout(this.timer);
  }

  setPlace(at: At): void {
    if (at.state !== "paused") return;
    if (at.moment > 0) this.walk();
    else if (this.hastens === "soon") this.hasten();
  }

  private hasten(): void {
    this.hastens = "now";
    this.send({ type: "Go", moment: 1, settled: true });
    this.timer = window.setTimeout(() => {
      // The first event takes long: the program is played from its start.
      if (this.hastens === "now") this.send({ type: "Go", moment: 0, settled: true });
      this.walk();
    }, LONGEST_START);
  }

  private walk(): void {
    if (this.hastens !== "now") return;
    this.hastens = "no";
    this.controls.play();
  }
}
