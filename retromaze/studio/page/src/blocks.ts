// Which stretches of the two texts belong together: a colored stripe at the inner edge of each.
import { RangeSetBuilder, StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

export type Stretch = readonly [first: number, last: number];

/** A stretch of the port, or of a module behind it, and how many lines of the listing it answers. */
export type Answer = readonly [first: number, last: number, breadth: number];

/** Whether a line is one of these stretches'. */
export function isIn(stretches: readonly (Stretch | Answer)[], line: number): boolean {
  return stretches.some(([first, last]) => first <= line && line <= last);
}

/** Lines of the listing, the lines of the port that answer them, and the number of their color. */
export interface Block {
  listing: Stretch;
  port: Stretch;
  color: number;
}

const COLORS = 6;

/** Those of some answers that answer fewest lines; they come narrowest first. */
export function narrowest(answers: readonly Answer[]): Answer[] {
  return answers.filter((each) => each[2] === answers[0]?.[2]);
}

/** The blocks in the listing's order; what is answered by the same stretches has one color. */
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

const stripes = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setStripes)) return decorations(transaction.state, effect.value);
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorations(state: EditorState, wanted: readonly { lines: Stretch; color: number }[]): DecorationSet {
  const colors = new Map<number, number>();
  for (const { lines, color } of wanted) for (let line = lines[0]; line <= Math.min(lines[1], state.doc.lines); line++) colors.set(line, color);
  const builder = new RangeSetBuilder<Decoration>();
  for (const line of [...colors.keys()].sort((one, other) => one - other)) {
    const { from } = state.doc.line(line);
    const stripe = STRIPES[colors.get(line) ?? 0];
    if (stripe) builder.add(from, from, stripe);
  }
  return builder.finish();
}

export const blockStripes: Extension = stripes;
