// The program's state at the run's place: variables, pending calls, the next random numbers.
import { Reused, place, write } from "./in_place";
import { attribute, matches, type Matches } from "./matching";
import type { ArrayInView, At, Call, PortValues, ShownVariable, Values } from "./messages";
import { byId, create } from "./elements";
import { OTHER, type Side } from "./panes";
import type { Rounds } from "./rounds";
import { t } from "./words";

export class ValuesView {
  private before = new Map<string, string>();
  private shown = "";
  private last: Values | null = null;
  private port: PortValues | null = null;
  private at: At | null = null;
  private readonly rows = new Reused<HTMLTableRowElement>();
  private readonly calls = new Reused<HTMLLIElement>();

  constructor(
    private readonly onLine: (line: number) => void,
    private readonly onArray: () => void,
    private readonly onOrigin: (name: string) => void,
    onPoint: (name: string) => void,
    private readonly rounds: Rounds,
    private readonly onCurve: (text: string) => void,
  ) {
    const rows = byId("variables");
    for (const type of ["pointerover", "focusin"]) rows.addEventListener(type, (event) => onPoint((event.target as Element).closest("tr")?.dataset.variable ?? ""));
    for (const type of ["pointerleave", "focusout"]) rows.addEventListener(type, () => onPoint(""));
  }

  clear(): void {
    this.before.clear();
    this.shown = "";
    this.last = this.port = null;
    this.rounds.clear();
    byId("variables").replaceChildren(create("tr", {}, create("td", { textContent: t("noVariables") })));
    byId("calls").replaceChildren();
    byId("chances").textContent = "";
  }

  /** Describes a variable of one side with its last value, and below it its counterpart; undefined for other words. */
  describe(side: Side, name: string): string | undefined {
    const found = side === "listing" ? name.toUpperCase() : (this.names(side, name)?.listing ?? "");
    const value = this.before.get(found);
    const port = this.matches()?.variables.get(found);
    if (value === undefined) return undefined;
    const both = { listing: `${found} = ${value}`, port: port && `${port.name} = ${port.value}` };
    const other = OTHER[side];
    return [both[side], both[other] && `${t(other)}: ${both[other]}`].filter(Boolean).join("\n");
  }

  private get isStopped(): boolean {
    return this.at?.state === "paused" || this.at?.state === "ended";
  }

  /** The names of a variable or an array on both sides; null without a counterpart. */
  names(side: Side, name: string): Record<Side, string> | null {
    const found = name ? this.matches() : null;
    const pairs = [...(found?.variables ?? []), ...(found?.arrays ?? [])].map(([listing, port]) => ({ listing, port: attribute(port.name) }));
    return pairs.find((each) => each[side].toLowerCase() === name.toLowerCase()) ?? null;
  }

  /** Marks the row of a variable that is pointed at in a text; "" for none. */
  mark(name: string): void {
    for (const row of byId("variables").children) row.classList.toggle("named", name !== "" && (row as HTMLElement).dataset.variable === name);
  }

  show(values: Values): void {
    this.last = values;
    this.paint();
    if (this.at && this.isStopped) this.rounds.note(this.at, values);
    this.before = new Map(values.variables.map((each) => [each.name, each.value]));
  }

  /** Sets the run's place. */
  setPlace(at: At): void {
    const { acted } = this;
    this.at = at;
    if (acted !== this.acted) this.paint();
  }

  /** Whether the last event was made by the running statement: only then are both sides' values comparable. */
  private get acted(): boolean {
    return this.at?.acted ?? false;
  }

  /** Shows the port's values at a moment next to the listing's, while the run is there. */
  beside(port: PortValues): void {
    this.port = port;
    this.paint();
    const found = this.matches();
    if (found && this.isStopped) this.rounds.beside(found.variables);
  }

