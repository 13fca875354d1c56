// The page as a whole: passes messages of session and prover to the panes, and the reader's actions to both.
import { Address } from "./address";
import { Asking } from "./answer_card";
import { ArraysView } from "./arrays";
import { CallsView } from "./calls";
import { type Closed, type Handlers, noteArrival, type Channel } from "./channel";
import { Consent } from "./consent";
import { Beginning, Controls, READING_PACE } from "./controls";
import { ArrayDrawing } from "./diagrams";
import { byId, chooseFiles, dropFiles, oncePerFrame, reveal } from "./elements";
import { EventsView } from "./events";
import { Curve } from "./expression_curve";
import { Layout, TABBED } from "./layout";
import { LessonView } from "./lesson";
import { LONGEST } from "./limits";
import { listenToMenus } from "./menus";
import type { At, Failed, FromPython, LessonStep, LessonText, ListingRead, Marks, Mistaken, Open, Opened, ToPython, Watch, Welcome } from "./messages";
import { Glimpse, Moments, SeekQueue } from "./moments";
import { NotesView } from "./notes";
import { announce, hideBadNews, notify, showQuestion, showState } from "./notices";
import { type NumberAt, NumberDrag } from "./number_drag";
import { Heading, NEW, Opening, UNNAMED } from "./open_program";
import { Ghost, Trace } from "./overlays";
import { Panes, type Side, SIDES } from "./panes";
import { base64Of } from "./pixels";
import { Console } from "./player_input";
import { Checking } from "./proof";
import { Machine } from "./screens";
import { SecondProgram } from "./second_program";
import { Numbers } from "./seed_and_sizes";
import { Share, type Source } from "./share";
import { listen, listShortcuts, type Shortcut } from "./shortcuts";
import { Speaker } from "./speaker";
import { MovingView } from "./sprites_and_layers";
import { Stops } from "./stops";
import { Tabs } from "./tabs";
import { Timeline } from "./timeline";
import { beginIn, pageLanguage, setPythonWords, setWords, switchLanguage, t, translated, writeTexts } from "./translation";
import { Rounds, ValuesView } from "./values";

const HEAT_INTERVAL = 125;
/** Milliseconds that a run is paused before the port is run to the same place. */
const PORT_INTERVAL = 150;
/** The most bytes of a file that is opened as a listing: its base64 in a message has four letters for three bytes. */
const LONGEST_FILE = LONGEST / 2;
const START: At = { type: "At", state: "paused", moment: 0, frame: 0, line: 0, column: 0, length: 0, words: "", statements: 0, rate: 0, acted: false, edition: 0 };

export class Studio {
  private opened: Opened | null = null;
  /** The program whose lesson is known or requested. */
  private lessonProgram: string | null = null;
  private at: At = START;
  /** The moment of the values that are shown; null before the first. */
  private valuesAt: number | null = null;
  /** Whether the state and the place have to be announced to screen readers. */
  private unannounced = false;
  /** The moment that the timeline shows, and whether the reader has dragged it there ahead of the run. */
  private shown = { moment: 0, ahead: false };
  private portTimer = 0;

