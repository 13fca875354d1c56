// The page as a whole: what comes from the two sessions goes to the panes, and what the reader does to the sessions.
import { ArraysView } from "./arrays";
import { Controls } from "./controls";
import { Editor } from "./editor";
import { EventsView } from "./events";
import { Goer } from "./goer";
import { Console } from "./keys";
import { linkOf, openedByLink } from "./link";
import { Dictionary, helpLooks, listingLanguage } from "./listing";
import { Machine } from "./machine";
import type { At, FromPython, Handlers, Heat, Log, Open, Opened, Problem, Program, SizeValue, ToPython, Welcome } from "./messages";
import { Numbers } from "./numbers";
import { byId, made, painter } from "./page";
import { portLanguage, PortTrack } from "./port";
import { ProofView } from "./proof";
import { Share } from "./share";
import { listen, listShortcuts, type Shortcut } from "./shortcuts";
import { Tabs } from "./tabs";
import { Timeline } from "./timeline";
import { Two } from "./two";
import { ValuesView } from "./values";
import type { Wire } from "./wire";
import { number, switchLanguage, t, writeTexts, type WordName } from "./words";

const EDIT_REST = 600;
const PROOF_REST = 2000;
const NOTHING: Log = { buttons: [], pad: [], second_pad: [], stylus: [], keys: [], answers: [] };
const HEAT_INTERVAL = 125;
const LONGEST_START = 2500;
const START: At = { type: "At", state: "paused", moment: 0, frame: 0, line: 0, column: 0, length: 0, words: "", statements: 0, rate: 0 };

export class Studio {
  private open: Open = { type: "Open" };
  private opened: Opened | null = null;
  private at: At = START;
  private heat: number[] = [];
  private heatStale = false;
  private errorAt = -1;
  /** The events of the run, as the prover has counted them. */
  private expected = 0;
  private goesOn = false;
  /** On the way to the first thing done to the machine, which begins once the run stands at its start. */
  private hastens: "no" | "soon" | "now" = "no";
  private startsAt = 0;
  private editions = { listing: 0, port: 0 };
  private editTimer = 0;
  private proofTimer = 0;
  private reached: { moment: number; settled: boolean; done: () => void } | null = null;
  private programs: Program[] = [];
  private ownFiles = false;

  private readonly dictionary = new Dictionary();
  private readonly track = new PortTrack();
  private readonly machine = new Machine();
  private readonly goer = new Goer((message) => this.session.send(message));
  private readonly timeline = new Timeline((moment, settled) => this.go(moment, settled), () => this.command({ type: "Pause" }));
  private readonly values = new ValuesView((line) => this.listing.show(line), () => this.tabs.show("arrays"));
  private readonly arrays = new ArraysView((names) => this.session.send({ type: "Watch", names }));
  private readonly events = new EventsView(
    (first, count) => this.session.send({ type: "Rows", first, count }),
    (row) => this.goToEvent(row.event, row.line),
  );
  private readonly proof = new ProofView();
  private readonly controls: Controls;
  private readonly console: Console;
  private readonly numbers: Numbers;
  private readonly share: Share;
  private readonly tabs: Tabs;
  private readonly two: Two;
  private readonly listing: Editor;
  private readonly port: Editor;
  private readonly shortcuts: Shortcut[] = this.allShortcuts();
  private readonly repaint = painter(() => this.paint());

  constructor(
    private readonly session: Wire,
    private readonly prover: Wire,
  ) {
    const send = (message: ToPython) => session.send(message);
    this.listing = new Editor(byId("listing"), t("listing"), [listingLanguage(this.dictionary, (name) => this.values.value(name)), helpLooks], () => this.edited("listing"), (line) => this.goToLine(line));
    this.port = new Editor(byId("port"), t("port"), [portLanguage(this.dictionary), helpLooks], () => this.edited("port"), () => {});
    this.controls = new Controls((message) => this.command(message), () => this.events.follow());
    this.console = new Console(send, this.machine);
    this.numbers = new Numbers((seed) => this.setSeed(seed), (sizes) => this.setSizes(sizes));
    this.share = new Share(this.source(), this.machine, this.timeline);
    this.tabs = new Tabs(() => this.tabShown());
    this.two = new Two(() => this.open.seed ?? 1);
    this.listenToButtons();
    this.listenToWires();
    setInterval(() => this.paintHeat(), HEAT_INTERVAL);
    this.rewrite();
  }

