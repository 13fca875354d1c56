// The two texts side by side, the listing and its port, and what the run marks in them.
import type { Extension } from "@codemirror/state";
import { blocksOf, isIn, linesIn, narrowest, type Answer, type Block, type Stretch } from "./blocks";
import { Editor, runKey } from "./editor";
import { Dictionary, helpLooks, listingLanguage } from "./listing";
import type { At, Heat, Mistaken, Opened, PortLines, PortModule, Problem, ProvedDifference } from "./messages";
import { answeringLine } from "./light";
import type { NumberDrag } from "./number_drag";
import { byId } from "./page";
import { pointing } from "./pair_marks";
import { Ribbon } from "./ribbon";
import { portLanguage, PortTrack } from "./port";
import { t, setPythonWords } from "./words";

export const SIDES = ["listing", "port"] as const;
export type Side = (typeof SIDES)[number];
export const OTHER: Record<Side, Side> = { listing: "port", port: "listing" };

export class Panes {
  readonly dictionary = new Dictionary();
  readonly track = new PortTrack();
  readonly listing: Editor;
  readonly port: Editor;
  /** A module that the port imports, while the light is in it. */
  private readonly module: Editor;
  private readonly ribbon: Ribbon;
  /** The event at which the run failed; -1 for none. */
  errorAt = -1;
  /** Whether the texts that are seen came by a link, and nobody has said that they may be run. */
  readonly foreign: Record<Side, boolean> = { listing: false, port: false };
  /** Why no line of the port is lit, as a word of the page; "" where one is, or where nothing is known. */
  unanswered: "" | "noAnswer" | "notHere" = "";
  private opened: Opened | null = null;
  /** What is wrong in texts that are written in, and not opened. */
  private mistaken: Mistaken | null = null;
  private editions = { listing: 0, port: 0 };
  /** The editions of the editors' texts that are opened; -1 where the reader has written another text. */
  private current = { listing: -1, port: -1 };
  private another: Side[] = [];
  /** Whether the listing is seen that was brought, and that is not open yet. */
  private brought = false;
  private heat: number[] = [];
  private heatStale = false;
  /** The port's line that has the light; 0 for none, and where a module has it. */
  private lit = 0;
  /** The side and the line that the reader points at. */
  private pointed = "";

  /**
   * `onEdit` is told the text before, where another was pasted over the whole of it; `onRun` that what is written
   * is to run now, `onName` the word that the reader points at, "" for none. `held` tells what a variable of a side holds, on both sides; undefined for what is none.
   */
  constructor(
    held: (side: Side, name: string) => string | undefined,
    onEdit: (side: Side, pastedOver: string | null) => void,
    onStops: () => void,
    onRun: () => void,
    private readonly onName: (side: Side, word: string) => void,
    readonly numbers: NumberDrag,
  ) {
    const { dictionary } = this;
    const running = runKey(onRun);
    this.listing = new Editor(byId("listing"), () => t("listing"), [running, numbers.extension, listingLanguage(dictionary, (name) => held("listing", name)), helpLooks, this.pairing("listing")], (pastedOver) => onEdit("listing", pastedOver), onStops, () => t("emptyListing"));
    this.port = new Editor(byId("port"), () => t("port"), [running, portLanguage(dictionary, (name) => held("port", name)), helpLooks, this.pairing("port")], (pastedOver) => onEdit("port", pastedOver), onStops);
    this.module = new Editor(byId("module"), () => byId("module-name").textContent, [portLanguage(dictionary, (name) => held("port", name))]);
    this.ribbon = new Ribbon(this.listing.view, this.port.view);
  }

  /** In the page's language. */
  rewrite(): void {
    for (const each of [this.listing, this.port, this.module]) each.rewrite();
  }

  /** The texts have been asked for as they are now, or `another` in their place, which nobody can write in until it is there. */
  expect(another: readonly Side[]): void {
    this.another.push(...another);
    this.editions = { listing: this.listing.edition, port: this.port.edition };
    for (const side of another) this[side].lock(true);
  }

  /** The listing that has been asked for is known: it is seen, and can be written in, before it is open. */
  showBrought(text: string): void {
    this.another = this.another.filter((side) => side !== "listing");
    this.listing.setText(text, true);
    this.listing.lock(false);
    this.current.listing = -1;
    this.brought = true;
  }

