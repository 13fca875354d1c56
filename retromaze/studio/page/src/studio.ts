// The page as a whole: what comes from the two sessions goes to the panes, and what the reader does to the sessions.
import { ArraysView } from "./arrays";
import { Beginning } from "./beginning";
import { listenToButtons, shortcutsTo, type Deeds } from "./buttons";
import { Controls } from "./controls";
import { EventsView } from "./events";
import { Goer } from "./goer";
import { Console } from "./keys";
import { linkOf, openedByLink } from "./link";
import { Machine } from "./machine";
import type { At, Difference, FromPython, Handlers, Log, Marks, Open, Opened, Program, Proof, ToPython, Welcome } from "./messages";
import { Moments } from "./moments";
import { Numbers } from "./numbers";
import { NOTHING, Opening } from "./opening";
import { byId, made, painter } from "./page";
import { ProofView } from "./proof";
import { Share, type Source } from "./share";
import { listen, listShortcuts, type Shortcut } from "./shortcuts";
import { Sides } from "./sides";
import { Tabs } from "./tabs";
import { ask, notify, say, tellState } from "./telling";
import { Timeline } from "./timeline";
import { Two } from "./two";
import { ValuesView } from "./values";
import type { Wire } from "./wire";
import { switchLanguage, t, writeTexts } from "./words";

const PROOF_REST = 2000;
const HEAT_INTERVAL = 125;
const START: At = { type: "At", state: "paused", moment: 0, frame: 0, line: 0, column: 0, length: 0, words: "", statements: 0, rate: 0 };

export class Studio {
  private opened: Opened | null = null;
  private at: At = START;
  /** The events of the run, as the prover has counted them. */
  private expected = 0;
  private proofTimer = 0;
  private programs: Program[] = [];

  private readonly send = (message: ToPython) => this.session.send(message);
  private readonly machine = new Machine();
  private readonly goer = new Goer(this.send);
  private readonly moments = new Moments(this.send);
  private readonly timeline = new Timeline((moment, settled) => this.go(moment, settled), () => this.command({ type: "Pause" }));
  private readonly values = new ValuesView((line) => this.sides.listing.show(line), () => this.tabs.show("arrays"));
  private readonly arrays = new ArraysView((names) => this.send({ type: "Watch", names }));
  private readonly events = new EventsView(
    (first, count) => this.send({ type: "Rows", first, count }),
    (row) => this.goToEvent(row.event, row.line),
  );
  private readonly proof = new ProofView();
  private readonly sides = new Sides((name) => this.values.value(name), (side) => this.opening.edited(side));
  private readonly opening = new Opening(this.sides, () => this.at, (open, goesOn) => this.reopen(open, goesOn));
  private readonly controls = new Controls((message) => this.command(message), () => this.events.follow());
  private readonly beginning = new Beginning(this.send, this.controls);
  private readonly console = new Console(this.send, this.machine);
  private readonly numbers = new Numbers((seed) => this.opening.setSeed(seed), (sizes) => this.opening.setSizes(sizes));
  private readonly share = new Share(this.source(), this.machine, this.timeline);
  private readonly tabs = new Tabs(() => this.tabShown());
  private readonly two = new Two(() => this.opening.open.seed ?? 1);
  private readonly shortcuts: Shortcut[];
  private readonly repaint = painter(() => this.paint());

  constructor(
    private readonly session: Wire,
    private readonly prover: Wire,
  ) {
    const deeds = this.deeds();
    this.shortcuts = shortcutsTo(deeds);
    listenToButtons(deeds);
    listen(this.shortcuts);
    this.listenToWires();
    setInterval(() => this.sides.paintHeat(this.at.moment), HEAT_INTERVAL);
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
    this.session.onclose = () => notify(t("gone"), true);
  }

  private handlers(): Handlers {
    return {
      Welcome: (message) => this.welcome(message),
      Opened: (message) => this.show(message),
      At: (message) => this.stand(message),
      Picture: (message) => this.machine.show(message),
      Heat: (message) => this.sides.warm(message),
      Marks: (message) => this.mark(message),
      Values: (message) => {
        this.values.show(message);
        this.arrays.show(message.arrays);
      },
      Events: (message) => {
        if (message.rows.length) this.events.fill(message);
        else this.moments.answered(message.first);
      },
      Asks: (message) => ask(message.guide),
      Played: (message) => this.keep(message.log),
      PortLines: (message) => {
        this.sides.addPortLines(message.first, message.lines);
        this.repaint();
      },
      Proof: (message) => this.showProof(message),
      Failed: (message) => notify(message.words, true),
    };
  }

  private welcome(message: Welcome): void {
    const { programs, opens } = message;
    this.programs = programs;
    this.sides.dictionary.fill(message.words);
    this.console.fill(message.keys);
    const link = this.linked();
    const open: Open = link ?? { ...opens, type: "Open" };
    this.offer(programs, open.program === "");
    this.two.fill(programs);
    this.opening.begin(open, !opens.program, !link?.moment);
  }

  /** What the address asks for; a damaged one is told of. */
  private linked(): Open | null {
    try {
      return openedByLink(location.hash);
    } catch {
      notify(t("badLink"), true);
      return null;
    }
  }

  private offer(programs: Program[], ownFiles: boolean): void {
    const own = made("option", { value: "", textContent: t("ownFiles"), hidden: !ownFiles });
    const options = programs.map((each) => made("option", { value: each.name, textContent: each.title, title: each.technique }));
    byId("program").replaceChildren(own, ...options);
  }

