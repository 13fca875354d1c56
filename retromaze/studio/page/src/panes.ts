// The two texts side by side, the listing and its port, and what the run marks in them.
import type { Extension } from "@codemirror/state";
import { Editor, runKey, setCounts } from "./editor";
import { byId } from "./elements";
import { type Answer, blocksOf, isIn, linesIn, narrowest, pointing, setDifferent, setNamed, setPaired, setProblems, setStripes, type Stretch } from "./line_marks";
import type { At, Heat, Mistaken, Opened, PortLines, PortModule, Problem, ProvedDifference } from "./messages";
import type { NumberDrag } from "./number_drag";
import { answeringLine, portLanguage, PortTrack } from "./port";
import { Ribbon } from "./ribbon";
import { Dictionary, helpLooks, listingLanguage } from "./smilebasic";
import { setPythonWords, t } from "./translation";

export const SIDES = ["listing", "port"] as const;
export type Side = (typeof SIDES)[number];
export const OTHER: Record<Side, Side> = { listing: "port", port: "listing" };

export class Panes {
  readonly dictionary = new Dictionary();
  readonly track = new PortTrack();
  readonly listing: Editor;
  readonly port: Editor;
  /** A module that the port imports, shown while the lit line is in it. */
  private readonly module: Editor;
  private readonly ribbon: Ribbon;
  /** The event at which the run failed; -1 for none. */
  errorAt = -1;
  /** Whether the texts in the editors came by a link, and the reader has not accepted them. */
  readonly foreign: Record<Side, boolean> = { listing: false, port: false };
  /** Why no line of the port is lit, as a name of a text of the page; "" if one is, or if nothing is known. */
  unanswered: "" | "noAnswer" | "notHere" = "";
  private opened: Opened | null = null;
  /** The errors of edited texts that were not opened. */
  private mistaken: Mistaken | null = null;
  private editions = { listing: 0, port: 0 };
  /** The editions of the editors' texts that are open; -1 if the reader has written another text since. */
  private current = { listing: -1, port: -1 };
  private toReplace: Side[] = [];
  /** Whether the editor shows the reader's own listing, which was requested and is not open yet. */
  private showsRequested = false;
  private heat: number[] = [];
  private heatStale = false;
  /** The port's lit line; 0 for none, and if it is in a module. */
  private lit = 0;
  /** The side and the line that the reader points at. */
  private pointed = "";

  /**
   * `onEdit` receives the former text, if another was pasted over the whole of it. `onRun` runs the edited texts now.
   * `onName` receives the word that the reader points at, "" for none. `describe` returns the value of a side's variable, and of its counterpart; undefined for other words.
   */
  constructor(
    describe: (side: Side, name: string) => string | undefined,
    onEdit: (side: Side, pastedOver: string | null) => void,
    onStops: () => void,
    onRun: () => void,
    private readonly onName: (side: Side, word: string) => void,
    readonly numbers: NumberDrag,
  ) {
    const { dictionary } = this;
    const running = runKey(onRun);
    this.listing = new Editor(byId("listing"), () => t("listing"), [running, numbers.extension, listingLanguage(dictionary, (name) => describe("listing", name)), helpLooks, this.pairing("listing")], (pastedOver) => onEdit("listing", pastedOver), onStops, () => t("emptyListing"));
    this.port = new Editor(byId("port"), () => t("port"), [running, portLanguage(dictionary, (name) => describe("port", name)), helpLooks, this.pairing("port")], (pastedOver) => onEdit("port", pastedOver), onStops);
    this.module = new Editor(byId("module"), () => byId("module-name").textContent, [portLanguage(dictionary, (name) => describe("port", name))]);
    this.ribbon = new Ribbon(this.listing.view, this.port.view);
  }

  /** Writes all texts in the page's language. */
  rewrite(): void {
    for (const each of [this.listing, this.port, this.module]) each.rewrite();
  }

  /** Called when the texts were requested as they are now; those of the sides `another` are to be replaced, and locked until then. */
  expect(another: readonly Side[]): void {
    this.toReplace.push(...another);
    this.editions = { listing: this.listing.edition, port: this.port.edition };
    for (const side of another) this[side].lock(true);
  }

  /** Shows the requested listing, which can be edited already, before it is open. */
  showBrought(text: string): void {
    this.toReplace = this.toReplace.filter((side) => side !== "listing");
    this.listing.setText(text, true);
    this.listing.lock(false);
    this.current.listing = -1;
    this.showsRequested = true;
  }