  // ---- what comes

  private listenToWires(): void {
    const handlers = this.handlers();
    const take = (message: FromPython) => (handlers[message.type] as ((message: FromPython) => void) | undefined)?.(message);
    this.session.onmessage = take;
    this.prover.onmessage = (message) => {
      if (message.type === "Proof" || message.type === "PortLines" || message.type === "Failed") take(message);
    };
    this.session.onclose = () => this.notify(t("gone"), true);
  }

  private handlers(): Handlers {
    return {
      Welcome: (message) => this.welcome(message),
      Opened: (message) => this.show(message),
      At: (message) => this.stand(message),
      Picture: (message) => this.machine.show(message),
      Heat: (message) => this.warm(message),
      Marks: (message) => {
        this.errorAt = message.error;
        this.timeline.setMarks(message);
        this.tellProblems();
      },
      Values: (message) => {
        this.values.show(message);
        this.arrays.show(message.arrays);
      },
      Events: (message) => {
        if (message.rows.length) this.events.fill(message);
        else if (this.reached?.moment === message.first) this.arrive();
      },
      Asks: (message) => this.ask(message.guide),
      Played: (message) => this.keep(message.log),
      PortLines: (message) => {
        this.track.add(message.first, message.lines);
        this.heatStale = true;
        this.repaint();
      },
      Proof: (message) => {
        this.proof.show(message);
        this.markDifference();
        if (message.done === 1) this.expected = message.events;
        this.repaint();
      },
      Failed: (message) => this.notify(message.words, true),
    };
  }

  private welcome(message: Welcome): void {
    this.dictionary.fill(message.words);
    this.programs = message.programs;
    this.console.fill(message.keys);
    this.ownFiles = !message.opens.program;
    const link = this.linked();
    this.open = link ?? { ...message.opens, type: "Open" };
    const own = made("option", { value: "", textContent: t("ownFiles"), hidden: this.open.program !== "" });
    const options = message.programs.map((each) => made("option", { value: each.name, textContent: each.title, title: each.technique }));
    byId("program").replaceChildren(own, ...options);
    this.two.fill(message.programs);
    this.reopen({}, !link?.moment);
  }

  /** What the address asks for; a damaged one is told of. */
  private linked(): Open | null {
    try {
      return openedByLink(location.hash);
    } catch {
      this.notify(t("badLink"), true);
      return null;
    }
  }

  private show(opened: Opened): void {
    this.opened = opened;
    this.open.seed = opened.seed;
    for (const side of ["listing", "port"] as const) if (this[side].edition === this.editions[side]) this[side].setText(opened[side]);
    byId<HTMLSelectElement>("program").value = opened.program;
    document.title = `${opened.title} · retromaze studio`;
    byId("trust").hidden = opened.trusted;
    this.tellWhat(opened);
    this.numbers.show(opened.seed, opened.sizes);
    this.forget();
    this.prove();
    this.two.again();
    this.controls.tellPace();
    if (this.goesOn) this.start();
    this.goesOn = false;
  }

  private tellWhat(opened: Opened): void {
    const technique = this.programs.find((each) => each.name === opened.program)?.technique;
    byId("listing-note").textContent = this.open.listing == null ? (technique ?? opened.title) : t("edited");
    for (const side of ["listing", "port"] as const) byId(`${side}-restore`).hidden = this.open[side] == null || !this.restorable;
  }

  /** Nothing of the run before is true of this one. */
  private forget(): void {
    this.at = START;
    this.heat = [];
    this.heatStale = true;
    this.errorAt = -1;
    this.expected = 0;
    this.track.clear();
    this.timeline.clear();
    this.values.clear();
    this.arrays.clear();
    this.events.clear();
    this.share.clear();
    this.tellProblems();
    this.repaint();
  }

