// Ranges of lines of the two texts that correspond: a colored stripe at the inner edge of each.
import { StateEffect } from "@codemirror/state";
import { Decoration } from "@codemirror/view";
import { markField } from "./line_mark";

export type Stretch = readonly [first: number, last: number];

/** A range of lines of the port or a module, and the number of the listing's lines to which it corresponds. */
export type Answer = readonly [first: number, last: number, breadth: number];

/** Whether a line is in one of these ranges. */
export function isIn(stretches: readonly (Stretch | Answer)[], line: number): boolean {
  return stretches.some(([first, last]) => first <= line && line <= last);
}

/** The lines of ranges, each once. */
export function linesIn(stretches: readonly (Stretch | Answer)[]): number[] {
  return [...new Set(stretches.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index)))];
}

/** Lines of the listing, the corresponding lines of the port, and the number of their color. */
export interface Block {
  listing: Stretch;
  port: Stretch;
  color: number;
}

const COLORS = 6;

/** The ranges that correspond to the fewest lines, of ranges that are sorted by that. */
export function narrowest(answers: readonly Answer[]): Answer[] {
  return answers.filter((each) => each[2] === answers[0]?.[2]);
}

/** The blocks in the listing's order; lines with the same ranges have the same color. */
export function blocksOf(answers: readonly (readonly Answer[])[]): Block[] {
  const colors = new Map<string, number>();
  const blocks: Block[] = [];
  let before: Block[] = [];
  let last = "";
  answers.forEach((stretches, line) => {
    const name = String(stretches);
    if (before.length && name === last) for (const each of before) each.listing = [each.listing[0], line];
    else {
      if (!colors.has(name)) colors.set(name, colors.size % COLORS);
      before = stretches.map(([first, last]) => ({ listing: [line, line], port: [first, last], color: colors.get(name) ?? 0 }));
      blocks.push(...before);
    }
    last = name;
  });
  return blocks;
}

export const setStripes = StateEffect.define<readonly { lines: Stretch; color: number }[]>();

const STRIPES = Array.from({ length: COLORS }, (_, color) => Decoration.line({ attributes: { style: `--stripe: var(--block-${color})` }, class: "striped" }));

export const blockStripes = markField(setStripes, ({ doc }, wanted) => {
  // A line with several stripes shows the last one.
  const colors = new Map(wanted.flatMap(({ lines, color }) => linesIn([lines]).map((line): [number, number] => [line, color])));
  const known = [...colors].filter(([line]) => line <= doc.lines);
  return Decoration.set(known.flatMap(([line, color]) => STRIPES[color]?.range(doc.line(line).from) ?? []), true);
});
