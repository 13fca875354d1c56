// The lesson of the open program: shows one step at a time and takes the run to its moment.
import DOMPurify from "dompurify";
import { Marked } from "marked";
import { draw } from "./diagrams";
import type { DiagramInView, Judged, LessonStep, LessonText } from "./messages";
import { byId, clamp, create, reveal } from "./elements";
import type { Side } from "./panes";
import { WRITING } from "./shortcuts";
import { t } from "./translation";

/** HTML tags in a lesson are left out; it is written in Markdown. */
const markdown = new Marked({ renderer: { html: () => "" } });

/** Returns the text as HTML that runs no script and loads nothing: anybody may have written the lesson. */
function html(text: string): string {
  return DOMPurify.sanitize(markdown.parse(text, { async: false }), { FORBID_TAGS: ["img", "style", "form", "input"], FORBID_ATTR: ["style", "id", "class"] });
}

function colorEntry([color, name]: [string, string]): HTMLElement {
  const sample = create("i");
  sample.style.background = color;
  return create("span", {}, sample, name);
}

export class LessonView {
  private lesson: LessonText | null = null;
  /** The step that is shown, -1 before the first. */
  private step = -1;
  /** The step that a link leads to, from 1, and whether the run goes there. */
  private wanted = { step: 0, moves: false };
  /** The reader's answers to the questions of steps. */
  private readonly guesses = new Map<number, string>();
  private readonly pane = byId("pane-lesson");
  private readonly before = byId<HTMLButtonElement>("lesson-before");
  private readonly next = byId<HTMLButtonElement>("lesson-next");
  private readonly judge = byId<HTMLButtonElement>("lesson-judge");
  private readonly hint = byId<HTMLButtonElement>("lesson-hint");
  private readonly ask = byId<HTMLButtonElement>("lesson-ask");