  /** Shows the opened texts. One that was edited since it was requested stays; if another program has been requested (`waits`) both do. */
  show(opened: Opened, foreign: Readonly<Record<Side, boolean>>, waits: boolean): void {
    this.opened = opened;
    this.mistaken = null;
    for (const side of SIDES) {
      const isAnother = this.toReplace.includes(side);
      if (!isAnother && (waits || this[side].edition !== this.editions[side])) continue;
      this[side].setText(opened[side], isAnother);
      this.foreign[side] = foreign[side];
    }
    if (!waits) this.expectNothing();
    for (const side of SIDES) this.current[side] = this.written(side) ? -1 : this[side].edition;
    this.showModule(null);
    // The lines of an edited text correspond to nothing.
    const blocks = SIDES.some((side) => this.written(side)) ? [] : blocksOf(opened.answers.map((each) => narrowest(this.inPort(each))));
    for (const side of SIDES) this[side].mark(setStripes, blocks.map((each) => ({ lines: each[side], color: each.color })));
    this.ribbon.show(blocks);
  }

  /** Called when a request has failed: a listing that was shown before it was open is removed again. */
  keep(): void {
    if (this.opened && this.showsRequested && this.listing.edition === this.editions.listing) this.listing.setText(this.opened.listing, true);
    this.expectNothing();
  }

  private expectNothing(): void {
    this.toReplace = [];
    this.showsRequested = false;
    for (const side of SIDES) this[side].lock(false);
  }

  /** Whether the reader has edited a text since it was opened. */
  get edited(): boolean {
    return SIDES.some((side) => this[side].edition !== this.current[side]);
  }

  /** Whether a side's text differs from the open one. */
  written(side: Side): boolean {
    return this.opened !== null && this[side].text !== this.opened[side];
  }

  /** Clears what belongs to the run before. */
  forget(): void {
    this.heat = [];
    this.heatStale = true;
    this.errorAt = -1;
    this.track.clear();
  }

  setPlace(at: At): void {
    const { listing, port, current } = this;
    // The lines of an edited text are not those of the run.
    const known = { listing: listing.edition === current.listing, port: port.edition === current.port };
    listing.setPlace({ line: known.listing ? at.line : 0, column: at.column, lit: [] });
    this.setLight(at, known.listing && known.port ? this.opened?.answers[at.line] : undefined);
    this.ribbon.setPlace(at.line);
    this.heatStale = true;
  }

  /** Marks the port's lines that correspond to the listing's line; one of them is lit, in the port or in a module. */
  private setLight(at: At, answers: readonly Answer[] = []): void {
    const { track } = this;
    const [first] = this.opened?.modules ?? [];
    const { line, now } = answeringLine(track, answers, at, first?.first ?? Infinity);
    const module = this.moduleOf(line);
    const mine = this.inPort(answers);
    const breadths = [mine[0], mine.find((each) => isIn([each], line))].map((each) => each?.[2]);
    const lit = mine.filter((each) => breadths.includes(each[2])).map(([from, to]): Stretch => [from, to]);
    this.lit = module ? 0 : line;
    this.port.setPlace({ line: this.lit, column: 0, lit, elsewhere: !now });
    // While the run goes on a module stays visible: the lit line may be in it again at once.
    if (module || at.state !== "running") this.showModule(module);
    this.module.setPlace({ line: module ? line - module.first + 1 : 0, column: 0, lit: [], elsewhere: !now });
    this.unanswered = this.edited ? "" : !line ? "noAnswer" : now || !track.wayFrom(at.moment) ? "" : "notHere";
  }

  private moduleOf(line: number): PortModule | null {
    return this.opened?.modules.filter((each) => each.first <= line).pop() ?? null;
  }

  /** Shows a module below the port, null for none. */
  private showModule(module: PortModule | null): void {
    byId("module-part").hidden = !module;
    if (!module || byId("module-name").textContent === module.name) return;
    byId("module-name").textContent = module.name;
    this.module.setText(module.text, true);
  }

  /** The corresponding ranges that are in the port itself, not in a module. */
  private inPort(answers: readonly Answer[]): Answer[] {
    return answers.filter(([first]) => !this.moduleOf(first));
  }

  addPortLines(message: PortLines): void {
    this.track.add(message);
    this.heatStale = true;
  }

  addHeat(heat: Heat): void {
    if (heat.fresh) this.heat = [];
    for (const [line, count] of heat.lines) this.heat[line] = (this.heat[line] ?? 0) + count;
    this.heatStale = true;
  }

