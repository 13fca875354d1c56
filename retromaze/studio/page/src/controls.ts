// The controls of the run: run, pause, one step, back, stop, and the speed; and how a run begins.
import { byId } from "./elements";
import type { At, State, ToPython, UnitName } from "./messages";
import { setName, setTitle, setWords, t } from "./translation";

interface Pace {
  unit: UnitName;
  rate: number;
}

const PACES: Pace[] = [
  ...[1, 2, 5, 12, 30, 80, 200, 500, 1200, 3000, 8000, 30000].map((rate): Pace => ({ unit: "statement", rate })),
  ...[60, 240, 0].map((rate): Pace => ({ unit: "frame", rate })),
];
/** The pace of a page that a link has opened, and of a lesson's steps; other programs have paces of their own. */
export const READING_PACE: Pace = { unit: "statement", rate: 30 };

export class Controls {
  private readonly speed = byId<HTMLInputElement>("speed");
  private readonly playButton = byId("play");
  private state: State = "paused";
  /** Whether the last message to the session was Play, and not one that pauses or goes elsewhere. */
  plays = false;
  /** Whether the reader has set the speed: then programs do not change it. */
  chosen = false;

  constructor(
    private readonly send: (message: ToPython) => void,
    private readonly onPlay: () => void,
  ) {
    this.speed.max = String(PACES.length - 1);
    this.propose(READING_PACE);
    this.speed.addEventListener("input", () => this.choose());
    this.playButton.onclick = () => this.toggle();
    byId("back").onclick = () => this.back();
    byId("stop").onclick = () => send({ type: "StopRun" });
    for (const unit of ["statement", "draw", "frame"] as const) byId(`step-${unit}`).onclick = () => send({ type: "Step", unit });
    this.rewrite();
  }

  get pace(): Pace {
    return PACES[Number(this.speed.value)] ?? { unit: "frame", rate: 60 };
  }

  /** Whether the run goes on, or will once INPUT is answered. */
  get runs(): boolean {
    const { state } = this;
    return state === "running" || state === "going" || (state === "asking" && this.plays);
  }

  play(): void {
    this.onPlay();
    this.send({ type: "Play" });
  }

  toggle(): void {
    if (this.runs) this.send({ type: "Pause" });
    else this.play();
  }

  step(): void {
    this.send({ type: "Step", unit: this.pace.unit });
  }

  back(): void {
    this.send({ type: "Back", unit: this.pace.unit });
  }

  faster(by: number): void {
    this.speed.value = String(Number(this.speed.value) + by);
    this.choose();
  }

  private choose(): void {
    this.chosen = true;
    this.sendPace();
  }

  /** Sets the pace at which a program is best seen; it is sent when the run begins. */
  propose(wanted: Partial<Pace>): void {
    const index = PACES.findIndex((each) => each.unit === wanted.unit && each.rate === wanted.rate);
    if (index >= 0 && !this.chosen) this.speed.value = String(index);
    this.rewrite();
  }

  sendPace(): void {
    this.rewrite();
    this.send({ type: "Pace", ...this.pace });
  }

  setState(state: State): void {
    // a run that has reached a stop is paused until Play
    if (state === "paused" && this.state === "running") this.plays = false;
    this.state = state;
    this.show();
  }

  /** Called with each message to the session. */
  noteSent(message: ToPython): void {
    if (message.type === "Play") this.plays = true;
    else if (["Pause", "Step", "Back", "GoStatement"].includes(message.type) || (message.type === "Go" && message.settled)) this.plays = false;
    else return;
    this.show();
  }

  /** Called when another run is open, which is paused. */
  begin(): void {
    this.plays = false;
    this.show();
  }

  private show(): void {
    const { runs } = this;
    if (document.body.dataset.runs === String(runs)) return;
    document.body.dataset.runs = String(runs);
    setTitle(this.playButton, runs ? "pause" : "play");
    setName(this.playButton, runs ? "pause" : "play");
    setWords(this.playButton.lastElementChild as HTMLElement, runs ? "pause" : "play");
  }

  rewrite(): void {
    const { unit, rate } = this.pace;
    const pace = unit === "frame" ? t(rate === 60 ? "consolePace" : "consolePaces") : t(rate === 1 ? "paceStatement" : "paceStatements", { rate });
    const words = rate ? pace : t("fullSpeed");
    byId("pace").textContent = words;
    this.speed.ariaValueText = words;
  }
}

// ---- the beginning of a run: whether it plays at once, and whether it first goes to its first event

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
