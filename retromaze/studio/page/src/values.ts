// What the program knows where it stands: variables, pending calls, the next random numbers.
import type { Call, Values, Variable } from "./messages";
import { byId, made } from "./page";
import { t } from "./words";

export class ValuesView {
  private before = new Map<string, string>();
  private shown = "";

  constructor(
    private readonly onLine: (line: number) => void,
    private readonly onArray: () => void,
  ) {}

  clear(): void {
    this.before.clear();
    this.shown = "";
    byId("variables").replaceChildren(made("tr", {}, made("td", { textContent: t("noVariables") })));
    byId("calls").replaceChildren();
    byId("chances").textContent = "";
  }

  /** What a variable held when it was last told. */
  value(name: string): string | undefined {
    return this.before.get(name.toUpperCase());
  }

  show(values: Values): void {
    const { variables, calls, chances } = values;
    const arrays = values.arrays.map((each) => `${each.name}[${each.shape.join(", ")}]`);
    const now = JSON.stringify([variables, calls, chances, arrays]);
    if (now === this.shown) return;
    this.shown = now;
    byId("variables").replaceChildren(...variables.map((each) => this.row(each)), ...arrays.map((each) => this.arrayRow(each)));
    this.before = new Map(variables.map((each) => [each.name, each.value]));
    byId("calls").replaceChildren(...calls.map((each) => this.call(each)));
    byId("chances").replaceChildren(...chances.flatMap((each) => [made("span", { textContent: each }), made("br")]));
  }

  /** What has changed since it was last shown is marked. */
  private row(variable: Variable): HTMLElement {
    const before = this.before.get(variable.name);
    const row = made("tr", {}, made("td", { textContent: variable.name }), made("td", { textContent: variable.value }));
    if (before !== undefined && before !== variable.value) row.className = "fresh";
    return row;
  }

  private arrayRow(words: string): HTMLElement {
    const button = made("button", { type: "button", textContent: words, title: t("arrays"), onclick: () => this.onArray() });
    return made("tr", {}, made("td", { colSpan: 2 }, button));
  }

  private call(call: Call): HTMLElement {
    const words = `${call.scope || t("mainProgram")} ${call.line}`;
    const button = made("button", { type: "button", textContent: words, onclick: () => this.onLine(call.line) });
    return made("li", {}, button);
  }
}
