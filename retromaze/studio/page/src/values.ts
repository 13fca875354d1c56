// The program's state at the run's place: variables with the port's beside them, pending calls, rounds of a loop, the
// next random numbers.
import { byId, create, place, Reused, write } from "./elements";
import type { ArrayInView, At, Call, PortValues, RoundsFound, ShownVariable, ToPython, Values } from "./messages";
import { OTHER, type Side } from "./panes";
import { number, t } from "./translation";

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

// ---- matches the port's variables to the listing's: by the port's margins, by name, or by an array's contents

/** The port's variables by the listing's names, and those without a counterpart. */
interface Matches {
  variables: Map<string, ShownVariable>;
  arrays: Map<string, ArrayInView>;
  alone: ShownVariable[];
  arraysAlone: ArrayInView[];
}

function matches(listing: Values, port: PortValues): Matches {
  const noted = (one: { name: string }, other: { name: string }) => port.names[other.name] === one.name;
  const variables = pairs(listing.variables, port.variables, noted, (one, other) => alike(one.name, other.name));
  const arrays = pairs(listing.arrays, port.arrays, noted, (one, other) => alike(one.name, other.name) && one.shape.length === other.shape.length);
  // Arrays with the same contents match, if no others have them.
  addOnly(arrays, listing.arrays, port.arrays, sameContents);
  const used = new Set<ShownVariable | ArrayInView>([...variables.values(), ...arrays.values()]);
  return { variables, arrays, alone: port.variables.filter((each) => !used.has(each)), arraysAlone: port.arrays.filter((each) => !used.has(each)) };
}

/** Whether names are equal, comparing only letters and digits: `X%` is `x`, `M_W` is `mw`. Of `walker.x` the attribute counts. */
function alike(basic: string, python: string): boolean {
  return plain(basic) === plain(attribute(python));
}

/** The attribute of a name: `x` of `walker.x`; another name itself. */
function attribute(python: string): string {
  return python.slice(python.lastIndexOf(".") + 1);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

type Same<Kind> = (one: Kind, other: Kind) => boolean;

/** Pairs items by one rule after the other, each with the first that matches; none is used twice. */
function pairs<Kind extends { name: string }>(ours: Kind[], theirs: Kind[], ...rules: Same<Kind>[]): Map<string, Kind> {
  const found = new Map<string, Kind>();
  const free = new Set(theirs);
  for (const same of rules)
    for (const one of ours) {
      const other = found.has(one.name) ? undefined : [...free].find((each) => same(one, each));
      if (!other) continue;
      found.set(one.name, other);
      free.delete(other);
    }
  return found;
}

function addOnly(found: Map<string, ArrayInView>, ours: ArrayInView[], theirs: ArrayInView[], same: Same<ArrayInView>): void {
  const free = ours.filter((each) => !found.has(each.name));
  const others = theirs.filter((each) => ![...found.values()].includes(each));
  for (const one of free) {
    const [only, another] = others.filter((each) => same(one, each));
    if (only && !another && free.filter((each) => same(each, only)).length === 1) found.set(one.name, only);
  }
}

/** Whether arrays have equal contents, as far as both are known; not if all elements are the same, which identifies nothing. */
function sameContents(one: ArrayInView, other: ArrayInView): boolean {
  if (String(one.shape) !== String(other.shape)) return false;
  const length = Math.min(one.values.length, other.values.length);
  const varied = one.values.slice(0, length).some((each) => each !== one.values[0]);
  return varied && one.values.slice(0, length).every((each, index) => each === other.values[index]);
}

// ---- the rounds of a loop, one a row: the variables each time the run was paused at the present statement

/** A place where the run was paused, with the variables there and their counterparts in the port. */
interface Stand {
  statement: number;
  place: string;
  variables: Map<string, string>;
  port: Map<string, ShownVariable>;
}

const KEPT = 1000;
const ROWS = 8;

export class Rounds {
  private stands: Stand[] = [];
  private line = 0;
  private readonly rows = new Reused<HTMLTableRowElement>();

  constructor(
    private readonly onGo: (statement: number) => void,
    send: (message: ToPython) => void,
  ) {
    byId("rounds-all").onclick = () => send({ type: "AskRounds" });
  }

  clear(): void {
    this.stands = [];
    this.paint();
  }

  /** Notes that the run is paused there; later places are forgotten, as the run may take another way. */
  note({ statements, line, column }: At, { variables }: Values): void {
    this.line = line;
    this.stands = this.stands.filter((each) => each.statement < statements).slice(-KEPT);
    this.stands.push(standOf(statements, `${line} ${column}`, variables));
    this.paint();
  }

  /** Adds rounds in which the run was not paused. */
  fill({ statement, rounds }: RoundsFound): void {
    const { stands } = this;
    const last = stands.at(-1);
    if (last?.statement !== statement) return;
    for (const each of rounds) if (!stands.some((one) => one.statement === each.statement)) stands.push(standOf(each.statement, last.place, each.variables));
    stands.sort((one, other) => one.statement - other.statement);
    this.paint();
  }

  /** Adds the port's variables at the present place, which arrive a little later. */
  beside(port: Map<string, ShownVariable>): void {
    const last = this.stands.at(-1);
    if (last) last.port = port;
    this.paint();
  }

  /** Shows the rounds, the newest first, with the variables that differ between them. */
  private paint(): void {
    const last = this.stands.at(-1);
    const rows = this.stands.filter((each) => each.place === last?.place).slice(-ROWS).reverse();
    const names = [...(last?.variables.keys() ?? [])].filter((name) => rows.some((each) => each.variables.get(name) !== last?.variables.get(name)));
    byId("rounds").hidden = !last;
    byId("rounds-words").textContent = t("rounds", { line: String(this.line) });
    const heads = names.map((name) => create("th", { textContent: [name, last?.port.get(name)?.name].filter(Boolean).join(" · ") }));
    this.rows.begin();
    place(byId("rounds-rows"), names.length ? [create("tr", {}, create("td"), ...heads), ...rows.map((each) => this.row(each, names))] : []);
  }

  private row({ statement, variables, port }: Stand, names: string[]): HTMLElement {
    const row = this.rows.get(String(statement), () => {
      const go = create("button", { type: "button", textContent: number(statement), title: t("goThere"), onclick: () => this.onGo(statement) });
      return create("tr", {}, create("td", {}, go));
    });
    const words = (name: string) => [...new Set([variables.get(name), port.get(name)?.value])].filter((each) => each !== undefined).join(" · ");
    while (row.cells.length > 1) row.lastElementChild?.remove();
    row.append(...names.map((name) => create("td", { textContent: words(name) })));
    return row;
  }
}

function standOf(statement: number, place: string, variables: ShownVariable[]): Stand {
  return { statement, place, variables: new Map(variables.map((each) => [each.name, each.value])), port: new Map() };
}