  /** Statement by statement nobody wants to see arrays filled: the first thing done to the machine comes at once. */
  private start(): void {
    if (this.controls.pace.unit !== "statement" || this.startsAt > 0) {
      this.controls.play();
      return;
    }
    this.hastens = "soon";
  }

  private walk(): void {
    if (this.hastens !== "now") return;
    this.hastens = "no";
    this.controls.play();
  }

  /** A program that does nothing for long is watched from its first line. */
  private walkFromStart(): void {
    if (this.hastens === "now") this.session.send({ type: "Go", moment: 0, settled: true });
    this.walk();
  }

  private hasten(): void {
    this.hastens = "now";
    this.session.send({ type: "Go", moment: 1, settled: true });
    setTimeout(() => this.walkFromStart(), LONGEST_START);
  }

  private stand(at: At): void {
    const before = this.at;
    this.at = at;
    if (at.state === "paused" && at.moment > 0) this.walk();
    else if (at.state === "paused" && this.hastens === "soon") this.hasten();
    this.controls.setState(at.state);
    if (at.state !== before.state) this.say(at);
    if (at.state === "going") this.timeline.wait();
    else this.answered();
    this.repaint();
  }

  private answered(): void {
    this.goer.answered();
    const { reached, at } = this;
    if (reached?.settled && (at.moment === reached.moment || at.state === "ended")) this.arrive();
  }

  /** The state for those who hear the page, and what asks or ends. */
  private say(at: At): void {
    document.body.dataset.state = at.state;
    byId("said").textContent = [t(at.state as WordName), at.words].filter(Boolean).join(": ");
    if (at.state !== "asking") byId("asks").hidden = true;
    this.tellProblems();
  }

  private warm(heat: Heat): void {
    if (heat.fresh) this.heat = [];
    for (const [line, count] of heat.lines) this.heat[line] = (this.heat[line] ?? 0) + count;
    this.heatStale = true;
  }

  /** What the player did belongs to the run: links repeat it, and the prover checks it once he rests. */
  private keep(log: Log): void {
    if (JSON.stringify(log) === JSON.stringify(this.open.log ?? NOTHING)) return;
    this.open.log = log;
    clearTimeout(this.proofTimer);
    this.proofTimer = window.setTimeout(() => this.prove(), PROOF_REST);
  }

  private prove(): void {
    this.proof.begin();
    this.markDifference();
    this.prover.send({ ...this.open, moment: 0 });
  }

  private ask(guide: string): void {
    byId("guide").textContent = guide;
    byId("asks").hidden = false;
    byId<HTMLInputElement>("answer").value = "";
    byId("answer").focus();
  }

  private tellProblems(): void {
    const problems: Problem[] = [...(this.opened?.problems ?? [])];
    const { state, line, column, words } = this.at;
    if (state === "ended" && this.errorAt >= 0 && line > 0) problems.push({ side: "listing", line, column, words });
    this.listing.setProblems(problems.filter((each) => each.side === "listing"));
    this.port.setProblems(problems.filter((each) => each.side === "port"));
  }

  private markDifference(): void {
    const difference = this.proof.proof?.difference;
    const here = difference && difference.seed === this.open.seed ? difference.moment : -1;
    this.timeline.setDifference(here);
    this.listing.setDifferent(difference?.listing_line ?? 0);
    this.port.setDifferent(difference?.port_line ?? 0);
    this.events.difference = here;
    this.events.repaint();
  }

  // ---- painting

  private paint(): void {
    const { at, track } = this;
    const total = Math.max(at.length, track.length, this.expected);
    this.listing.setPlace({ line: at.line, column: at.column, lit: null }, true);
    this.port.setPlace({ line: track.lineAt(at.moment), column: 0, lit: this.opened?.answers[at.line] ?? null }, true);
    this.timeline.setPlace(at.moment, at.length, total);
    this.events.setPlace(at.moment, at.length);
    byId("state").textContent = this.stateWords();
    byId("state").title = at.words;
    byId("port-note").textContent = [this.open.port == null ? "" : t("edited"), this.opened?.parts[at.line]].filter(Boolean).join(" · ");
    this.heatStale = true;
  }

