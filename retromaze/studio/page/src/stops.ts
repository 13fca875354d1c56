// The stops: lines of both texts, changes of values, conditions; and the keys that go to the next or last one.
import { byId, create, place, Reused, write } from "./elements";
import type { At, SetStops, ToPython } from "./messages";
import { type Panes, type Side, SIDES } from "./panes";
import { t } from "./translation";

type Kind = "changes" | "conditions";
const KINDS: readonly Kind[] = ["changes", "conditions"];

const TITLES = { changes: "changesOf", conditions: "conditions" } as const;

export class Stops {
  private readonly texts: Record<Kind, string[]> = { changes: [], conditions: [] };
  /** Whether the run is on its way to the cursor's line: the other stops are set again once it is paused. */
  private onTheWay = false;
  private sent = "";
  private readonly entries = new Reused<HTMLLIElement>();

  constructor(
    private readonly panes: Panes,
    private readonly send: (message: ToPython) => void,
    onCurve: (text: string) => void,
  ) {
    for (const kind of KINDS) {
      const form = byId<HTMLFormElement>(`stop-${kind}`);
      form.onsubmit = (event) => {
        event.preventDefault();
        this.add(kind, form.querySelector("input") as HTMLInputElement);
      };
    }
    byId("stop-curve").onclick = () => {
      const text = byId("stop-changes").querySelector("input")?.value.trim() || this.texts.changes.at(-1);
      if (text) onCurve(text);
    };
    byId("stop-next").onclick = () => this.seek(true);
    byId("stop-before").onclick = () => this.seek(false);
    // In an editor too: these keys write no text.
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** Called when another run is open, which has no stops yet. */
  begin(): void {
    this.sent = "";
    this.onTheWay = false;
    this.sendStops();
  }

  /** Tells the session what there is now, if it is something else. */
  sendStops(): void {
    const message: ToPython = { ...NONE, ...this.at({ listing: this.panes.listing.stops, port: this.panes.port.stops }), ...this.texts };
    const words = JSON.stringify(message);
    this.rewrite();
    if (words === this.sent || (!this.sent && !this.any())) return;
    this.sent = words;
    this.send(message);
  }

  setPlace(at: At): void {
    if (!this.onTheWay || at.state === "running" || at.state === "going") return;
    this.onTheWay = false;
    this.sent = "";
    this.sendStops();
  }

  /** Goes to the next stop, or to the last one before. */
  seek(forward: boolean): void {
    if (this.any()) this.send({ type: "SeekStop", forward });
    else byId("stops-none").scrollIntoView();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const side = SIDES.find((each) => this.panes[each].view.hasFocus);
    if (event.key === "F8") this.seek(!event.shiftKey);
    else if (event.key === "F9" && side) this.panes[side].toggleStop();
    else if (event.key === "F7" && side) this.runTo(side);
    else return;
    event.preventDefault();
  }

  /** Runs to the cursor's line, without any other stops. */
  private runTo(side: Side): void {
    const line = this.panes[side].cursorLine;
    this.onTheWay = true;
    this.send({ ...NONE, ...this.at({ [side]: [line] }) });
    this.send({ type: "SeekStop", forward: true });
  }

  private add(kind: Kind, field: HTMLInputElement): void {
    const text = field.value.trim();
    if (text && !this.texts[kind].includes(text)) this.texts[kind].push(text);
    field.value = "";
    this.sendStops();
  }

  private at(lines: Partial<Record<Side, number[]>>): Pick<SetStops, "lines" | "moments" | "answered"> {
    const { listing = [], port = [] } = lines;
    return { lines: listing, moments: port.length ? this.panes.track.momentsAt(port) : [], answered: this.panes.answeredBy(port) };
  }

  private any(): boolean {
    return SIDES.some((side) => this.panes[side].stops.length > 0) || KINDS.some((kind) => this.texts[kind].length > 0);
  }

  rewrite(): void {
    this.entries.begin();
    const lines = SIDES.flatMap((side) => this.panes[side].stops.map((line) => this.entry(`${side} ${line}`, `${t(side)}: ${t("line")} ${line}`, () => this.panes[side].toggleStop(line))));
    const texts = KINDS.flatMap((kind) => this.texts[kind].map((text) => this.entry(`${kind} ${text}`, `${t(TITLES[kind])}: ${text}`, () => this.drop(kind, text))));
    place(byId("stops-list"), [...lines, ...texts]);
    byId("stops-none").hidden = lines.length + texts.length > 0;
  }

  private entry(name: string, words: string, drop: () => void): HTMLElement {
    const entry = this.entries.get(name, () => create("li", {}, create("span"), create("button", { type: "button", textContent: "×", onclick: drop })));
    const [label, button] = entry.children as unknown as [HTMLElement, HTMLElement];
    write(label, words);
    button.title = t("takeAway");
    button.ariaLabel = `${t("takeAway")}: ${words}`;
    return entry;
  }

  private drop(kind: Kind, text: string): void {
    this.texts[kind] = this.texts[kind].filter((each) => each !== text);
    this.sendStops();
  }
}

const NONE = { type: "SetStops", lines: [], moments: [], answered: [], changes: [], conditions: [] } as const satisfies ToPython;
