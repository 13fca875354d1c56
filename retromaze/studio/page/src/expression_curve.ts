// The values of an expression as a curve over the timeline: a click on it goes to that moment, as on the line, and
// a click on the least or greatest value to the first moment that has it.
import type { At, History, ToPython } from "./messages";
import { byId, finePen, create, oncePerFrame, reveal, cssColor } from "./elements";
import { SearchRow } from "./notices";
import type { Timeline } from "./timeline";
import { t } from "./translation";

export class Curve {
  private readonly canvas = byId<HTMLCanvasElement>("curve");
  private readonly name = byId("curve-name");
  private history: History | null = null;
  private search: SearchRow | null = null;
  readonly repaint = oncePerFrame(() => this.paint());

  constructor(
    private readonly timeline: Timeline,
    private readonly onMoment: (moment: number) => void,
    private readonly command: (message: ToPython) => void,
  ) {
    byId("curve-close").onclick = () => {
      if (this.search) this.command({ type: "GiveUp" });
      this.clear();
    };
    new ResizeObserver(this.repaint).observe(byId("timeline"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.repaint);
    timeline.onScale = this.repaint;
  }

  /** Requests the values of an expression up to the run's place. */
  ask(text: string): void {
    this.command({ type: "AskHistory", text });
    this.clear();
    this.search = new SearchRow(this.timeline.moment, () => this.command({ type: "GiveUp" }));
    this.showWords(`${text}: `, this.search.element);
  }

  /** Sets the run's place: a paused run has found the values, or was stopped on its way. */
  setPlace(at: At): void {
    this.search?.setPlace(at);
    if (at.state === "paused" || at.state === "ended") this.giveUp();
  }

  giveUp(): void {
    if (this.search) this.clear();
  }

  show(history: History): void {
    this.clear();
    this.history = history;
    this.showEnds(history);
  }

  private showWords(...parts: (Node | string)[]): void {
    this.name.replaceChildren(...parts);
    byId("curve-of").hidden = false;
    reveal(byId("pane-time"));
    this.repaint();
  }

  private showEnds({ text, points, moment: last }: History): void {
    const ends = [Math.min, Math.max].map((end) => end(...points.map(([, value]) => value)));
    // a value changes after the event of its moment: the next event shows it
    const [least, most] = ends.map((end) => {
      const [moment] = points.find(([, value]) => value === end) ?? [0];
      return create("button", { type: "button", textContent: String(end), title: t("goThere"), onclick: () => this.onMoment(Math.min(moment + 1, this.timeline.end)) });
    });
    // the run may go on: says how far the values are known
    const upTo = ` (${t("eventsSoFar", { events: last })})`;
    this.showWords(`${text}: `, ...(points.length ? [least!, " – ", most!, upTo] : [t("noValues")]));
  }

  clear(): void {
    this.history = this.search = null;
    this.repaint();
  }

  private paint(): void {
    const points = this.history?.points ?? [];
    this.canvas.hidden = !this.history;
    byId("curve-of").hidden = !this.history && !this.search;
    if (!this.history) return;
    const values = points.map(([, value]) => value);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const { left, width, height } = this.timeline.box;
    Object.assign(this.canvas.style, { left: `${left}px`, width: `${width}px`, height: `${height}px` });
    const pen = finePen(this.canvas, width, height);
    pen.strokeStyle = cssColor("--ink");
    pen.lineWidth = 1.5;
    pen.beginPath();
    let before = 0;
    points.forEach(([moment, value], index) => {
      const x = this.timeline.xOf(moment);
      const y = height - 2 - ((value - least) / (most - least || 1)) * (height - 4);
      // A value stays the same until it changes: a horizontal line.
      if (index) pen.lineTo(x, before);
      pen.lineTo(x, y);
      before = y;
    });
    if (points.length) pen.lineTo(this.timeline.xOf(this.timeline.end), before);
    pen.stroke();
  }
}
