// Describes a sprite or a layer in words: its place, and properties that differ from their initial values.
import type { InView, LayerInView, SpriteInView } from "./messages";
import { t } from "./words";

const [SHOWN, QUARTERS, MIRRORED, UPSIDE_DOWN, ADDED] = [1, 3, 8, 16, 32];
const [SPRITE_PAGE, LAYER_PAGE] = [4, 5];
const TILE = 16;
const WHITE = 0xffffffff;

/** A number with three decimals at most. */
function short(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

export function pair(values: readonly number[]): string {
  return values.slice(0, 2).map(short).join(", ");
}

export function spriteWords(sprite: SpriteInView): string[] {
  const { part, attributes } = sprite;
  const [, , width = 0, height = 0] = part;
  const quarters = (attributes >> 1) & QUARTERS;
  return [
    t("definition", { definition: String(sprite.definition) }),
    width === TILE && height === TILE ? "" : `${width}×${height}`,
    attributes & SHOWN ? "" : t("hidden"),
    sprite.parent < 0 ? "" : t("linkedTo", { number: String(sprite.parent) }),
    ...lookWords(sprite),
    quarters ? t("quarterTurns", { turns: quarters * 90 }) : "",
    attributes & MIRRORED ? t("mirrored") : "",
    attributes & UPSIDE_DOWN ? t("upsideDown") : "",
    attributes & ADDED ? t("lightAdded") : "",
    sprite.page === SPRITE_PAGE ? "" : t("ofPage", { page: String(sprite.page) }),
    ...keptWords(sprite),
    sprite.detects ? (sprite.hits.length ? t("hits", { numbers: sprite.hits.join(", ") }) : t("hitsNothing")) : "",
  ].filter(Boolean);
}

export function layerWords(layer: LayerInView): string[] {
  const [columns = 0, rows = 0, tile = 0] = layer.size;
  return [
    t("cellsOf", { columns: String(columns), rows: String(rows), tile: String(tile) }),
    layer.shown ? "" : t("hidden"),
    ...lookWords(layer),
    layer.clip.length ? t("clipped", { corners: `${pair(layer.clip)} – ${pair(layer.clip.slice(2))}` }) : "",
    layer.page === LAYER_PAGE ? "" : t("ofPage", { page: String(layer.page) }),
    ...keptWords(layer),
  ].filter(Boolean);
}

function lookWords({ place, home, rotation, scale, color }: InView): string[] {
  const [, , z = 0] = place;
  return [
    z ? `z ${short(z)}` : "",
    home.some(Boolean) ? t("homeAt", { place: pair(home) }) : "",
    rotation ? t("turnedBy", { degrees: String(rotation) }) : "",
    scale.some((each) => each !== 1) ? t("scaledBy", { scale: scale.map(short).join(" × ") }) : "",
    color === WHITE ? "" : t("coloredBy", { color: `&H${(color >>> 0).toString(16).toUpperCase().padStart(8, "0")}` }),
  ];
}

function keptWords({ variables, callback, moves }: InView): string[] {
  return [
    ...variables.map((value, index) => (value ? `V${index}=${short(value)}` : "")),
    callback ? t("callsBack", { name: callback }) : "",
    moves.length ? t("movesBy", { targets: moves.join(" ") }) : "",
  ];
}