  /** A text that has been written in since it was asked for stays; all texts do where something else is asked for by now. */
  show(opened: Opened, foreign: Readonly<Record<Side, boolean>>, waits: boolean): void {
    this.opened = opened;
    this.mistaken = null;
    for (const side of SIDES) {
      const isAnother = this.another.includes(side);
      if (!isAnother && (waits || this[side].edition !== this.editions[side])) continue;
      this[side].setText(opened[side], isAnother);
      this.foreign[side] = foreign[side];
    }
    if (!waits) this.expectNothing();
    for (const side of SIDES) this.current[side] = this.written(side) ? -1 : this[side].edition;
    this.showModule(null);
    // A text that is written in meanwhile has other lines.
    this.join(SIDES.some((side) => this.written(side)) ? [] : blocksOf(opened.answers.map((each) => narrowest(this.inPort(each)))));
  }

  private join(blocks: Block[]): void {
    for (const side of SIDES) this[side].setStripes(blocks.map((each) => ({ lines: each[side], color: each.color })));
    this.ribbon.show(blocks);
  }

  /** What was asked for is not to be had: a listing that was shown before it was open goes again. */
  keep(): void {
    if (this.opened && this.brought && this.listing.edition === this.editions.listing) this.listing.setText(this.opened.listing, true);
    this.expectNothing();
  }

  private expectNothing(): void {
    this.another = [];
    this.brought = false;
    for (const side of SIDES) this[side].lock(false);
  }

  /** Whether the reader has written something that is not opened. */
  get edited(): boolean {
    return SIDES.some((side) => this[side].edition !== this.current[side]);
  }

  /** Whether the reader has written what is not opened. */
  written(side: Side): boolean {
    return this.opened !== null && this[side].text !== this.opened[side];
  }

  /** Nothing of the run before is true of the next one. */
  forget(): void {
    this.heat = [];
    this.heatStale = true;
    this.errorAt = -1;
    this.track.clear();
  }

  setPlace(at: At): void {
    const { listing, port, current } = this;
    // A text that has been written in since has other lines than the run.
    const known = { listing: listing.edition === current.listing, port: port.edition === current.port };
    listing.setPlace({ line: known.listing ? at.line : 0, column: at.column, lit: [] }, true);
    this.setLight(at, known.listing && known.port ? this.opened?.answers[at.line] : undefined);
    this.ribbon.setPlace(at.line);
    this.heatStale = true;
  }

  /** The lines that do what the listing's line does: one of them is bright, in the port or in a module of its own. */
  private setLight(at: At, answers: readonly Answer[] = []): void {
    const { track } = this;
    const [first] = this.opened?.modules ?? [];
    const { line, now } = answeringLine(track, answers, at, first?.first ?? Infinity);
    const module = this.moduleOf(line);
    const mine = this.inPort(answers);
    const breadths = [mine[0], mine.find((each) => isIn([each], line))].map((each) => each?.[2]);
    const lit = mine.filter((each) => breadths.includes(each[2])).map(([from, to]): Stretch => [from, to]);
    this.lit = module ? 0 : line;
    this.port.setPlace({ line: this.lit, column: 0, lit, elsewhere: !now }, true);
    // While the run goes on a module stays in view: the light may be there again at once.
    if (module || at.state !== "running") this.showModule(module);
    this.module.setPlace({ line: module ? line - module.first + 1 : 0, column: 0, lit: [], elsewhere: !now }, true);
    this.unanswered = this.edited ? "" : !line ? "noAnswer" : now || !track.wayFrom(at.moment) ? "" : "notHere";
  }

  private moduleOf(line: number): PortModule | null {
    return this.opened?.modules.filter((each) => each.first <= line).pop() ?? null;
  }

  /** A module stands below the port, null for none. */
  private showModule(module: PortModule | null): void {
    byId("module-part").hidden = !module;
    if (!module || byId("module-name").textContent === module.name) return;
    byId("module-name").textContent = module.name;
    this.module.setText(module.text, true);
  }

