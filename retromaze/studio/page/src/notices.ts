// Texts of the page that change: the state, a question of the program, a notice.
import type { At } from "./messages";
import { byId, create } from "./elements";
import { number, t, translated } from "./translation";

const NOTICE_REST = 4000;

/** Shows the state and the place, with each picture. */
export function showState(at: At, runs: boolean): void {
  byId("state").textContent = stateWords(at, runs);
  byId("state").title = translated(at.words);
}

function stateWords(at: At, runs: boolean): string {
  const { state, line, frame, rate, words, moment } = at;
  if (state === "going") return `${t("going")} · ${number(moment)}`;
  const rests = state === "asking" && !runs ? t("paused") : "";
  const parts = [t(state), rests, translated(words.split("\n")[0] ?? ""), `${t("line")} ${line}`, `${t("frame")} ${number(frame)}`];
  if (state === "running" && rate > 0) parts.push(`${rate.toFixed(0)} fps`);
  return parts.filter(Boolean).join(" · ");
}

/** Announces to screen readers the state, the question or the end, and the lines of the run. */
export function announce(at: At, lines: readonly string[]): void {
  byId("said").textContent = [t(at.state), translated(at.words), ...lines].filter(Boolean).join(": ");
}

export function showQuestion(guide: string): void {
  byId("guide").textContent = guide;
  byId("asks").hidden = false;
  byId<HTMLInputElement>("answer").value = "";
  byId("answer").focus();
}

/** A row that shows the progress of a search, which plays the run again up to a moment, and a button to cancel it. */
export class SearchRow {
  // not announced to screen readers, as it changes quickly
  private readonly far = create("span", { ariaHidden: "true" });
  readonly element: HTMLElement;

  constructor(
    private readonly end: number,
    onStop: () => void,
  ) {
    const stop = create("button", { type: "button", textContent: t("stopWord"), onclick: onStop });
    this.element = create("span", { className: "line" }, t("searching"), this.far, stop);
  }

  setPlace({ state, moment }: At): void {
    if (state === "going") this.far.textContent = t("momentOf", { moment, total: this.end });
  }
}

let noticeTimer = 0;

/** Shows a notice. Bad news stays until it is clicked, or something else is opened. */
export function notify(words: string, bad = false): void {
  const notice = byId("notice");
  notice.textContent = words;
  notice.classList.toggle("bad", bad);
  notice.hidden = false;
  clearTimeout(noticeTimer);
  if (!bad) noticeTimer = window.setTimeout(() => (notice.hidden = true), NOTICE_REST);
}

export function hideBadNews(): void {
  const notice = byId("notice");
  if (notice.classList.contains("bad")) notice.hidden = true;
}