  paintHeat(moment: number): void {
    if (!this.heatStale || document.hidden) return;
    this.heatStale = false;
    this.listing.mark(setCounts, [...this.heat]);
    this.port.mark(setCounts, [...this.track.countTo(moment)]);
  }

  /**
   * Underlines errors in the texts, and the place where the run failed once it has ended; shows the message below the
   * listing. `mistaken`: the edited texts have errors; the run that is shown is of other texts.
   */
  showProblems({ state, line, column, words }: At, mistaken = this.mistaken): void {
    this.mistaken = mistaken;
    const failed = !mistaken && state === "ended" && this.errorAt >= 0;
    const problems: Problem[] = [...((mistaken ?? this.opened)?.problems ?? [])];
    if (failed && line > 0) problems.push({ side: "listing", line, column, words });
    for (const side of SIDES) this[side].mark(setProblems, problems.filter((each) => each.side === side));
    document.body.classList.toggle("mistaken", mistaken !== null);
    const told = byId("mistake");
    told.hidden = !mistaken && !failed;
    setPythonWords(told, mistaken?.words ?? words);
  }

  markDifference(difference: ProvedDifference | null): void {
    this.listing.mark(setDifferent, [difference?.listing_line ?? 0]);
    this.port.mark(setDifferent, [difference?.port_line ?? 0]);
  }

  showDifference(difference: ProvedDifference | null, sides: readonly Side[] = SIDES): void {
    for (const side of sides) this[side].show(difference?.[`${side}_line`] ?? 0);
  }

  showEvent(event: number, line: number): void {
    this.listing.show(line);
    this.port.show(this.track.lineOf(event));
  }

  /** The listing's lines to which these lines of the port correspond. */
  answeredBy(port: readonly number[]): number[] {
    const answers = this.opened?.answers ?? [];
    const answered = (line: number) => port.some((each) => isIn(answers[line] ?? [], each));
    return [...answers.keys()].filter(answered);
  }

  // ---- the counterparts of what the reader points at

  private pairing(side: Side): Extension {
    return pointing((line, chosen) => this.pair(side, line, chosen), (word) => this.onName(side, word));
  }

  /** Marks the lines of an event that has drawn; -1 for none. */
  pointEvent(event: number, line: number): void {
    this.pointed = "";
    this.listing.mark(setPaired, [line]);
    this.port.mark(setPaired, [event < 0 ? 0 : this.track.lineOf(event)]);
    this.ribbon.point([line]);
  }

  /** Marks a variable by its names on both sides; null for none. */
  setNamed(names: Record<Side, string> | null): void {
    for (const side of SIDES) this[side].mark(setNamed, names?.[side] ?? "");
  }

  /** Marks a line and its counterparts; scrolls to those of a chosen one. */
  private pair(side: Side, line: number, chosen: boolean): void {
    const pointed = line ? `${side} ${line}` : "";
    if (pointed === this.pointed && !chosen) return;
    this.pointed = pointed;
    const other = OTHER[side];
    const answers = line && !this.edited ? this.counterparts(side, line) : [];
    this[side].mark(setPaired, answers.length ? [line] : []);
    this[other].mark(setPaired, answers);
    this.ribbon.point(answers.length ? (side === "listing" ? [line] : answers) : []);
    if (chosen && answers[0]) this[other].show(answers[0]);
  }

  private counterparts(side: Side, line: number): number[] {
    const answers = this.opened?.answers ?? [];
    const nearest = (each: number) => narrowest(this.inPort(answers[each] ?? []));
    if (side === "port") return [...answers.keys()].filter((each) => isIn(nearest(each), line));
    return linesIn(nearest(line));
  }

  /** Measures the editors again: one that was hidden does not know its size. */
  measure(): void {
    for (const each of [this.listing, this.port, this.module]) each.view.requestMeasure();
    this.ribbon.repaint();
  }

  /** The first line of the port that corresponds to a line of the listing, 0 for none. */
  answerTo(line: number): number {
    const [answer] = this.inPort(this.opened?.answers[line] ?? []);
    return answer?.[0] ?? 0;
  }

  /** The run's statement and the port's lit line, with the numbers of their lines, to be announced. */
  linesNow(at: At): string[] {
    const lines = { listing: at.line, port: this.lit };
    return SIDES.filter((side) => lines[side] > 0).map((side) => `${t(side)} ${lines[side]}: ${this[side].statementText}`);
  }

  /** Shows a line of the listing and the port's line that corresponds to it. */
  showLine(line: number): void {
    this.listing.show(line);
    this.port.show(this.answerTo(line));
  }
}
