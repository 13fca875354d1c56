// An editor of one text: the running line, its counterparts, errors, stops, and how often each line ran. Long lines are wrapped.
import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, completionStatus, moveCompletionSelection, selectedCompletionIndex } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Annotation, type ChangeSet, Compartment, EditorState, type Extension, Prec, RangeSet, RangeSetBuilder, StateEffect, type StateEffectType, StateField, Transaction } from "@codemirror/state";
import { Decoration, type DecorationSet, drawSelection, EditorView, gutter, GutterMarker, highlightSpecialChars, keymap, lineNumbers, placeholder, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { blockStripes, pairMarks, type Place, placeMarks, problemMarks, setPlace, statementAt } from "./line_marks";
import { number, phrases } from "./translation";

/** Marks changes that were made by the session, not by the reader. */
const fromSession = Annotation.define<boolean>();

/** The editor's own texts, in the page's language. */
const speaking = new Compartment();

/** The history of changes; reconfigured, it is empty. */
const undoing = new Compartment();

/** Whether the reader may write. */
const locking = new Compartment();

const FOLLOW_AGAIN_AFTER = 4000;
const FOLLOW_INTERVAL = 150;

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword], color: "var(--keyword)", fontWeight: "600" },
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--number)" },
  { tag: [tags.function(tags.variableName), tags.standard(tags.variableName)], color: "var(--instruction)" },
  { tag: [tags.labelName, tags.definition(tags.variableName)], color: "var(--label)" },
]);

const editorTheme = EditorView.theme({
  "&": { height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--code)", lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--soft)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 8px 0 6px", minWidth: "32px" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--faint)" },
  ".cm-selectionMatch": { backgroundColor: "var(--hover)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--faint)" },
  ".cm-tooltip": { backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--faint)", borderRadius: "6px", boxShadow: "0 4px 16px #0002" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--hover)", color: "var(--ink)" },
  ".cm-completionInfo": { whiteSpace: "pre-wrap", maxWidth: "420px", padding: "6px 10px" },
  ".cm-panels": { backgroundColor: "var(--ground)", color: "var(--ink)" },
  ".cm-textfield, .cm-button": { backgroundImage: "none", backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--faint)" },
});

export class Editor {
  readonly view: EditorView;
  /** Counts the reader's changes, so that an answer to an older text does not replace a newer one. */
  edition = 0;
  /** Whether the view stays at a line that the reader was shown, and does not follow the running line. */
  stays = false;
  private touchedAt = -Infinity;
  private followedAt = 0;
  private followTimer = 0;
  private place: Place = { line: 0, column: 0, lit: [] };

  /**
   * A text without `onEdit` is read-only and has no stops. `onEdit` receives the former text, if another was
   * pasted over the whole of it. `whenEmpty` returns the words that are shown while there is no text.
   */
  constructor(
    parent: HTMLElement,
    name: () => string,
    languages: Extension,
    onEdit?: (pastedOver: string | null) => void,
    onStops?: () => void,
    private readonly whenEmpty: () => string = () => "",
  ) {
    const edits = EditorView.updateListener.of((update) => {
      if (!update.docChanged || update.transactions.some((each) => each.annotation(fromSession))) return;
      this.edition++;
      const pasted = update.transactions.some((each) => each.isUserEvent("input.paste") || each.isUserEvent("input.drop"));
      onEdit?.(pasted && isWhole(update.changes) ? update.startState.doc.toString() : null);
    });
    this.view = new EditorView({
      parent,
      state: EditorState.create({ extensions: [...basics(name, onStops), speaking.of(this.speech), languages, edits, locking.of(EditorState.readOnly.of(true)), ...placeMarks, ...pairMarks, ...problemMarks, blockStripes] }),
    });
    for (const event of ["wheel", "touchmove", "keydown", "pointerdown"])
      this.view.dom.addEventListener(event, () => (this.touchedAt = performance.now()), { passive: true });
  }

  /** Writes the editor's own texts in the page's language. */
  rewrite(): void {
    this.view.dispatch({ effects: speaking.reconfigure(this.speech) });
  }