  private readonly send = (message: ToPython) => {
    this.controls.noteSent(message);
    this.asking.noteSent(message);
    this.session.send(message);
  };
  private readonly layout = new Layout();
  private readonly machine = new Machine(this.layout);
  private readonly seeks = new SeekQueue(this.send);
  private readonly moments = new Moments(this.send);
  private readonly glimpse = new Glimpse((message) => this.session.send(message));
  private readonly timeline = new Timeline((moment, settled) => this.go(moment, settled), () => this.command({ type: "Pause" }), this.glimpse);
  private readonly rounds = new Rounds((number) => this.command({ type: "GoStatement", number }), this.send);
  private readonly values = new ValuesView((line) => this.panes.listing.show(line), () => this.tabs.choose("arrays"), (name) => this.asking.askValue(name, -1, name), (name) => this.nameAt("listing", name), this.rounds, (text) => this.curve.ask(text));
  private readonly arrays = new ArraysView(
    () => this.watch(),
    (name) => this.values.portName(name),
    (...asked) => this.asking.askValue(...asked),
    (words) => this.drawing.want(words),
  );
  private readonly calls = new CallsView((statement) => this.command({ type: "GoStatement", number: statement }));
  private readonly notes = new NotesView((line) => this.showLine("listing", line));
  /** What was watched last. */
  private watched: Watch = { type: "Watch", names: [], calls: false, notes: false };
  private readonly speaker = new Speaker((listening) => this.send({ type: "Listen", listening }));
  private readonly moving = new MovingView(this.machine, this.send);
  private readonly events = new EventsView(
    (first, count) => this.send({ type: "Rows", first, count }),
    (row) => this.goToEvent(row.event, row.line),
    this.glimpse,
  );
  private readonly lesson = new LessonView(
    (lesson, step) => this.goToStep(lesson, step),
    (side, line) => this.showLine(side, line),
    (step, side) => {
      const { text, edition } = this.panes[side];
      this.judged = { side, edition };
      if (side === "port") this.checking.judge(step, text, pageLanguage());
      else this.send({ type: "JudgeAnswer", step, listing: text, language: pageLanguage() });
    },
    () => this.watchData(),
    () => this.askForLesson(),
    (side, text) => this.panes[side].write(text),
  );
  private readonly drawing = new ArrayDrawing(
    () => this.watchData(),
    (element) => this.arrays.point(element),
    (element) => this.arrays.ask(element),
  );
  /** The diagram of the data that was requested last. */
  private watchedData = { draws: "", by_itself: false };
  /** The text that is judged, and its edition: a verdict on a text that was edited since is dropped. */
  private judged: { side: Side; edition: number } = { side: "listing", edition: 0 };
  private readonly panes = new Panes(
    (side, name) => this.values.describe(side, name),
    (side, pastedOver) => this.edited(side, pastedOver),
    () => this.stops.sendStops(),
    () => this.opening.run(),
    (side, word) => this.nameAt(side, word),
    new NumberDrag((number, text) => this.dragged(number, text), () => this.opening.dragEnds()),
  );
  private readonly ghost = new Ghost(this.machine);
  private readonly opening = new Opening(this.panes, () => this.at, () => this.controls.runs || this.controls.plays || this.beginning.isNear, (open, goesOn) => this.reopen(open, goesOn));
  private readonly consent = new Consent((hash) => {
    this.opening.consent(hash);
    this.checking.begin();
  });
  private readonly heading = new Heading(this.opening);
  private readonly address = new Address(this.opening, (step, moves) => this.lesson.want(step, moves));
  private readonly checking: Checking;
  private readonly controls = new Controls((message) => this.command(message), () => this.events.follow());
  private readonly beginning = new Beginning(this.send, this.controls);
  private readonly curve = new Curve(this.timeline, (moment) => this.go(moment, true), (message) => this.command(message));
  private readonly stops = new Stops(this.panes, this.send, (text) => this.curve.ask(text));
  private readonly console = new Console(this.send, this.machine);
  private readonly numbers = new Numbers((seed) => this.opening.setSeed(seed), (sizes) => this.opening.setSizes(sizes));
  private readonly share = new Share(this.source(), this.machine, this.timeline, this.send);
  private readonly asking = new Asking(this.machine, this.panes, this.send, (message) => this.command(message), (event, line) => this.goToEvent(event, line), () => this.checking.follows);
  private readonly trace = new Trace(this.machine, this.send);
  private readonly tabs = new Tabs(() => this.tabShown());
  private readonly second = new SecondProgram(
    () => this.opening.open,
    this.layout,
    (other) => this.checking.compareWith(other),
    (moment) => {
      this.timeline.flag("parting", moment);
      this.go(moment, true);
    },
  );
  private readonly shortcuts: Shortcut[] = [
    { key: " ", name: "runPause", act: () => this.controls.toggle() },
    { key: ".", name: "step", act: () => this.controls.step() },
    { key: ",", name: "back", act: () => this.controls.back() },
    { key: "+", name: "faster", act: () => this.controls.faster(1) },
    { key: "-", name: "slower", act: () => this.controls.faster(-1) },
    { key: "n", name: "seedNew", act: () => this.numbers.renew() },
    { key: "p", name: "askPicture", act: () => this.asking.aim.turn() },
    { key: "s", name: "sound", act: () => this.speaker.toggle() },
    { key: "f", name: "fullScreen", act: () => this.machine.fullScreen() },
    { key: "?", name: "help", act: () => byId("more").toggleAttribute("open") },
  ];
  private readonly repaint = oncePerFrame(() => this.paint());