  /** `onStep` takes the run to a step, `onLine` shows a line of a text, `onJudge` requests the verdict on a text for a step (from 1), `onDraw` is called when another diagram may be needed, `onWant` when the steps' moments are needed, `onBegin` with the text that an exercise begins with. */
  constructor(
    private readonly onStep: (lesson: LessonText, step: LessonStep) => void,
    private readonly onLine: (side: Side, line: number) => void,
    onJudge: (step: number, side: Side) => void,
    private readonly onDraw: () => void,
    private readonly onWant: () => void,
    onBegin: (side: Side, text: string) => void,
  ) {
    byId("lesson-begin").onclick = () => onBegin(this.side, this.now?.begins ?? "");
    this.judge.onclick = () => {
      this.forgetVerdict();
      this.judge.disabled = true;
      byId("lesson-verdict").textContent = t("lessonJudging");
      onJudge(this.number, this.side);
    };
    const guessed = byId<HTMLInputElement>("lesson-guessed");
    guessed.onkeydown = (event) => event.key === "Enter" && !event.isComposing && guessed.value.trim() && this.predict(guessed.value);
    byId("lesson-predicts").onclick = () => guessed.value.trim() && this.predict(guessed.value);
    byId("lesson-reveal").onclick = () => this.predict("");
    this.hint.onclick = () => this.showHints(byId("lesson-hints").childElementCount + 1);
    this.ask.onclick = () => this.showSolution(this.ask.getAttribute("aria-expanded") !== "true");
    this.before.onclick = () => this.turn(-1);
    this.next.onclick = () => this.turn(1);
    // On the whole document: a button that is clicked loses the focus.
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** Forgets the lesson, because another program is open. */
  clear(): void {
    this.lesson = null;
    this.step = -1;
    this.guesses.clear();
    this.onDraw();
  }

  get known(): boolean {
    return this.lesson !== null;
  }

  show(lesson: LessonText): void {
    this.lesson = lesson;
    this.step = Math.min(this.step, lesson.steps.length - 1);
    this.paint();
    this.turnToWanted();
  }

  /** Sets the step to show once the lesson has arrived, 0 for none. */
  want(step: number, moves: boolean): void {
    this.wanted = { step, moves };
  }

  get isWanted(): boolean {
    return this.wanted.step > 0;
  }

  /** Whether a step is wanted and its moment is not known yet. */
  get wantsMoments(): boolean {
    return this.isWanted && !this.lesson?.moments;
  }

  /** The shown step; undefined before the first. */
  private get now(): LessonStep | undefined {
    return this.lesson?.steps[this.step];
  }

  /** The text in which the step's exercise is. */
  private get side(): Side {
    return this.now?.in_port ? "port" : "listing";
  }

  /** The number of the shown step, 0 before the first. */
  get number(): number {
    return this.step + 1;
  }

  turnToWanted(): void {
    const { lesson, wanted } = this;
    if (!lesson || !wanted.step) return;
    if (!lesson.moments) return this.onWant();
    this.want(0, false);
    this.step = Math.min(wanted.step, lesson.steps.length) - 1;
    this.paint();
    if (wanted.moves) this.move();
  }

  private turn(by: number): void {
    const { lesson } = this;
    if (!lesson) return;
    const waits = this.wantsMoments;
    const before = waits ? this.wanted.step - 1 : this.step;
    const step = clamp(before + by, -1, lesson.steps.length - 1);
    if (step === before) return;
    this.pane.scrollTop = 0;
    if (!lesson.moments) {
      this.want(step + 1, true);
      if (!waits) this.onWant();
      return;
    }
    this.step = step;
    this.paint();
    this.move();
  }

  /** Takes the run to the step, or to the one before until its question is answered. */
  private move(): void {
    const { lesson, drawnStep } = this;
    if (lesson && drawnStep) this.onStep(lesson, drawnStep);
  }

  /** Whether a step waits for the reader's answer to its question. */
  private asks(step: number): boolean {
    return Boolean(this.lesson?.steps[step]?.question) && !this.guesses.has(step);
  }

  /** Stores the reader's prediction, "" if he only wants to see the answer, and shows the whole step. */
  private predict(guess: string): void {
    this.guesses.set(this.step, guess.trim());
    this.paint();
    this.move();
  }

  /** The step whose data are drawn: the one before until the question is answered, unless that one has an open question too. */
  private get drawnStep(): LessonStep | undefined {
    const before = this.asks(this.step) ? this.step - 1 : this.step;
    return this.asks(before) ? undefined : this.lesson?.steps[before];
  }

  private key(event: KeyboardEvent): void {
    if (event.key !== "PageDown" && event.key !== "PageUp") return;
    if (!this.pane.offsetParent || (event.target as HTMLElement).closest(WRITING)) return;
    event.preventDefault();
    this.turn(event.key === "PageDown" ? 1 : -1);
  }

  /** Describes the run that the lesson is about, as another one may be open; shown before the first step. */
  private runWords(lesson: LessonText): string {
    const sizes = Object.entries(lesson.sizes).map(([name, value]) => `, ${name} ${value}`);
    return t("lessonRun", { steps: lesson.steps.length, run: `${t("seed")} ${lesson.seed}${sizes.join("")}` });
  }

  private paint(): void {
    const { lesson } = this;
    if (!lesson) return;
    const asks = this.asks(this.step);
    const asked = lesson.steps[this.step];
    const step = asks ? undefined : asked;
    byId("lesson-title").textContent = asks ? t("lessonPredict") : (step?.title ?? lesson.title);
    byId("lesson-text").innerHTML = asks ? "" : html(step?.text ?? lesson.text);
    this.askFirst(asked);
    byId("lesson-step").textContent = this.step < 0 ? this.runWords(lesson) : t("lessonStep", { step: this.number, steps: lesson.steps.length });
    this.before.disabled = this.step < 0;
    this.next.disabled = this.step === lesson.steps.length - 1;
    this.draw(this.drawnStep?.diagram ?? "");
    this.onDraw();
    byId("lesson-colors").replaceChildren(...(step ? lesson.colors.map(colorEntry) : []));
    byId("lesson-lines").replaceChildren(...(step ? this.lines(step) : []));
    byId("lesson-values").replaceChildren(...(step?.watched ?? []).map(([name, value]) => create("li", {}, create("code", { textContent: `${name} = ${value}` }))));
    byId("lesson-exercise").hidden = !step?.solution.length;
    byId("lesson-hidden").textContent = step?.hidden ? t("lessonHidden", { runs: step.hidden }) : "";
    this.judge.textContent = step?.in_port ? t("lessonJudgePort") : t("lessonJudge");
    byId("lesson-begin").textContent = step?.in_port ? t("lessonBeginPort") : t("lessonBegin");
    byId("lesson-begin").hidden = !step?.begins;
    this.showHints(0);
    this.forgetVerdict();
    this.showSolution(false);
  }

  /** Shows the question of a step, with choices or a field, or with the answer. */
  private askFirst(step: LessonStep | undefined): void {
    const asks = this.asks(this.step);
    byId("lesson-predict").hidden = !step?.question;
    byId("lesson-question").textContent = step?.question ?? "";
    const choices = asks ? (step?.choices ?? []) : [];
    byId("lesson-choices").replaceChildren(...choices.map((words) => create("button", { type: "button", textContent: words, onclick: () => this.predict(words) })));
    byId<HTMLInputElement>("lesson-guessed").value = "";
    byId("lesson-guess").hidden = !asks || choices.length > 0;
    byId("lesson-choices").hidden = byId("lesson-reveal").hidden = !asks;
    byId("lesson-answer").textContent = step?.question && !asks ? this.verdict(step) : "";
  }

  /** The verdict on a prediction: the same number or words are right. */
  private verdict({ answer, because }: LessonStep): string {
    const guess = this.guesses.get(this.step) ?? "";
    const right = guess === answer || (guess !== "" && Number(guess) === Number(answer));
    const words = right ? t("lessonPredicted", { answer }) : guess ? t("lessonMispredicted", { guess, answer }) : t("lessonAnswer", { answer });
    return [words, because].join(" ");
  }

  /** Shows the first hints, as many as `count`; the button shows one more. */
  private showHints(count: number): void {
    const hints = this.now?.hints ?? [];
    byId("lesson-hints").replaceChildren(...hints.slice(0, count).map((textContent) => create("li", { textContent })));
    this.hint.hidden = !hints.length;
    this.hint.disabled = count >= hints.length;
    this.hint.textContent = t("lessonHint", { hint: Math.min(count + 1, hints.length), hints: hints.length });
  }

  /** Shows or removes the solution, which is nowhere in the page before it is requested. */
  private showSolution(shown: boolean): void {
    const solution = shown ? (this.now?.solution ?? []) : [];
    const listed = solution.map(([line, text]) => create("li", {}, this.button(this.side, line), create("code", { textContent: text })));
    byId("lesson-solution").replaceChildren(...listed);
    byId("lesson-solution").hidden = !shown;
    this.ask.setAttribute("aria-expanded", String(shown));
  }

  /** Removes the verdict: the answer was edited, or the request failed. */
  forgetVerdict(): void {
    this.judge.disabled = false;
    byId("lesson-verdict").textContent = "";
    byId("lesson-error").hidden = byId("lesson-wanted").hidden = true;
    byId("lesson-explanations").replaceChildren();
  }

  /** Shows the verdict on an answer, with its values next to the right ones if it is wrong. */
  showVerdict(judged: Judged): void {
    if (judged.step !== this.number) return;
    this.forgetVerdict();
    const { right, runs, rows, conditions, error, endless, constant, explanations } = judged;
    const first = right ? t("lessonRight", { runs }) : conditions ? t("lessonElsewhere", { conditions }) : t("lessonWrong");
    const why = endless ? t("lessonEndless") : constant ? t("lessonConstant", { constant }) : "";
    byId("lesson-verdict").textContent = [first, why].filter(Boolean).join(" ");
    byId("lesson-error").textContent = error;
    byId("lesson-error").hidden = !error;
    const heading = create("tr", {}, create("td"), create("th", { textContent: t("lessonYours") }), create("th", { textContent: t("lessonWanted") }));
    const cells = rows.map((row) => create("tr", {}, ...row.map((textContent) => create("td", { textContent }))));
    byId("lesson-wanted").replaceChildren(heading, ...cells);
    byId("lesson-wanted").hidden = right || !rows.length;
    byId("lesson-explanations").replaceChildren(...explanations.map((textContent) => create("li", { textContent })));
    reveal(byId("lesson-explanations"));
    reveal(byId("lesson-verdict"));
  }

  /** Shows the data at the run's place; at the step's own moment the lesson's diagram, which marks changes since the step before. */
  showData({ statement, svg }: DiagramInView): void {
    const step = this.drawnStep;
    if (step?.draws) this.draw(statement === step.statement ? step.diagram : svg);
  }

  /** The words that describe the step's diagram. */
  get draws(): string {
    return this.drawnStep?.draws ?? "";
  }

  private draw(svg: string): void {
    draw(byId("lesson-diagram"), svg, `${t("lessonDiagram")}: ${this.drawnStep?.title ?? ""}`);
  }

  private lines(step: LessonStep): HTMLElement[] {
    const here = step.line ? [step.line] : [];
    const row = (side: Side) => (line: number) => create("li", {}, this.button(side, line));
    return [...[...here, ...step.listing].map(row("listing")), ...step.port.map(row("port"))];
  }

  private button(side: Side, line: number): HTMLButtonElement {
    const words = t(side === "port" ? "lessonPort" : "lessonListing", { line: String(line) });
    return create("button", { type: "button", textContent: words, onclick: () => this.onLine(side, line) });
  }
}