  private get speech(): Extension {
    const words = this.whenEmpty();
    return [EditorState.phrases.of(phrases()), words ? placeholder(words) : []];
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** The lines at which the run stops, from 1. */
  get stops(): number[] {
    return stopLines(this.view.state);
  }

  /** A line without the blanks around it; "" for none. */
  lineText(line: number): string {
    const { doc } = this.view.state;
    return line >= 1 && line <= doc.lines ? doc.line(line).text.trim() : "";
  }

  /** The running statement, with a keyword before it such as UNTIL; the whole line if no statement is known. */
  get statementText(): string {
    const { place, view: { state } } = this;
    const found = statementAt(state, place);
    if (!found) return this.lineText(place.line);
    const before = state.sliceDoc(state.doc.line(place.line).from, found.from);
    return (before.slice(before.lastIndexOf(":") + 1) + state.sliceDoc(found.from, found.to)).trim();
  }

  get cursorLine(): number {
    const { state } = this.view;
    return state.doc.lineAt(state.selection.main.head).number;
  }

  /** Sets or removes a stop at a line, by default the cursor's. */
  toggleStop(line: number = this.cursorLine): void {
    this.view.dispatch({ effects: toggleStop.of(line) });
  }

  /** Sets whether the reader may write. */
  lock(isLocked: boolean): void {
    if (isLocked !== this.view.state.readOnly) this.view.dispatch({ effects: locking.reconfigure(EditorState.readOnly.of(isLocked)) });
  }

  /** Sets the text; the reader cannot undo that. `another`: it is not a version of the former text, whose stops and history go. */
  setText(text: string, another: boolean): void {
    this.replace(text);
    if (!another) return;
    this.view.dispatch({ effects: clearStops.of(null) });
    this.view.dispatch({ effects: undoing.reconfigure([]) });
    this.view.dispatch({ effects: undoing.reconfigure(history()) });
  }

  /** Replaces a number, as if the reader had written it. */
  writeNumber(from: number, text: string): void {
    const before = /^[\d.]*/.exec(this.view.state.sliceDoc(from, from + 100))?.[0] ?? "";
    this.view.dispatch({ changes: { from, to: from + before.length, insert: text }, userEvent: "input.drag" });
  }

  /** Replaces the whole text, as if the reader had written it. */
  write(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** Replaces only the part that differs, so that the cursor stays. */
  private replace(text: string): void {
    const old = this.text;
    if (old === text) return;
    const limit = Math.min(old.length, text.length);
    let start = 0;
    while (start < limit && old[start] === text[start]) start++;
    let end = 0;
    while (end < limit - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
    const changes = { from: start, to: old.length - end, insert: text.slice(start, text.length - end) };
    this.view.dispatch({ changes, annotations: [fromSession.of(true), Transaction.addToHistory.of(false)] });
  }

  /** Marks the running line and statement, and the lit ranges; lines from 1, 0 for none. */
  setPlace(place: Place): void {
    if (JSON.stringify(place) !== JSON.stringify(this.place)) this.view.dispatch({ effects: setPlace.of(place) });
    this.place = place;
    this.follow();
  }

  /** Sets marks in the text: by an effect of its fields, and the value that they show from now on. */
  mark<Value>(marks: StateEffectType<Value>, value: Value): void {
    this.view.dispatch({ effects: marks.of(value) });
  }

  /** Scrolls the editor, but not the page, to a line. */
  show(line: number): void {
    if (line < 1 || line > this.view.state.doc.lines) return;
    // an editor that has just become visible has not laid out its lines yet
    this.view.requestMeasure({ read: () => this.followDown(line) });
    this.touchedAt = -Infinity;
  }

  private followLater(): void {
    this.followTimer = 0;
    this.follow();
  }

  /** Keeps the running line visible, unless the reader has scrolled or clicked elsewhere lately. */
  private follow(): void {
    const line = this.place.line || this.place.lit[0]?.[0] || 0;
    const now = performance.now();
    const doc = this.view.state.doc;
    if (this.stays || line < 1 || line > doc.lines || now - this.touchedAt < FOLLOW_AGAIN_AFTER) return;
    if (now - this.followedAt < FOLLOW_INTERVAL) {
      this.followTimer ||= window.setTimeout(() => this.followLater(), FOLLOW_INTERVAL);
      return;
    }
    this.followedAt = now;
    this.followDown(line);
    this.followStatement();
  }

  private followDown(line: number): void {
    // The text may have been replaced since the line was asked for.
    if (line > this.view.state.doc.lines) return;
    const block = this.view.lineBlockAt(this.view.state.doc.line(line).from);
    const { scrollTop, clientHeight } = this.view.scrollDOM;
    if (clientHeight === 0 || (block.top >= scrollTop && block.bottom <= scrollTop + clientHeight)) return;
    this.view.scrollDOM.scrollTop = block.top - clientHeight / 2;
  }

  /** Scrolls to the beginning of the running statement, if it is far from the start of a line of many rows. */
  private followStatement(): void {
    const { scrollDOM, state } = this.view;
    const statement = statementAt(state, this.place);
    if (!statement || scrollDOM.clientHeight === 0) return;
    const from = this.view.coordsAtPos(statement.from, 1);
    const box = scrollDOM.getBoundingClientRect();
    // A line that was just scrolled to is not laid out yet.
    if (!from) this.followTimer ||= window.setTimeout(() => this.followLater(), FOLLOW_INTERVAL);
    else if (from.top < box.top || from.bottom > box.bottom) scrollDOM.scrollTop += from.top - box.top - box.height / 2;
  }
}

function basics(name: () => string, onStops?: () => void): Extension[] {
  return [
    heatGutter,
    onStops ? stopMarks(onStops) : lineNumbers(),
    highlightSpecialChars(),
    undoing.of(history()),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    // Enter makes a new line and accepts no completion: the typed word may be complete.
    autocompletion({ icons: false, selectOnOpen: false }),
    highlightSelectionMatches(),
    wrapping,
    syntaxHighlighting(colors),
    editorTheme,
    EditorView.contentAttributes.of(() => ({ "aria-label": name(), tabindex: "0", spellcheck: "false", autocapitalize: "off" })),
    keymap.of([{ key: "Tab", run: complete }, ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
  ];
}

/** The key that runs the edited texts at once. */
export function runKey(onRun: () => void): Extension {
  const run = () => {
    onRun();
    return true;
  };
  return Prec.high(keymap.of([{ key: "Mod-Enter", run }]));
}

/** Whether changes have replaced a whole text. */
function isWhole(changes: ChangeSet): boolean {
  let whole = false;
  changes.iterChanges((from, to, start, end) => (whole = from === 0 && start === 0 && to === changes.length && end === changes.newLength));
  return whole && changes.newLength > 0;
}

/** Accepts the chosen completion, or the first one. */
function complete(view: EditorView): boolean {
  if (completionStatus(view.state) !== "active") return false;
  if (selectedCompletionIndex(view.state) === null) moveCompletionSelection(true)(view);
  return acceptCompletion(view);
}

// ---- wrapping: the rest of a long line is indented further than its beginning

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

const wrappingTheme = EditorView.theme({
  ".cm-line": { paddingLeft: `calc(var(--inset, 6px) + var(--hang, ${FURTHER}ch))`, textIndent: `calc(-1 * var(--hang, ${FURTHER}ch))` },
  // a block inside a line, which would be indented twice
  ".cm-placeholder": { textIndent: "0" },
  ".cm-line.crowded": { wordBreak: "break-all" },
});

const wrapping: Extension = [EditorView.lineWrapping, hanging, wrappingTheme];

// ---- the lines at which a run stops, as dots before their numbers; a click on a number sets or removes one

class Dot extends GutterMarker {
  override toDOM(): Node {
    return document.createTextNode("●");
  }
}

const DOT = new Dot();

const toggleStop = StateEffect.define<number>();
const clearStops = StateEffect.define<null>();

const stops = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(value, transaction) {
    let found = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(clearStops)) found = RangeSet.empty;
      if (effect.is(toggleStop) && effect.value >= 1 && effect.value <= transaction.state.doc.lines) found = toggled(found, transaction.state.doc.line(effect.value).from);
    }
    return found;
  },
});

function toggled(found: RangeSet<GutterMarker>, at: number): RangeSet<GutterMarker> {
  let there = false;
  found.between(at, at, (from) => void (there ||= from === at));
  return there ? found.update({ filter: (from) => from !== at }) : found.update({ add: [DOT.range(at)] });
}

/** The lines with a dot, from 1. */
function stopLines(state: EditorState): number[] {
  const lines = new Set<number>();
  for (const cursor = state.field(stops).iter(); cursor.value; cursor.next()) lines.add(state.doc.lineAt(cursor.from).number);
  return [...lines];
}

/** `onChange` is called when dots were set or removed. */
function stopMarks(onChange: () => void): Extension {
  const mousedown = (view: EditorView, block: { from: number }): boolean => {
    view.dispatch({ effects: toggleStop.of(view.state.doc.lineAt(block.from).number) });
    return true;
  };
  return [
    stops,
    gutter({ class: "stop-marks", markers: (view) => view.state.field(stops), initialSpacer: () => DOT, domEventHandlers: { mousedown } }),
    lineNumbers({ domEventHandlers: { mousedown } }),
    EditorView.updateListener.of((update) => {
      if (update.startState.field(stops) !== update.state.field(stops)) onChange();
    }),
    stopTheme,
  ];
}

const stopTheme = EditorView.theme({
  ".stop-marks .cm-gutterElement": { color: "var(--difference)", padding: "0 0 0 3px", minWidth: "13px", cursor: "pointer" },
  ".cm-lineNumbers .cm-gutterElement": { cursor: "pointer" },
});

// ---- how often each line ran, as a bar in the margin whose strength grows with the logarithm of the count

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

const heatGutter = [
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
