// The controls of the run: run, pause, one step, back, stop, and the speed.
import type { State, ToPython, UnitName } from "./messages";
import { byId } from "./elements";
import { setName, setTitle, setWords, t } from "./words";

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