  /** The port's name of an array at the shown moment; "" for none. */
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
    const now = JSON.stringify([variables, calls, chances, values.arrays.map(({ name, shape }) => [name, shape]), found && this.port, found && this.acted]);
    if (now === this.shown) return;
    this.shown = now;
    this.rows.begin();
    place(byId("variables"), [
      ...variables.map((each) => this.row(each, found?.variables.get(each.name))),
      ...values.arrays.map((each) => this.arrayRow(each, found?.arrays.get(each.name))),
      ...(found ? this.alone(found) : []),
    ]);
    this.calls.begin();
    place(byId("calls"), calls.map((each, depth) => this.call(each, depth)));
    byId("chances").replaceChildren(...chances.flatMap((each) => [create("span", { textContent: each }), create("br")]));
  }

  /** Returns a variable's row; a value that has changed since the last one is marked. */
  private row(variable: ShownVariable, port: ShownVariable | undefined): HTMLElement {
    const row = this.rows.get(variable.name, () => this.newRow(variable.name));
    const before = this.before.get(variable.name);
    row.classList.toggle("fresh", before !== undefined && before !== variable.value);
    const [, value, beside] = row.cells as unknown as [Element, Element, Element];
    write(value.firstElementChild ?? value, variable.value);
    beside.className = this.acted && port && port.value !== variable.value ? "python other" : "python";
    write(beside, port ? this.portWords(port, variable.value) : "");
    return row;
  }

  /** Makes a variable's row: a click on the name asks for the value's origin, one on a number shows its curve. */
  private newRow(name: string): HTMLTableRowElement {
    const button = create("button", { type: "button", textContent: name, title: t("fromWhere"), onclick: () => this.onOrigin(name) });
    return namedRow(name, create("td", {}, button), name.endsWith("$") ? create("td") : this.curved(name), create("td"));
  }

  private curved(text: string): HTMLElement {
    return create("td", {}, create("button", { type: "button", title: t("curveTitle"), onclick: () => this.onCurve(text) }));
  }

  private arrayRow(array: ArrayInView, port: ArrayInView | undefined): HTMLElement {
    const { name, shape } = array;
    const row = this.rows.get(`${name} ${shape.length}`, () => {
      const button = create("button", { type: "button", textContent: name, title: t("arrays"), onclick: () => this.onArray() });
      return namedRow(name, create("td", {}, button), shape.length > 1 ? create("td") : this.curved(`LEN(${name})`), create("td", { className: "python" }));
    });
    const [, length, beside] = row.cells as unknown as [Element, Element, Element];
    write(length.firstElementChild ?? length, `[${shape.join(", ")}]`);
    write(beside, port ? subscripted(port) : "");
    return row;
  }

  /** Rows of the variables that only the port has. */
  private alone(found: Matches): HTMLElement[] {
    const words = [...found.alone.map((each) => `${each.name} = ${each.value}`), ...found.arraysAlone.map(subscripted)];
    if (!words.length) return [];
    const row = (name: string, className: string, text: string) => {
      const kept = this.rows.get(name, () => create("tr", {}, create("td", { colSpan: 3, className })));
      write(kept.cells[0] as Element, text);
      return kept;
    };
    return [row("alone", "heading", t("portAlone")), ...words.map((each, index) => row(`alone ${index}`, "python", each))];
  }

  /** The port's name of a variable, with its value if that differs; the listing's may have been the same at the last event. */
  private portWords(port: ShownVariable, value: string): string {
    if (port.value === value) return port.name;
    return `${port.name} = ${port.value}${this.acted ? "" : ` (${t("atLastEvent")})`}`;
  }

  private call(call: Call, depth: number): HTMLElement {
    const entry = this.calls.get(String(depth), () => create("li", {}, create("button", { type: "button" })));
    const button = entry.firstElementChild as HTMLButtonElement;
    write(button, `${call.scope || t("mainProgram")} ${call.line}`);
    button.onclick = () => this.onLine(call.line);
    return entry;
  }
}

function namedRow(name: string, ...cells: HTMLElement[]): HTMLTableRowElement {
  const row = create("tr", {}, ...cells);
  row.dataset.variable = name;
  return row;
}

/** The name with its lengths as subscripts of Python: `rooms[199][119]`. */
function subscripted(array: ArrayInView): string {
  return array.name + array.shape.map((each) => `[${each}]`).join("");
}
