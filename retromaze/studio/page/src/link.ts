// The page's state as the address's fragment: program or edited texts, seed, sizes, moment, step of the lesson.
import { deflateSync, strFromU8, strToU8 } from "fflate";
import { inflated } from "./door";
import type { Open, SizeValue } from "./messages";
import { base64Of, bytesOf } from "./pixels";

function packedText(text: string): string {
  return base64Of(deflateSync(strToU8(text), { level: 9 })).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function unpackedText(packed: string): string {
  return strFromU8(inflated(bytesOf(packed.replaceAll("-", "+").replaceAll("_", "/"))));
}

function packedSizes(sizes: Record<string, SizeValue>): string {
  return Object.entries(sizes).map(([name, value]) => `${encodeURIComponent(name)}:${typeof value}:${encodeURIComponent(value)}`).join(",");
}

function unpackedSizes(packed: string): Record<string, SizeValue> {
  const entries = packed.split(",").map((each) => each.split(":").map(decodeURIComponent));
  return Object.fromEntries(entries.filter((each) => each.length === 3).map(([name, kind, value]) => [name, kind === "number" ? numberIn(value) : value]));
}

function numberIn(text: string): number {
  if (!text || !Number.isFinite(Number(text))) throw new RangeError(`'${text}' is no number`);
  return Number(text);
}

/** Returns a link to what is open; `step` is that of the lesson, 0 for none. */
export function linkOf(open: Open, moment: number, step: number): string {
  const state = new URLSearchParams();
  if (open.program) state.set("program", open.program);
  else if (open.name) state.set("name", open.name);
  if (typeof open.seed === "number") state.set("seed", String(open.seed));
  if (open.sizes && Object.keys(open.sizes).length) state.set("sizes", packedSizes(open.sizes));
  if (open.log) state.set("log", packedText(open.log));
  if (moment > 0) state.set("moment", String(moment));
  if (step > 0) state.set("step", String(step));
  if (typeof open.listing === "string") state.set("listing", packedText(open.listing));
  if (typeof open.port === "string") state.set("port", packedText(open.port));
  return `${location.origin === "null" ? "file://" : location.origin}${location.pathname}#${state}`;
}

const RUN = ["listing", "port", "seed", "sizes", "moment", "step"];

/**
 * What a link opens, without any consent; null for no link. Throws TooLong and others for a damaged one. A link that
 * names only a program opens it at the pace at which it is best seen.
 */
export function openedByLink(fragment: string): Open | null {
  const state = new URLSearchParams(fragment.replace(/^#/, ""));
  const paced = !RUN.some((each) => state.has(each));
  if (paced && !state.get("program")) return null;
  const text = (name: string) => (state.has(name) ? unpackedText(state.get(name) ?? "") : null);
  const whole = (name: string) => (/^\d{1,10}$/.test(state.get(name) ?? "") ? Number(state.get(name)) : null);
  return {
    type: "Open",
    program: state.get("program") ?? "",
    name: state.get("name") ?? "",
    listing: text("listing"),
    port: text("port"),
    seed: whole("seed"),
    sizes: unpackedSizes(state.get("sizes") ?? ""),
    moment: whole("moment") ?? 0,
    log: text("log") ?? "",
    paced,
  };
}

/** The step of the lesson that a link leads to, 0 for none. */
export function stepByLink(fragment: string): number {
  return Math.max(0, Math.floor(Number(new URLSearchParams(fragment.replace(/^#/, "")).get("step"))) || 0);
}