  constructor(
    private readonly session: Channel,
    prover: Channel,
  ) {
    this.timeline.onShown = (moment, ahead) => {
      this.shown = { moment, ahead };
      this.updateUnsettled();
    };
    this.checking = new Checking(prover, this.opening, this.panes, this.timeline, this.events, (moment) => this.go(moment, true));
    this.listenToButtons();
    listen(this.shortcuts);
    listenToMenus();
    this.listenToChannels(prover);
    setInterval(() => this.panes.paintHeat(this.at.moment), HEAT_INTERVAL);
    this.rewrite();
  }

  // ---- messages

  private listenToChannels(prover: Channel): void {
    const handlers = this.handlers();
    const take = (message: FromPython) => (handlers[message.type] as ((message: FromPython) => void) | undefined)?.(message);
    // Messages about texts that are no longer open are dropped.
    this.session.onmessage = (message) => {
      noteArrival(this.session, message);
      const news = message.type === "Opened" || message.type === "Failed" || message.type === "Mistaken" || !("edition" in message);
      if (news || message.edition === this.opened?.edition) take(message);
    };
    prover.onmessage = (message) => {
      if (message.type === "Judged") take(message);
      if (!("edition" in message && this.checking.wants(message))) return;
      if (message.type === "Failed") {
        notify(translated(message.words), true);
        this.lesson.forgetVerdict();
        this.second.giveUp();
      }
      else if (["Proof", "PortLines", "PortValues", "RunsDiffer"].includes(message.type)) take(message);
    };
    this.session.onclose = (why) => this.showClosed(why);
  }

  private handlers(): Handlers {
    return {
      Welcome: (message) => this.welcome(message),
      Opened: (message) => this.show(message),
      At: (message) => this.setPlace(message),
      Picture: (message) => this.machine.show(message),
      Glimpsed: (message) => this.glimpse.take(message),
      Heat: (message) => this.panes.addHeat(message),
      Marks: (message) => this.mark(message),
      Values: (message) => {
        this.valuesAt = message.moment;
        this.updateUnsettled();
        this.values.show(message);
        this.arrays.show(message.arrays);
        this.settle(this.at);
      },
      CallTree: (message) => this.calls.show(message),
      Notes: (message) => this.notes.show(message),
      SoundTables: (message) => this.speaker.learn(message),
      Sounds: (message) => this.speaker.play(message),
      MovingInView: (message) => this.moving.show(message),
      ChosenInView: (message) => this.moving.follow(message),
      DiagramInView: (message) => {
        if (document.body.dataset.tab === "lesson") this.lesson.showData(message);
        else {
          this.drawing.show(message);
          this.arrays.drawnFrom(message.draws);
        }
      },
      // While another program is being opened it is dropped: the lesson is requested again afterwards.
      LessonText: (message) => this.opening.waits || this.lesson.show(message),
      Judged: (message) => {
        if (this.judged.edition === this.panes[this.judged.side].edition) this.lesson.showVerdict(message);
      },
      Events: (message) => {
        if (message.rows.length) this.events.fill(message);
        else this.moments.answered(message.first);
      },
      Drawn: (message) => {
        this.asking.show(message);
        this.trace.update();
      },
      DrawnIn: (message) => {
        this.asking.showArea(message);
        this.trace.update();
      },
      OrderTraced: (message) => this.trace.show(message),
      Stored: (message) => this.asking.showOrigin(message),
      Asks: (message) => showQuestion(message.guide),
      Played: (message) => this.checking.keep(message.log),
      GameFile: (message) => this.share.keepGame(message.text),
      ListingRead: (message) => this.takeListing(message),
      GameRead: (message) => {
        if (this.choseSince) return;
        this.address.leave();
        this.opening.play(message);
      },
      History: (message) => this.curve.show(message),
      RoundsFound: (message) => this.rounds.fill(message),
      PortLines: (message) => {
        this.panes.addPortLines(message);
        this.stops.sendStops();
        this.askForPort();
        this.asking.updatePort();
        this.repaint();
      },
      RunsDiffer: (message) => this.second.differ(message),
      PortValues: (message) => {
        this.values.beside(message);
        this.arrays.repaint();
      },
      Proof: (message) => {
        this.checking.show(message);
        this.asking.updatePort();
        this.repaint();
      },
      Failed: (message) => this.fail(message),
      Mistaken: (message) => this.showMistakes(message),
    };
  }