  /** Those answers that are lines of the port itself. */
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
    this.listing.setHeat([...this.heat]);
    this.port.setHeat([...this.track.countTo(moment)]);
  }

  /** The texts that are seen cannot be run; those of the run that is seen are others. */
  mistake(mistaken: Mistaken): void {
    this.mistaken = mistaken;
  }

  /** What cannot be read in the texts, and where the run failed once it stands there; below the listing in full. */
  showProblems(at: At): void {
    const { state, line, column, words } = at;
    const { mistaken } = this;
    const failed = !mistaken && state === "ended" && this.errorAt >= 0;
    const problems: Problem[] = [...((mistaken ?? this.opened)?.problems ?? [])];
    if (failed && line > 0) problems.push({ side: "listing", line, column, words });
    for (const side of SIDES) this[side].setProblems(problems.filter((each) => each.side === side));
    document.body.classList.toggle("mistaken", mistaken !== null);
    const told = byId("mistake");
    told.hidden = !mistaken && !failed;
    setPythonWords(told, mistaken?.words ?? words);
  }

  markDifference(difference: ProvedDifference | null): void {
    this.listing.setDifferent(difference?.listing_line ?? 0);
    this.port.setDifferent(difference?.port_line ?? 0);
  }

  showDifference(difference: ProvedDifference | null, sides: readonly Side[] = SIDES): void {
    for (const side of sides) this[side].show(difference?.[`${side}_line`] ?? 0);
  }

  showEvent(event: number, line: number): void {
    this.listing.show(line);
    this.port.show(this.track.lineOf(event));
  }

  /** The listing's lines that these lines of the port answer. */
  answeredBy(port: readonly number[]): number[] {
    const answers = this.opened?.answers ?? [];
    const answered = (line: number) => port.some((each) => isIn(answers[line] ?? [], each));
    return [...answers.keys()].filter(answered);
  }

  // ---- what answers the line that the reader points at

  private pairing(side: Side): Extension {
    return pointing((line, chosen) => this.pair(side, line, chosen), (word) => this.onName(side, word));
  }

  /** Marks what draws or has drawn there; -1 for nothing. */
  pointEvent(event: number, line: number): void {
    this.pointed = "";
    this.listing.setPaired([line]);
    this.port.setPaired([event < 0 ? 0 : this.track.lineOf(event)]);
    this.ribbon.point([line]);
  }

  /** Marks a variable by its names on both sides; null for none. */
  setNamed(names: Record<Side, string> | null): void {
    for (const side of SIDES) this[side].setNamed(names?.[side] ?? "");
  }

  /** Marks a line and its counterparts; those of a chosen one are brought in sight. */
  private pair(side: Side, line: number, chosen: boolean): void {
    const pointed = line ? `${side} ${line}` : "";
    if (pointed === this.pointed && !chosen) return;
    this.pointed = pointed;
    const other = OTHER[side];
    const answers = line && !this.edited ? this.counterparts(side, line) : [];
    this[side].setPaired(answers.length ? [line] : []);
    this[other].setPaired(answers);
    this.ribbon.point(answers.length ? (side === "listing" ? [line] : answers) : []);
    if (chosen && answers[0]) this[other].show(answers[0]);
  }

  private counterparts(side: Side, line: number): number[] {
    const answers = this.opened?.answers ?? [];
    const nearest = (each: number) => narrowest(this.inPort(answers[each] ?? []));
    if (side === "port") return [...answers.keys()].filter((each) => isIn(nearest(each), line));
    return linesIn(nearest(line));
  }

  /** An editor that was out of sight does not know its size. */
  measure(): void {
    for (const each of [this.listing, this.port, this.module]) each.view.requestMeasure();
    this.ribbon.repaint();
  }

  /** The first line of the port that answers a line of the listing, 0 for none. */
  answerTo(line: number): number {
    const [answer] = this.inPort(this.opened?.answers[line] ?? []);
    return answer?.[0] ?? 0;
  }

  /** The statement at which the run stands, and the port's line with the light, with the numbers of their lines. */
  linesNow(at: At): string[] {
    const lines = { listing: at.line, port: this.lit };
    return SIDES.filter((side) => lines[side] > 0).map((side) => `${t(side)} ${lines[side]}: ${this[side].statementText}`);
  }

  /** A line of the listing, and what answers it. */
  showLine(line: number): void {
    this.listing.show(line);
    this.port.show(this.answerTo(line));
  }
}
