// How often each line ran, as a bar in the margin whose strength grows with the logarithm of the count.
import { StateEffect, StateField } from "@codemirror/state";
import { gutter, GutterMarker, type EditorView } from "@codemirror/view";
import { number } from "./words";

const LEVELS = 9;

export const setCounts = StateEffect.define<readonly number[]>();

interface Heat {
  counts: readonly number[];
  hottest: number;
}

const heat = StateField.define<Heat>({
  create: () => ({ counts: [], hottest: 0 }),
  update(value, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setCounts)) return { counts: effect.value, hottest: effect.value.reduce((most, each) => Math.max(most, each ?? 0), 0) };
    return value;
  },
});

class Warmth extends GutterMarker {
  constructor(private readonly level: number) {
    super();
  }

  override toDOM(): Node {
    const bar = document.createElement("i");
    bar.style.cssText = `display:block;width:5px;height:100%;background:rgba(var(--heat),${(this.level / LEVELS).toFixed(2)})`;
    return bar;
  }
}

const WARMTHS = Array.from({ length: LEVELS + 1 }, (_, level) => new Warmth(level));

function markerOf(view: EditorView, from: number): GutterMarker | null {
  const { counts, hottest } = view.state.field(heat);
  const count = counts[view.state.doc.lineAt(from).number];
  if (!count) return null;
  return WARMTHS[Math.max(1, Math.round((LEVELS * Math.log1p(count)) / Math.log1p(hottest)))] ?? null;
}

export const heatGutter = [
  heat,
  gutter({
    class: "heat",
    lineMarker: (view, block) => markerOf(view, block.from),
    lineMarkerChange: (update) => update.startState.field(heat) !== update.state.field(heat),
    initialSpacer: () => WARMTHS[1] ?? null,
    domEventHandlers: {
      mousemove(view, block, event) {
        const count = view.state.field(heat).counts[view.state.doc.lineAt(block.from).number] ?? 0;
        const target = event.target as HTMLElement;
        target.title = `${number(count)} ×`;
        return false;
      },
    },
  }),
];