  private welcome(message: Welcome): void {
    const { programs, opens, words, keys } = message;
    if (beginIn(opens.language ?? "")) this.rewrite();
    this.panes.dictionary.fill(words);
    this.console.fill(keys);
    this.heading.offer(programs, opens.program === "");
    this.second.fill(programs);
    const { linked, kept } = this.address;
    this.address.requestStep(kept?.open ?? linked);
    this.opening.begin({ ...opens, type: "Open" }, linked, kept);
  }

  private show(opened: Opened): void {
    const another = opened.program !== this.opened?.program || opened.title !== this.opened.title;
    this.machine.begin(another);
    if (another || opened.is_played !== this.opened?.is_played) for (const each of [this.asking, this.console]) each.setPlayed(opened.is_played);
    this.opened = opened;
    if (opened.pace) this.controls.propose(opened.pace);
    const foreign = this.opening.arrive(opened);
    this.panes.show(opened, foreign, this.opening.waits);
    this.askConsent(opened, foreign.port);
    this.heading.show(opened);
    byId("unwritten").hidden = !opened.port_waits;
    setWords(byId("write-port"), "writePort");
    byId("not-ported").hidden = !opened.not_ported.length;
    setPythonWords(byId("not-ported"), opened.not_ported.join("\n"));
    this.drawing.open(opened.program);
    this.offerPanels(opened);
    this.numbers.show(opened.seed, opened.sizes);
    this.forget();
    this.address.arrive(foreign.entry);
    this.checking.begin();
    this.controls.begin();
    this.speaker.begin();
    this.second.again();
    this.controls.sendPace();
    // While another program has been requested, Play would start that one.
    if (!this.opening.waits) this.beginning.begin();
    this.stops.begin();
  }

  /** Shows the tabs of the panels that have something to show, and the lesson if a link leads to it. */
  private offerPanels(opened: Opened): void {
    const another = opened.program !== this.lessonProgram;
    if (!this.hasLesson) this.lesson.want(0, false);
    const known = !another && this.lesson.known;
    if (another) this.lesson.clear();
    this.lessonProgram = opened.program;
    const { shown } = this.tabs;
    // A program that a link has opened has no pace of its own; its first tab is not the lesson.
    this.tabs.offer(opened.panels, another && opened.pace !== null);
    if (this.lesson.isWanted && this.tabs.shown !== "lesson") this.tabs.show("lesson");
    else if (!known && this.tabs.shown === shown) this.askForLesson();
    this.lesson.turnToWanted();
  }

  private get hasLesson(): boolean {
    return this.opened?.panels.includes("lesson") ?? false;
  }

  /** Requests the lesson once its tab is shown, in the page's language; with moments only if a step is wanted. */
  private askForLesson(): void {
    const { lesson } = this;
    if (this.opening.waits || !this.hasLesson || this.tabs.shown !== "lesson" || (lesson.known && !lesson.wantsMoments)) return;
    this.send({ type: "AskLesson", language: pageLanguage(), moments: lesson.isWanted });
  }

  /** Shows a line of a text, which is a tab on a small page. */
  private showLine(side: Side, line: number): void {
    if (TABBED.matches) this.tabs.show(side);
    this.panes[side].show(line);
  }

  /** Takes the run to a step of the lesson, after opening the run that the lesson is about, if another one is open. */
  private goToStep(lesson: LessonText, step: LessonStep): void {
    const { opening } = this;
    const { seed, sizes, listing, port, log } = opening.open;
    const same = seed === lesson.seed && (log ?? "") === lesson.log && JSON.stringify(sizes ?? {}) === JSON.stringify(lesson.sizes);
    if (!same || listing != null || port != null) {
      this.address.leave();
      opening.teach(lesson);
      this.controls.propose(READING_PACE);
    }
    if (step.statement) this.command({ type: "GoStatement", number: step.statement });
  }

