// What the program knows where it stands: variables, pending calls, the next random numbers.
import { matches, type Matches } from "./matching";
import type { ArrayInView, Call, PortValues, Values, Variable } from "./messages";
import { byId, made } from "./page";
import { t } from "./words";

export class ValuesView {
  private before = new Map<string, string>();
  private shown = "";
  private last: Values | null = null;
  private port: PortValues | null = null;

  constructor(
    private readonly onLine: (line: number) => void,
    private readonly onArray: () => void,
  ) {}

  clear(): void {
    this.before.clear();
    this.shown = "";
    this.last = this.port = null;
    byId("variables").replaceChildren(made("tr", {}, made("td", { textContent: t("noVariables") })));
    byId("calls").replaceChildren();
    byId("chances").textContent = "";
  }

  /** What a variable held when it was last told. */
  value(name: string): string | undefined {
    return this.before.get(name.toUpperCase());
  }

  show(values: Values): void {
    this.last = values;
    this.paint();
    this.before = new Map(values.variables.map((each) => [each.name, each.value]));
  }

  /** What the port knows at a moment stands beside it while the run stands there. */
  beside(port: PortValues): void {
    this.port = port;
    this.paint();
  }

  /** The port's name of an array at the moment shown; "" for none. */
  portName(array: string): string {
    return this.matches()?.arrays.get(array)?.name ?? "";
  }

  private matches(): Matches | null {
    return this.last && this.port && this.port.moment === this.last.moment ? matches(this.last, this.port) : null;
  }

  private paint(): void {
    const values = this.last;
    if (!values) return;
    const found = this.matches();
    const { variables, calls, chances } = values;
    const now = JSON.stringify([variables, calls, chances, values.arrays.map(shaped), found && this.port]);
    if (now === this.shown) return;
    this.shown = now;
    byId("variables").replaceChildren(
      ...variables.map((each) => this.row(each, found?.variables.get(each.name))),
      ...values.arrays.map((each) => this.arrayRow(each, found?.arrays.get(each.name))),
      ...(found ? alone(found) : []),
    );
    byId("calls").replaceChildren(...calls.map((each) => this.call(each)));
    byId("chances").replaceChildren(...chances.flatMap((each) => [made("span", { textContent: each }), made("br")]));
  }

  /** What has changed since it was last shown is marked. */
  private row(variable: Variable, port: Variable | undefined): HTMLElement {
    const before = this.before.get(variable.name);
    const row = made("tr", {}, made("td", { textContent: variable.name }), made("td", { textContent: variable.value }), portCell(port, variable.value));
    if (before !== undefined && before !== variable.value) row.className = "fresh";
    return row;
  }

  private arrayRow(array: ArrayInView, port: ArrayInView | undefined): HTMLElement {
    const button = made("button", { type: "button", textContent: shaped(array), title: t("arrays"), onclick: () => this.onArray() });
    return made("tr", {}, made("td", { colSpan: 2 }, button), made("td", { className: "python", textContent: port ? subscripted(port) : "" }));
  }

  private call(call: Call): HTMLElement {
    const words = `${call.scope || t("mainProgram")} ${call.line}`;
    const button = made("button", { type: "button", textContent: words, onclick: () => this.onLine(call.line) });
    return made("li", {}, button);
  }
}

function shaped(array: ArrayInView): string {
  return `${array.name}[${array.shape.join(", ")}]`;
}

/** `rooms[199][119]`, as Python has it. */
function subscripted(array: ArrayInView): string {
  return array.name + array.shape.map((each) => `[${each}]`).join("");
}

/** The port's variable beside the listing's: its value only where it holds another. */
function portCell(port: Variable | undefined, value: string): HTMLElement {
  const words = !port ? "" : port.value === value ? port.name : `${port.name} = ${port.value}`;
  return made("td", { className: port && port.value !== value ? "python other" : "python", textContent: words });
}

/** What only the port has. */
function alone(found: Matches): HTMLElement[] {
  const words = [...found.alone.map((each) => `${each.name} = ${each.value}`), ...found.arraysAlone.map(subscripted)];
  if (!words.length) return [];
  const heading = made("tr", {}, made("td", { colSpan: 3, className: "heading", textContent: t("portAlone") }));
  return [heading, ...words.map((each) => made("tr", {}, made("td", { colSpan: 3, className: "python", textContent: each })))];
}
