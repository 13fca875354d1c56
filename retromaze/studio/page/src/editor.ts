// An editor of one side: the running line, its counterparts, the heat of lines in the margin, and errors.
import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, completionStatus, moveCompletionSelection, selectedCompletionIndex } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, Prec, Transaction, type ChangeSet, type Extension, type StateEffectType } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { blockStripes } from "./blocks";
import { heatGutter } from "./heat";
import { wrapping } from "./wrapping";
import { clearStops, stopLines, stopMarks, toggleStop } from "./stop_marks";
import { pairMarks } from "./pair_marks";
import { placeMarks, setPlace, statementAt, type Place } from "./running_line";
import { problemMarks } from "./problem_marks";
import { phrases } from "./words";

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

const looks = EditorView.theme({
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
    looks,
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
