// A second run next to the first: of another program, or of this one with another seed or before an edit.
import type { FromPython, OfferedProgram, Open, Picture, RunsDiffer, ToPython } from "./messages";
import type { Layout } from "./layout";
import { byId, context, create } from "./elements";
import { HEIGHT, pixelsOf, WIDTHS } from "./pixels";
import { noteArrival, openChannel, type Channel } from "./channel";
import { t, translated } from "./translation";

/** Messages that are sent to both machines; moments of one mean nothing to the other. */
const SHARED = new Set(["Play", "Pause", "Pace", "Step", "StopRun"]);

/** Runs of the open program: with another seed, and of its listing before it was edited. */
const OWN = { seed: "otherSeed", before: "beforeEdit" } as const;

export class SecondProgram {
  private readonly pane = byId("second");
  private readonly canvas = create("canvas", { width: WIDTHS[0], height: HEIGHT, role: "img" });
  private readonly chooser = create("select");
  private readonly seed = create("input", { type: "number", min: "0", max: "4294967295", value: "2" });
  private readonly compare = create("button", { type: "button" });
  private readonly state = create("small");
  private programs: OfferedProgram[] = [];
  private channel: Channel | null = null;
  private pace: ToPython | null = null;
  private plays = false;
  /** Whether the difference of the runs is shown, until they go on. */
  private rests = false;
  /** The edition of the second run: messages and answers about one before are dropped. */
  private edition = 0;
  /** Whether the first difference was requested and is not known yet. */
  private asks = false;

  /** `first` returns what is open, `onCompare` requests the first difference, `onGo` goes to its moment in the first run. */
  constructor(
    private readonly first: () => Open,
    private readonly layout: Layout,
    private readonly onCompare: (other: Open) => void,
    private readonly onGo: (moment: number) => void,
  ) {
    this.chooser.onchange = () => {
      this.use(1);
      this.open();
    };
    this.seed.onchange = () => this.open();
    this.compare.onclick = () => this.ask();
    byId("two").onclick = () => (this.channel ? this.close() : this.show());
  }

  fill(programs: OfferedProgram[]): void {
    this.programs = programs;
    this.rewrite();
    const wanted = new URLSearchParams(location.search).get("two");
    if (wanted && programs.some((each) => each.name === wanted)) this.show(wanted);
  }

  /** Called when the first machine has been restarted, perhaps with another seed: a difference that was requested before is that of these runs. */
  again(): void {
    const { asks } = this;
    if (!this.channel) return;
    this.open();
    if (asks) this.ask();
  }

  /** Called when the first machine keeps its program, as another one could not be opened. */
  stay(): void {
    if (this.asks) this.ask();
  }

  /** Called when the first difference is no longer wanted, or cannot be found. */
  giveUp(): void {
    this.asks = false;
  }

  private ask(): void {
    this.asks = true;
    this.onCompare(this.wanted);
  }

  /** Called with each message to the first machine: repeats those that both share. */
  noteSent(message: ToPython): void {
    if (message.type === "Pace") this.pace = message;
    if (message.type === "Play" || message.type === "Pause") this.plays = message.type === "Play";
    if (!SHARED.has(message.type)) return;
    this.rests = false;
    this.channel?.send(message);
  }

  rewrite(): void {
    const chosen = this.chooser.value;
    const own = Object.entries(OWN).map(([value, name]) => create("option", { value, textContent: t(name) }));
    this.chooser.replaceChildren(...own, ...this.programs.map((each) => create("option", { value: each.name, textContent: translated(each.title) })));
    this.chooser.value = chosen;
    this.chooser.ariaLabel = t("two");
    this.canvas.ariaLabel = t("upperScreen");
    this.seed.ariaLabel = t("seed");
    this.compare.textContent = t("firstDifference");
  }

  /** Shows the first difference in words, and goes to it in both runs. */
  differ(found: RunsDiffer): void {
    const { moment, line, other_line, words, other_words, other } = found;
    if (!this.channel || other !== this.edition) return;
    this.asks = false;
    this.rests = true;
    if (moment < 0) {
      this.state.textContent = t("runsAgree");
      return;
    }
    this.state.textContent = `${t("line")} ${line}: ${words} · ${t("line")} ${other_line}: ${other_words}`;
    this.state.title = this.state.textContent;
    this.onGo(moment);
    this.channel?.send({ type: "Go", moment, settled: true });
  }

  private show(program = "seed"): void {
    this.rewrite();
    this.chooser.value = program;
    const close = create("button", { type: "button", textContent: "×", title: t("close"), onclick: () => this.close() });
    this.pane.replaceChildren(create("h2", {}, this.chooser, this.seed, this.compare, close), this.state, this.canvas);
    this.pane.hidden = false;
    this.layout.onChange();
    const channel = (this.channel = openChannel("session"));
    channel.onmessage = (message) => {
      noteArrival(channel, message);
      this.take(message);
    };
    channel.onclose = () => (this.state.textContent = t("gone"));
  }

  private open(): void {
    this.rests = this.asks = false;
    this.edition++;
    this.seed.hidden = this.chooser.value !== "seed";
    this.channel?.send({ ...this.wanted, moment: 1 });
  }

  /** The request for the second run. */
  private get wanted(): Open {
    const first = this.first();
    const { edition } = this;
    const same = { ...first, moment: 0, edition };
    if (this.chooser.value === "seed") return { ...same, seed: Number(this.seed.value) };
    if (this.chooser.value === "before") return { ...same, listing: null, port: null };
    const program = this.programs.find((each) => each.name === this.chooser.value);
    return { type: "Open", program: this.chooser.value, sizes: program?.sizes ?? {}, seed: first.seed ?? 1, edition };
  }

  private take(message: FromPython): void {
    if (message.type === "Welcome") this.open();
    if (!("edition" in message) || message.edition !== this.edition) return;
    if (message.type === "Opened") {
      context(this.canvas).clearRect(0, HEIGHT, WIDTHS[0], HEIGHT);
      if (this.pace) this.channel?.send(this.pace);
      if (this.plays) this.channel?.send({ type: "Play" });
    }
    if (message.type === "At" && !this.rests) this.state.textContent = [t(message.state), translated(message.words)].filter(Boolean).join(" · ");
    if (message.type === "Picture") this.draw(message);
  }

  /** Draws rows of a screen; the lower one is centered below the upper one, once the run has drawn on it. */
  private draw({ screen, top, data }: Picture): void {
    if (screen === 1) this.use(2);
    const side = screen === 1 ? (WIDTHS[0] - WIDTHS[1]) / 2 : 0;
    context(this.canvas).putImageData(pixelsOf(data, WIDTHS[screen] ?? WIDTHS[0]), side, top + screen * HEIGHT);
  }

  /** Sets the number of screens. */
  private use(screens: number): void {
    if (this.canvas.height === screens * HEIGHT) return;
    const pen = context(this.canvas);
    const upper = pen.getImageData(0, 0, WIDTHS[0], HEIGHT);
    this.canvas.height = screens * HEIGHT;
    pen.putImageData(upper, 0, 0);
    this.layout.onChange();
  }

  private close(): void {
    this.channel?.close();
    this.channel = null;
    this.giveUp();
    this.pane.hidden = true;
    this.layout.onChange();
  }
}
