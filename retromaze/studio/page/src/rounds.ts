// The rounds of a loop, one a row: the variables each time the run was paused at the present statement.
import { place, Reused } from "./in_place";
import type { At, RoundsFound, ShownVariable, ToPython, Values } from "./messages";
import { byId, create } from "./elements";
import { number, t } from "./words";

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
