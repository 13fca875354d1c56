// Which stretches of the two texts belong together: a colored stripe at the inner edge of each.
import { RangeSetBuilder, StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

export type Stretch = readonly [first: number, last: number];

/** Whether a line is one of these stretches'. */
export function isIn(stretches: readonly Stretch[], line: number): boolean {
  return stretches.some(([first, last]) => first <= line && line <= last);
}

/** Lines of the listing, the lines of the port that answer them, and the number of their color. */
export interface Block {
  listing: Stretch;
  port: Stretch;
  color: number;
}

const COLORS = 6;

/** The blocks in the listing's order; what is answered by the same stretches has one color. */
export function blocksOf(answers: readonly (readonly Stretch[])[]): Block[] {
  const colors = new Map<string, number>();
  const blocks: Block[] = [];
  let before: Block[] = [];
  answers.forEach((stretches, line) => {
    const name = String(stretches);
    if (before.length && String(before.map((each) => each.port)) === name) for (const each of before) each.listing = [each.listing[0], line];
    else {
      if (!colors.has(name)) colors.set(name, colors.size % COLORS);
      before = stretches.map((port) => ({ listing: [line, line], port, color: colors.get(name) ?? 0 }));
      blocks.push(...before);
    }
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