  /** Reports a failed request; if it was an Open, what was open stays open. */
  private fail({ words, edition }: Failed): void {
    this.asking.giveUp();
    this.curve.giveUp();
    this.lesson.forgetVerdict();
    if (this.lesson.known) this.lesson.want(0, false);
    this.keepOpen(edition);
    // last, because opening something else removes earlier bad news
    notify(translated(words), true);
  }

  /** Reports the errors of an edited listing; the run before the edit stays visible. */
  private showMistakes(mistaken: Mistaken): void {
    if (!this.keepOpen(mistaken.edition)) return;
    this.panes.showProblems(this.at, mistaken);
    byId("said").textContent = translated(mistaken.words);
  }

  /** Keeps what is open, because an Open has failed; returns whether that was the last one. */
  private keepOpen(edition: number): boolean {
    if (!this.opening.refuse(edition) || !this.opened) return false;
    this.askConsent(this.opened, this.panes.foreign.port);
    setWords(byId("write-port"), "writePort");
    this.beginning.giveUp();
    this.checking.goBack();
    this.second.stay();
    this.heading.show(this.opened);
    this.numbers.putBack(this.opened.seed, this.opened.sizes);
    this.address.keepSoon();
    this.askForLesson();
    return true;
  }

  private showClosed(why: Closed): void {
    notify(t(why === "gone" ? "startAgain" : "notLetIn"), true);
    this.asking.giveUp();
    this.setPlace({ ...this.at, state: "gone", words: "" });
  }

  /** Clears everything that belongs to the run before. */
  private forget(): void {
    this.at = START;
    this.valuesAt = null;
    this.checking.expected = 0;
    this.panes.forget();
    const { timeline, curve, glimpse, values, arrays, calls, notes, moving, events, share, trace } = this;
    for (const each of [timeline, curve, glimpse, values, arrays, calls, notes, moving, events, share, trace]) each.clear();
    this.asking.close();
    this.panes.showProblems(this.at);
    this.repaint();
  }

  private setPlace(at: At): void {
    const before = this.at;
    this.at = at;
    this.updateUnsettled();
    this.values.setPlace(at);
    this.beginning.setPlace(at);
    this.controls.setState(at.state);
    for (const each of [this.asking, this.curve, this.trace]) each.setPlace(at);
    if (at.state === "ended") this.machine.end();
    if (at.state !== "running") this.speaker.rest();
    if (at.state !== "running" && at.state !== "going") this.address.keepSoon();
    this.stops.setPlace(at);
    if (at.state !== "running" && at.state !== "going") this.askForPort();
    if (at.state !== before.state) {
      // A single step runs for a moment too, which is not announced.
      this.unannounced = at.state !== "running" || this.controls.plays;
      if (at.state !== "asking") byId("asks").hidden = true;
      this.panes.showProblems(at);
    } else if (at.state === "paused" && at.statements !== before.statements) this.unannounced = true;
    if (at.state === "going") this.timeline.wait();
    else {
      this.seeks.answered();
      this.moments.setPlace(at);
    }
    this.repaint();
  }

  /** Dims values of another moment than the one shown, until its own arrive; not while the run goes on, which they follow. */
  private updateUnsettled(): void {
    const { moment, ahead } = this.shown;
    const follows = this.at.state === "running" && !ahead;
    document.body.classList.toggle("unsettled", !follows && this.valuesAt !== null && this.valuesAt !== moment);
  }

  /** Requests the port's variables where the run is paused; of quick single steps only for the last one. */
  private askForPort(): void {
    clearTimeout(this.portTimer);
    this.portTimer = window.setTimeout(() => {
      if (this.at.state !== "running" && this.at.state !== "going") this.checking.askForValues(this.at.moment);
    }, PORT_INTERVAL);
  }

  private mark(marks: Marks): void {
    this.panes.errorAt = marks.error;
    this.timeline.setMarks(marks);
    this.panes.showProblems(this.at);
  }

  // ---- painting