  private stateWords(): string {
    const { state, line, frame, rate, words, moment } = this.at;
    if (state === "going") return `${t("going")} · ${number(moment)}`;
    const parts = [t(state as WordName), words.split("\n")[0], `${t("line")} ${line}`, `${t("frame")} ${number(frame)}`];
    if (state === "running" && rate > 0) parts.push(`${rate.toFixed(0)} fps`);
    return parts.filter(Boolean).join(" · ");
  }

  private paintHeat(): void {
    if (!this.heatStale || document.hidden) return;
    this.heatStale = false;
    this.listing.setHeat([...this.heat]);
    this.port.setHeat([...this.track.countTo(this.at.moment)]);
  }

  // ---- what the reader does

  /** Opens what is open again, with changes; it plays on from its start where it was played. */
  private reopen(changes: Partial<Open>, goesOn = this.at.state === "running" || this.at.state === "ended"): void {
    clearTimeout(this.editTimer);
    clearTimeout(this.proofTimer);
    this.goesOn ||= goesOn;
    this.open = { ...this.open, ...changes };
    this.editions = { listing: this.listing.edition, port: this.port.edition };
    this.hastens = "no";
    this.startsAt = this.open.moment ?? 0;
    this.session.send(this.open);
    this.open = { ...this.open, moment: 0 };
  }

  private choose(program: string): void {
    // The texts of another program go, whatever was written into them.
    this.reopen({ program, listing: null, port: null, sizes: {}, moment: 0, trusted: true, log: NOTHING }, true);
  }

  private setSeed(seed: number): void {
    this.reopen({ seed, moment: 0, log: NOTHING });
  }

  private setSizes(sizes: Record<string, SizeValue>): void {
    this.reopen({ sizes, moment: 0, log: NOTHING });
  }

  private edited(side: "listing" | "port"): void {
    clearTimeout(this.editTimer);
    byId(`${side}-note`).textContent = t("edited");
    const moment = side === "port" ? this.at.moment : 0;
    Object.assign(this.open, this.written(side));
    const log = side === "port" ? {} : { log: NOTHING };
    this.editTimer = window.setTimeout(() => this.reopen({ moment, ...log }), EDIT_REST);
  }

  /** An edited listing says its numbers itself; so does then the port, which has been given the same. */
  private written(side: "listing" | "port"): Partial<Open> {
    if (side === "port" || !Object.keys(this.open.sizes ?? {}).length) return { [side]: this[side].text };
    return { listing: this.listing.text, port: this.port.text, sizes: {} };
  }

  /** Texts that came by a link alone have nothing they could go back to. */
  private get restorable(): boolean {
    return Boolean(this.open.program) || this.ownFiles;
  }

  private restore(side: "listing" | "port"): void {
    const moment = side === "port" ? this.at.moment : 0;
    this.reopen({ [side]: null, moment, ...(side === "listing" && { log: NOTHING }) });
  }

  private command(message: ToPython): void {
    if (message.type !== "Pace") this.hastens = "no";
    if (message.type === "Pause") this.timeline.release();
    this.session.send(message);
    this.two.hear(message);
  }

  private go(moment: number, settled: boolean): void {
    this.hastens = "no";
    this.goer.go(moment, settled);
  }

  private goToEvent(event: number, line: number): void {
    this.events.follow();
    this.go(event + 1, true);
    this.listing.show(line);
    this.port.show(this.track.lineOf(event));
  }

  /** A click on a line's number shows what answers it. */
  private goToLine(line: number): void {
    const answer = this.opened?.answers[line];
    if (answer) this.port.show(answer[0]);
  }

  private goToDifference(): void {
    const difference = this.proof.proof?.difference;
    if (!difference) return;
    if (difference.seed === this.open.seed) this.go(difference.moment, true);
    else this.reopen({ seed: difference.seed, moment: difference.moment, log: NOTHING }, false);
    this.listing.show(difference.listing_line);
    this.port.show(difference.port_line);
  }

