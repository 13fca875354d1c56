// Sprites and layers in use: a row for each, updated while the run goes on; the chosen one is outlined on the picture.
import { Cutouts } from "./cutouts";
import { Reused, place, write } from "./in_place";
import type { Machine } from "./machine";
import type { ChosenInView, LayerInView, MovingInView, SpriteInView, WatchMoving } from "./messages";
import { layerWords, pair, spriteWords } from "./moving_words";
import { Outline } from "./outline";
import { byId, clamp, create, oncePerFrame } from "./elements";
import { t } from "./words";

const PAGE = 8;

type Shown = { kind: "sprite"; moved: SpriteInView } | { kind: "layer"; moved: LayerInView };

export class MovingView {
  private readonly pane = byId("pane-moving");
  private readonly list = byId("moving");
  private readonly summary = byId("moving-told");
  private readonly rows = new Reused<HTMLElement>();
  private readonly cutouts = new Cutouts();
  private readonly outline: Outline;
  private shown: Shown[] = [];
  private chosen: { kind: Shown["kind"]; screen: number; number: number } | null = null;
  private sent = "";
  readonly repaint = oncePerFrame(() => this.paint());

  constructor(
    machine: Machine,
    private readonly onWatch: (message: WatchMoving) => void,
  ) {
    this.outline = new Outline(machine);
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("click", (event) => {
      const row = (event.target as HTMLElement).closest(".moved");
      const found = this.shown.find((each) => idOf(each) === row?.id);
      if (found) this.choose(this.is(found.moved, found.kind) ? undefined : found);
    });
  }

  clear(): void {
    this.cutouts.clear();
    this.shown = [];
    this.chosen = null;
    this.outline.hide();
    this.updateWatched();
    this.repaint();
  }

  /** Requests sprites and layers only while they are visible. */
  updateWatched(): void {
    const watched = this.visible;
    const { kind = "", screen = 0, number = 0 } = (watched && this.chosen) || {};
    const message: WatchMoving = { type: "WatchMoving", watched, chosen: kind, screen, number };
    if (!watched) this.outline.hide();
    const text = JSON.stringify(message);
    if (text === this.sent || (!watched && !this.sent)) return;
    this.sent = watched ? text : "";
    this.onWatch(message);
  }

  show({ sprites, layers, cutouts, tall }: MovingInView): void {
    this.outline.tall = tall;
    this.cutouts.take(cutouts);
    this.shown = [...layers.map((moved): Shown => ({ kind: "layer", moved })), ...sprites.map((moved): Shown => ({ kind: "sprite", moved }))];
    this.repaint();
  }

  /** Outlines the chosen sprite or layer with each picture. */
  follow({ sprite, layer, tall }: ChosenInView): void {
    if (!this.visible || !this.chosen) return;
    this.outline.tall = tall;
    if (sprite && this.is(sprite, "sprite")) this.outline.sprite(sprite);
    else if (layer && this.is(layer, "layer")) this.outline.layer(layer);
    else this.outline.hide();
  }

  private get visible(): boolean {
    return this.pane.offsetParent !== null;
  }

  private is({ screen, number }: { screen: number; number: number }, kind: string): boolean {
    const { chosen } = this;
    return chosen?.kind === kind && chosen.screen === screen && chosen.number === number;
  }

  // ---- painting

  private paint(): void {
    if (!this.visible) return;
    const { shown, list } = this;
    const sprites = shown.filter((each) => each.kind === "sprite").length;
    write(this.summary, shown.length ? t("movingCount", { sprites, layers: shown.length - sprites }) : t("nothingMoves"));
    list.hidden = !shown.length;
    this.rows.begin();
    place(list, shown.map((each) => this.row(each)));
    const now = shown.find((each) => this.is(each.moved, each.kind));
    if (now) list.setAttribute("aria-activedescendant", idOf(now));
    else list.removeAttribute("aria-activedescendant");
    if (now?.kind === "sprite") this.outline.sprite(now.moved);
    else if (now) this.outline.layer(now.moved);
    else this.outline.hide();
  }

  private row(shown: Shown): HTMLElement {
    const element = this.rows.get(idOf(shown), () => emptyRow(shown));
    const [name, picture, where, words] = element.children as unknown as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
    const { moved } = shown;
    write(name, nameOf(shown));
    write(where, pair(moved.place));
    write(words, (shown.kind === "sprite" ? spriteWords(shown.moved) : layerWords(shown.moved)).join(" · "));
    if (shown.kind === "sprite") this.cutouts.draw(picture as HTMLCanvasElement, shown.moved);
    element.ariaSelected = String(this.is(moved, shown.kind));
    return element;
  }

  // ---- the reader's actions

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { shown } = this;
    const now = shown.findIndex((each) => this.is(each.moved, each.kind));
    const moves: Record<string, number> = { ArrowUp: now - 1, ArrowDown: now + 1, PageUp: now - PAGE, PageDown: now + PAGE, Home: 0, End: shown.length - 1, Escape: -1 };
    const wanted = moves[event.key];
    if (wanted === undefined || (event.key === "Escape" && now < 0)) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(event.key === "Escape" ? undefined : shown[clamp(wanted, 0, shown.length - 1)]);
  }

  private choose(shown: Shown | undefined): void {
    this.chosen = shown ? { kind: shown.kind, screen: shown.moved.screen, number: shown.moved.number } : null;
    this.paint();
    if (shown) document.getElementById(idOf(shown))?.scrollIntoView({ block: "nearest" });
    this.updateWatched();
  }
}

function idOf({ kind, moved }: Shown): string {
  return `${kind}-${moved.screen}-${moved.number}`;
}

function nameOf({ kind, moved }: Shown): string {
  const name = kind === "layer" ? `BG ${moved.number}` : String(moved.number);
  return moved.screen === 1 ? `${name} ${t("lowerScreenShort")}` : name;
}

function emptyRow(shown: Shown): HTMLElement {
  const picture = shown.kind === "sprite" ? create("canvas", { width: 0, height: 0 }) : create("span");
  picture.ariaHidden = "true";
  return create("div", { className: "moved", role: "option", id: idOf(shown) }, create("b"), picture, create("span"), create("span", { className: "traits" }));
}