  private paint(): void {
    const { at } = this;
    const total = Math.max(at.length, this.panes.track.length, this.checking.expected);
    this.panes.setPlace(at);
    this.timeline.setPlace(at.moment, at.length, total, at.state);
    this.events.setPlace(at.moment, at.length);
    showState(at, this.controls.runs);
    if (this.unannounced) announce(at, at.state === "paused" || at.state === "ended" ? this.panes.linesNow(at) : []);
    this.unannounced = false;
    const { unanswered } = this.panes;
    const edited = this.opening.open.port == null ? "" : t("edited");
    byId("port-note").textContent = [edited, this.opened?.parts[at.line], unanswered && t(unanswered)].filter(Boolean).join(" · ");
  }

  private tabShown(): void {
    const { layout, events, arrays, calls, notes, moving } = this;
    layout.onChange();
    for (const each of [events, arrays, calls, notes, moving]) each.repaint();
    moving.updateWatched();
    this.watch();
    this.watchData();
    this.askForLesson();
    this.panes.measure();
  }

  /** Requests what is large only while it is visible: whole arrays, the tree of calls, the notes. */
  private watch(): void {
    const watched: Watch = { type: "Watch", names: this.arrays.whole, calls: this.calls.visible, notes: this.notes.visible };
    if (JSON.stringify(watched) === JSON.stringify(this.watched)) return;
    this.watched = watched;
    this.send(watched);
  }

  /** Requests a diagram of the data only while its tab is shown. */
  private watchData(): void {
    const { tab } = document.body.dataset;
    const by_itself = tab === "arrays";
    const draws = tab === "lesson" ? this.lesson.draws : by_itself ? this.drawing.words : "";
    const before = this.watchedData;
    if (draws === before.draws && by_itself === before.by_itself) return;
    this.watchedData = { draws, by_itself };
    this.send({ type: "WatchDiagram", draws, by_itself, language: pageLanguage() });
  }

  /** Marks a name that the reader points at and its counterpart, in their rows and in both texts. */
  private nameAt(side: Side, word: string): void {
    const names = this.values.names(side, word);
    this.panes.setNamed(names);
    this.values.mark(names?.listing ?? "");
  }

  /** Writes every text in the page's language. */
  private rewrite(): void {
    writeTexts();
    byId("language").textContent = t("otherLanguage");
    listShortcuts(this.shortcuts);
    for (const each of [this.controls, this.stops, this.second, this.checking]) each.rewrite();
    this.heading.rewrite(this.opened);
    for (const each of [this.timeline, this.calls, this.notes, this.moving]) each.repaint();
    this.lesson.clear();
    this.askForLesson();
    this.panes.rewrite();
    this.repaint();
  }

  // ---- the reader's actions

  private reopen(open: Open, goesOn: boolean): void {
    this.consent.wait();
    this.checking.leave();
    hideBadNews();
    if (!open.holds) this.ghost.forget();
    this.share.giveUp();
    if (open.program !== this.opened?.program) this.second.giveUp();
    this.moments.arrive();
    this.beginning.expect(open.moment ?? 0, goesOn);
    this.send(open);
  }

  private edited(side: Side, pastedOver: string | null): void {
    this.consent.wait();
    this.checking.leave();
    this.lesson.forgetVerdict();
    const { listing, numbers } = this.panes;
    this.ghost.remember(this.at);
    if (numbers.active) this.opening.dragged(null);
    else if (side === "listing" && pastedOver !== null && this.opening.isAnother(listing.text, pastedOver)) this.openOwn(listing.text, UNNAMED);
    else this.opening.edited(side);
    this.address.keepSoon();
    this.repaint();
  }

  /** Sets a dragged number: as a size, if it is one, in both texts; any other is written into the listing. */
  private dragged({ from, variable }: NumberAt, text: string): void {
    const sizes = this.opened?.sizes ?? [];
    const size = sizes.find((each) => each.variable === variable && typeof each.value === "number");
    if (!size) return this.panes.listing.writeNumber(from, text);
    const wanted = Math.min(size.maximum ?? Infinity, Math.max(size.minimum ?? -Infinity, Number(text)));
    this.ghost.remember(this.at);
    this.opening.dragged({ ...Object.fromEntries(sizes.map((each) => [each.name, each.value])), [size.name]: size.odd ? wanted | 1 : wanted });
  }

