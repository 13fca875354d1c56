// The beginning of a run: whether it plays at once, and how soon there is something to see.
import type { Controls } from "./controls";
import type { At, ToPython } from "./messages";

const LONGEST_START = 2500;

export class Beginning {
  private goesOn = false;
  /** On the way to the first thing done to the machine, which begins once the run stands at its start. */
  private hastens: "no" | "soon" | "now" = "no";
  private startsAt = 0;
  private timer = 0;

  constructor(
    private readonly send: (message: ToPython) => void,
    private readonly controls: Controls,
  ) {}

  /** Whether the run stands at its start only until the first thing that it does to the machine. */
  get isNear(): boolean {
    return this.hastens !== "no";
  }

  /** A run from a moment on has been asked for; `goesOn` says whether it plays. */
  expect(moment: number, goesOn: boolean): void {
    this.goesOn = goesOn;
    this.startsAt = moment;
    this.leave();
  }

  /** The run that was asked for has come. */
  begin(): void {
    if (this.goesOn) this.start();
    this.goesOn = false;
  }

  /** The run that was asked for does not come. */
  giveUp(): void {
    this.goesOn = false;
  }

  /** The reader has taken the run into his own hands. */
  leave(): void {
    this.hastens = "no";
    clearTimeout(this.timer);
  }

  setPlace(at: At): void {
    if (at.state !== "paused") return;
    if (at.moment > 0) this.walk();
    else if (this.hastens === "soon") this.hasten();
  }

  /** Statement by statement nobody wants to see arrays filled: the first thing done to the machine comes at once. */
  private start(): void {
    if (this.controls.pace.unit !== "statement" || this.startsAt > 0) this.controls.play();
    else this.hastens = "soon";
  }

  private hasten(): void {
    this.hastens = "now";
    this.send({ type: "Go", moment: 1, settled: true });
    this.timer = window.setTimeout(() => this.walkFromStart(), LONGEST_START);
  }

  /** A program that does nothing for long is watched from its first line. */
  private walkFromStart(): void {
    if (this.hastens === "now") this.send({ type: "Go", moment: 0, settled: true });
    this.walk();
  }

  private walk(): void {
    if (this.hastens !== "now") return;
    this.hastens = "no";
    this.controls.play();
  }
}