  private tabShown(): void {
    // The constructor shows the first tab before there is anything to show.
    this.events?.repaint();
    this.arrays?.repaint();
    this.arrays?.tell();
    this.listing?.view.requestMeasure();
    this.port?.view.requestMeasure();
  }

  private source() {
    return {
      name: () => this.opened?.program || "retromaze",
      moment: () => this.at.moment,
      link: () => linkOf(this.open, this.at.moment),
      showMoment: (moment: number, settled: boolean) => this.showMoment(moment, settled),
      say: (words: string) => this.notify(words),
    };
  }

  private showMoment(moment: number, settled: boolean): Promise<void> {
    return new Promise((done) => {
      this.reached = { moment, settled, done };
      this.session.send({ type: "Go", moment, settled });
      // What is asked for next is answered once the picture has come.
      if (!settled) this.session.send({ type: "Rows", first: moment, count: 0 });
    });
  }

  private arrive(): void {
    const reached = this.reached;
    this.reached = null;
    reached?.done();
  }

  private notify(words: string, bad = false): void {
    const notice = byId("notice");
    notice.textContent = words;
    notice.classList.toggle("bad", bad);
    notice.hidden = false;
    if (!bad) setTimeout(() => (notice.hidden = true), 4000);
  }

  private listenToButtons(): void {
    byId("program").onchange = () => {
      this.choose(byId<HTMLSelectElement>("program").value);
      byId("program").blur();
    };
    byId("trust-it").onclick = () => this.reopen({ trusted: true, moment: this.at.moment }, false);
    byId("notice").onclick = () => (byId("notice").hidden = true);
    byId("verdict").onclick = () => this.tabs.show("proof");
    byId("check").onclick = () => this.prover.send({ type: "Check", seeds: Number(byId<HTMLInputElement>("seeds").value) || 20 });
    byId("to-difference").onclick = () => this.goToDifference();
    byId("to-listing-line").onclick = () => this.listing.show(this.proof.proof?.difference?.listing_line ?? 0);
    byId("to-port-line").onclick = () => this.port.show(this.proof.proof?.difference?.port_line ?? 0);
    for (const side of ["listing", "port"] as const) byId(`${side}-restore`).onclick = () => this.restore(side);
    byId("forget").onclick = () => this.session.send({ type: "Forget" });
    byId("fingers").onclick = () => this.console.togglePad();
    byId("full").onclick = () => this.machine.fullScreen();
    byId("language").onclick = () => {
      switchLanguage();
      this.rewrite();
    };
    byId("asks").onsubmit = (event) => {
      event.preventDefault();
      byId("asks").hidden = true;
      this.session.send({ type: "Answer", text: byId<HTMLInputElement>("answer").value });
      this.machine.frame.focus();
    };
    listen(this.shortcuts);
  }

  private allShortcuts(): Shortcut[] {
    return [
      { key: " ", shown: "space", name: "runPause", act: () => this.controls.toggle() },
      { key: ".", shown: ".", name: "step", act: () => this.controls.step() },
      { key: ",", shown: ",", name: "back", act: () => this.controls.back() },
      { key: "+", shown: "+", name: "faster", act: () => this.controls.faster(1) },
      { key: "-", shown: "-", name: "slower", act: () => this.controls.faster(-1) },
      { key: "n", shown: "n", name: "seedNew", act: () => this.numbers.renew() },
      { key: "f", shown: "f", name: "fullScreen", act: () => this.machine.fullScreen() },
      { key: "?", shown: "?", name: "help", act: () => byId("more").toggleAttribute("open") },
    ];
  }

  /** Every text in the page's language. */
  private rewrite(): void {
    writeTexts();
    byId("language").textContent = t("otherLanguage");
    listShortcuts(this.shortcuts);
    this.controls.rewrite();
    this.proof.rewrite();
    this.timeline.repaint();
    this.repaint();
  }
}