  private show(opened: Opened): void {
    this.opened = opened;
    this.opening.open.seed = opened.seed;
    this.sides.show(opened);
    this.tellWhat(opened);
    this.numbers.show(opened.seed, opened.sizes);
    this.forget();
    this.prove();
    this.two.again();
    this.controls.tellPace();
    this.beginning.begin();
  }

  private tellWhat(opened: Opened): void {
    byId<HTMLSelectElement>("program").value = opened.program;
    document.title = `${opened.title} · retromaze studio`;
    byId("trust").hidden = opened.trusted;
    const technique = this.programs.find((each) => each.name === opened.program)?.technique;
    this.opening.tell(technique ?? opened.title);
  }

  /** Nothing of the run before is true of this one. */
  private forget(): void {
    this.at = START;
    this.expected = 0;
    this.sides.forget();
    this.timeline.clear();
    this.values.clear();
    this.arrays.clear();
    this.events.clear();
    this.share.clear();
    this.sides.tellProblems(this.at);
    this.repaint();
  }

  private stand(at: At): void {
    const before = this.at;
    this.at = at;
    this.beginning.stand(at);
    this.controls.setState(at.state);
    if (at.state !== before.state) this.say(at);
    if (at.state === "going") this.timeline.wait();
    else this.answered(at);
    this.repaint();
  }

  private say(at: At): void {
    say(at);
    this.sides.tellProblems(at);
  }

  private answered(at: At): void {
    this.goer.answered();
    this.moments.stand(at);
  }

  private mark(marks: Marks): void {
    this.sides.errorAt = marks.error;
    this.timeline.setMarks(marks);
    this.sides.tellProblems(this.at);
  }

  // ---- the proof

  private get difference(): Difference | null {
    return this.proof.proof?.difference ?? null;
  }

  /** What the player did is in the links at once; the prover checks it once he rests. */
  private keep(log: Log): void {
    if (!this.opening.keep(log)) return;
    clearTimeout(this.proofTimer);
    this.proofTimer = window.setTimeout(() => this.prove(), PROOF_REST);
  }

  private prove(): void {
    this.proof.begin();
    this.markDifference();
    this.prover.send({ ...this.opening.open, moment: 0 });
  }

  private showProof(proof: Proof): void {
    this.proof.show(proof);
    this.markDifference();
    if (proof.done === 1) this.expected = proof.events;
    this.repaint();
  }

  private markDifference(): void {
    const { difference } = this;
    const here = difference && difference.seed === this.opening.open.seed ? difference.moment : -1;
    this.timeline.setDifference(here);
    this.sides.markDifference(difference);
    this.events.difference = here;
    this.events.repaint();
  }

  private goToDifference(): void {
    const { difference } = this;
    if (!difference) return;
    const { seed, moment } = difference;
    if (seed === this.opening.open.seed) this.go(moment, true);
    else this.opening.again({ seed, moment, log: NOTHING }, false);
    this.sides.showDifference(difference);
  }

  // ---- painting

  private paint(): void {
    const { at } = this;
    const total = Math.max(at.length, this.sides.track.length, this.expected);
    this.sides.setPlace(at);
    this.timeline.setPlace(at.moment, at.length, total);
    this.events.setPlace(at.moment, at.length);
    tellState(at);
    const edited = this.opening.open.port == null ? "" : t("edited");
    byId("port-note").textContent = [edited, this.opened?.parts[at.line]].filter(Boolean).join(" · ");
  }

  private tabShown(): void {
    this.events.repaint();
    this.arrays.repaint();
    this.arrays.tell();
    this.sides.measure();
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

  // ---- what the reader does

  private reopen(open: Open, goesOn: boolean): void {
    clearTimeout(this.proofTimer);
    this.beginning.expect(open.moment ?? 0, goesOn);
    this.send(open);
  }

  private command(message: ToPython): void {
    if (message.type !== "Pace") this.beginning.leave();
    if (message.type === "Pause") this.timeline.release();
    this.send(message);
    this.two.hear(message);
  }

  private go(moment: number, settled: boolean): void {
    this.beginning.leave();
    this.goer.go(moment, settled);
  }

  private goToEvent(event: number, line: number): void {
    this.events.follow();
    this.go(event + 1, true);
    this.sides.showEvent(event, line);
  }

  private answer(text: string): void {
    this.send({ type: "Answer", text });
    this.machine.frame.focus();
  }

  private changeLanguage(): void {
    switchLanguage();
    this.rewrite();
  }

  private source(): Source {
    return {
      name: () => this.opened?.program || "retromaze",
      moment: () => this.at.moment,
      link: () => linkOf(this.opening.open, this.at.moment),
      showMoment: (moment, settled) => this.moments.show(moment, settled),
      say: (words) => notify(words),
    };
  }

  private deeds(): Deeds {
    const { opening, controls, machine } = this;
    return {
      choose: (program) => opening.choose(program),
      trust: () => opening.trust(),
      restore: (side) => opening.restore(side),
      answer: (text) => this.answer(text),
      forget: () => this.send({ type: "Forget" }),
      check: (seeds) => this.prover.send({ type: "Check", seeds }),
      showProof: () => this.tabs.show("proof"),
      showDifferent: (side) => this.sides.showDifference(this.difference, [side]),
      goToDifference: () => this.goToDifference(),
      togglePad: () => this.console.togglePad(),
      fullScreen: () => machine.fullScreen(),
      changeLanguage: () => this.changeLanguage(),
      toggle: () => controls.toggle(),
      step: () => controls.step(),
      back: () => controls.back(),
      faster: (by) => controls.faster(by),
      renewSeed: () => this.numbers.renew(),
    };
  }
}
