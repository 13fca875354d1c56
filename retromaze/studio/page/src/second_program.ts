// A second program beside the first, from the same seed, played by the same buttons.
import type { FromPython, Program, ToPython } from "./messages";
import type { Layout } from "./layout";
import { scaleFor } from "./machine";
import { byId, context, made } from "./page";
import { HEIGHT, pixelsOf, WIDTHS } from "./pixels";
import { openWire, type Wire } from "./wire";
import { t, told } from "./words";

/** What both machines are told; a moment of one is none of the other. */
const SHARED = new Set(["Play", "Pause", "Pace", "Step", "Stop"]);

export class SecondProgram {
  private readonly pane = byId("second");
  private readonly canvas = made("canvas", { width: WIDTHS[0], height: HEIGHT, role: "img" });
  private readonly chooser = made("select");
  private readonly state = made("small");
  private programs: Program[] = [];
  private wire: Wire | null = null;
  private pace: ToPython | null = null;
  private plays = false;

  constructor(
    private readonly seed: () => number,
    private readonly layout: Layout,
  ) {
    this.chooser.onchange = () => this.open();
    byId("two").onclick = () => (this.wire ? this.close() : this.show());
    addEventListener("resize", () => this.fit());
  }

  fill(programs: Program[]): void {
    this.programs = programs;
    this.chooser.replaceChildren(...programs.map((each) => made("option", { value: each.name, textContent: told(each.title) })));
    const wanted = new URLSearchParams(location.search).get("two");
    if (wanted && programs.some((each) => each.name === wanted)) this.show(wanted);
  }

  /** The first machine has begun anew, perhaps from another seed. */
  again(): void {
    if (this.wire) this.open();
  }

  /** What the first machine is told to do. */
  hear(message: ToPython): void {
    if (message.type === "Pace") this.pace = message;
    if (message.type === "Play" || message.type === "Pause") this.plays = message.type === "Play";
    if (SHARED.has(message.type)) this.wire?.send(message);
  }

  private show(program = this.programs[1]?.name ?? ""): void {
    this.chooser.value = program;
    this.chooser.ariaLabel = t("two");
    const close = made("button", { type: "button", textContent: "×", title: t("close"), onclick: () => this.close() });
    this.pane.replaceChildren(made("h2", {}, this.chooser, this.state, close), this.canvas);
    this.pane.hidden = false;
    this.fit();
    this.wire = openWire("session");
    this.wire.onmessage = (message) => this.take(message);
    this.wire.onclose = () => (this.state.textContent = t("gone"));
  }

  private open(): void {
    this.wire?.send({ type: "Open", program: this.chooser.value, seed: this.seed(), moment: 1 });
  }

  private take(message: FromPython): void {
    if (message.type === "Welcome") this.open();
    if (message.type === "Opened") this.begin();
    if (message.type === "At") this.state.textContent = [t(message.state), told(message.words)].filter(Boolean).join(" · ");
    if (message.type === "Picture" && message.screen === 0) context(this.canvas).putImageData(pixelsOf(message.data, WIDTHS[0]), 0, message.top);
  }

  private begin(): void {
    if (this.pace) this.wire?.send(this.pace);
    if (this.plays) this.wire?.send({ type: "Play" });
  }

  private close(): void {
    this.wire?.close();
    this.wire = null;
    this.pane.hidden = true;
  }

  private fit(): void {
    const scale = scaleFor(WIDTHS[0], HEIGHT, this.layout.across, innerHeight * 0.4);
    this.canvas.style.width = `${WIDTHS[0] * scale}px`;
    this.canvas.style.height = `${HEIGHT * scale}px`;
  }
}
