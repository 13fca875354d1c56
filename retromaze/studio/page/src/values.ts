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
  private rows = new Map<string, HTMLTableRowElement>();

  constructor(
    private readonly onLine: (line: number) => void,
    private readonly onArray: () => void,
    private readonly onOrigin: (name: string) => void,
  ) {}

  clear(): void {
    this.before.clear();
    this.shown = "";
    this.last = this.port = null;
    this.rows.clear();
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
    fill(byId("variables"), [
      ...variables.map((each) => this.row(each, found?.variables.get(each.name))),
      ...values.arrays.map((each) => this.arrayRow(each, found?.arrays.get(each.name))),
      ...(found ? alone(found) : []),
    ]);
    byId("calls").replaceChildren(...calls.map((each) => this.call(each)));
    byId("chances").replaceChildren(...chances.flatMap((each) => [made("span", { textContent: each }), made("br")]));
  }

  /** What has changed since it was last shown is marked. A variable keeps its row, and its button the focus. */
  private row(variable: Variable, port: Variable | undefined): HTMLElement {
    const before = this.before.get(variable.name);
    const row = this.rows.get(variable.name) ?? this.newRow(variable.name);
    const [, value, beside] = row.cells;
    if (value) value.textContent = variable.value;
    beside?.replaceWith(portCell(port, variable.value));
    row.className = before !== undefined && before !== variable.value ? "fresh" : "";
    return row;
  }

  /** A click on a variable's name asks where its value came from. */
  private newRow(name: string): HTMLTableRowElement {
    const button = made("button", { type: "button", textContent: name, title: t("fromWhere"), onclick: () => this.onOrigin(name) });
    const row = made("tr", {}, made("td", {}, button), made("td"), made("td"));
    this.rows.set(name, row);
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

/** Only what is another is exchanged: rows that stay keep the focus. */
function fill(table: HTMLElement, rows: HTMLElement[]): void {
  rows.forEach((row, index) => {
    const there = table.children[index];
    if (there === row) return;
    if (there && !rows.includes(there as HTMLElement)) there.replaceWith(row);
    else table.insertBefore(row, there ?? null);
  });
  while (table.children.length > rows.length) table.lastElementChild?.remove();
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
