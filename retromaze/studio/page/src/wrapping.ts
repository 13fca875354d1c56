// Wraps long lines; the rest of a line is indented further than its beginning.
import { RangeSetBuilder, type Extension } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from "@codemirror/view";

/** Columns by which the rest of a line is indented further. */
const FURTHER = 2;
/** The most columns of indentation: more would leave no room. */
const MOST = 16;

/** Pixels around the letters of a line. */
const AROUND = 18;

/** The decorations by columns of indentation; a `crowded` line, with a word longer than a row, is broken within words. */
const [whole, crowded] = ["", "crowded"].map((kind) =>
  Array.from({ length: MOST + 1 }, (_, columns) => Decoration.line({ class: kind, attributes: { style: `--hang: ${columns + FURTHER}ch` } })),
) as [Decoration[], Decoration[]];

/** The columns of blanks before a line's first letter. */
function columnsBefore(text: string, tabSize: number): number {
  let columns = 0;
  for (const letter of text) {
    if (letter === "\t") columns += tabSize - (columns % tabSize);
    else if (letter === " ") columns++;
    else break;
  }
  return Math.min(MOST, columns);
}

/** Whether a word of the line does not fit into a row of that many columns. */
function isCrowded(text: string, before: number, columns: number): boolean {
  if (before + text.length <= columns) return false;
  return text.split(" ").some((word) => before + FURTHER + word.length > columns);
}

function hangings(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { clientWidth } = view.contentDOM;
  // A hidden editor has no width.
  const columns = clientWidth > 0 ? (clientWidth - AROUND) / view.defaultCharacterWidth : Infinity;
  let last = -1;
  for (const { from, to } of view.visibleRanges) {
    for (let place = from; place <= to; ) {
      const line = view.state.doc.lineAt(place);
      place = line.to + 1;
      const before = columnsBefore(line.text, view.state.tabSize);
      const decoration = (isCrowded(line.text, before, columns) ? crowded : whole)[before];
      if (line.from > last && decoration) builder.add(line.from, line.from, decoration);
      last = line.from;
    }
  }
  return builder.finish();
}

const hanging = ViewPlugin.define(
  (view) => ({
    decorations: hangings(view),
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged || update.geometryChanged) this.decorations = hangings(update.view);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);

const looks = EditorView.theme({
  ".cm-line": { paddingLeft: `calc(var(--inset, 6px) + var(--hang, ${FURTHER}ch))`, textIndent: `calc(-1 * var(--hang, ${FURTHER}ch))` },
  // a block inside a line, which would be indented twice
  ".cm-placeholder": { textIndent: "0" },
  ".cm-line.crowded": { wordBreak: "break-all" },
});

export const wrapping: Extension = [EditorView.lineWrapping, hanging, looks];