  /** The run is paused and its values have arrived (after its picture): marks what an edit has changed in the picture. */
  private settle(at: At): void {
    if (this.opening.waits || (at.state !== "paused" && at.state !== "ended")) return;
    if (!this.panes.numbers.active && !this.panes.edited) {
      const count = this.ghost.look(at);
      if (count) {
        byId("said").textContent = t("pixelsChanged", { count });
        // the announcement of the state would replace it
        this.unannounced = false;
      }
    }
    this.opening.settle();
  }

  /** Opens a listing of the reader's own, pasted or from a file. */
  private openOwn(listing: string, name: string, goesOn = true): void {
    this.address.leave();
    this.opening.openOwn(listing, name, goesOn);
  }

  private async openListing(file: File): Promise<void> {
    if (file.size > LONGEST_FILE) return notify(t("longLog"), true);
    this.send({ type: "ReadListing", name: file.name, data: base64Of(new Uint8Array(await file.arrayBuffer())) });
  }

  /** Whether the reader has asked for something else since he opened a file that is read now. */
  private get choseSince(): boolean {
    return this.opened !== null && this.opening.waits;
  }

  /** Opens a file's listing. One whose coding was guessed does not run at once. */
  private takeListing({ name, text, coding }: ListingRead): void {
    if (this.choseSince) return;
    this.openOwn(text, name, !coding);
    if (coding) notify(t("readAs", { name, coding }));
  }

  /** Asks the reader to accept a foreign port, which is shown and not run before; not while its text is edited. */
  private askConsent(opened: Opened, foreign: boolean): void {
    if (!foreign) this.consent.rest();
    else if (this.panes.written("port")) this.consent.wait();
    else this.consent.ask(opened.hash, opened.changes, this.opening.portGiven);
  }

  private command(message: ToPython): void {
    if (message.type !== "Pace") this.beginning.leave();
    if (message.type === "Pause") this.timeline.release();
    this.send(message);
    this.repaint();
    this.second.noteSent(message);
  }

  private go(moment: number, settled: boolean): void {
    this.beginning.leave();
    this.seeks.go(moment, settled);
  }

  private goToEvent(event: number, line: number): void {
    this.events.follow();
    this.go(event + 1, true);
    this.panes.showEvent(event, line);
  }

  private source(): Source {
    return {
      name: () => this.opened?.program || "retromaze",
      moment: () => this.at.moment,
      link: () => this.address.copy(this.at.moment, this.tabs.shown === "lesson" ? this.lesson.number : 0),
      showMoment: (moment, settled) => this.moments.show(moment, settled),
    };
  }

  private listenToButtons(): void {
    const { opening } = this;
    byId("program").onchange = () => this.choose(byId<HTMLSelectElement>("program").value);
    chooseFiles("open-listing", "listing-file", (file) => void this.openListing(file));
    dropFiles((file) => void this.openListing(file));
    byId("bring-back").onclick = () => opening.bringBack(this.address.loses);
    byId("write-port").onclick = () => {
      const writes_port = !(opening.waits && opening.open.writes_port);
      opening.again({ writes_port });
      setWords(byId("write-port"), writes_port ? "stopWord" : "writePort");
    };
    for (const side of SIDES)
      byId(`${side}-restore`).onclick = () => {
        this.address.leave();
        opening.restore(side);
      };
    byId("asks").onsubmit = (event) => {
      event.preventDefault();
      byId("asks").hidden = true;
      this.send({ type: "Answer", text: byId<HTMLInputElement>("answer").value });
      this.machine.frame.focus();
    };
    byId("forget").onclick = () => this.send({ type: "Forget" });
    byId("verdict").onclick = () => {
      this.tabs.choose("proof");
      reveal(byId("proof-words"));
    };
    byId("notice").onclick = () => (byId("notice").hidden = true);
    byId("language").onclick = () => {
      switchLanguage();
      this.rewrite();
    };
  }

  /** Opens a program, or an empty listing to be written or pasted. */
  private choose(program: string): void {
    byId("program").blur();
    if (program === NEW) {
      this.openOwn("", UNNAMED);
      if (TABBED.matches) this.tabs.show("listing");
      this.panes.listing.view.focus();
      return;
    }
    this.address.leave();
    // a requested step is one of the program before
    this.lesson.want(0, false);
    this.controls.chosen = false;
    this.opening.choose(program, this.heading.sizesOf(program));
  }
}
