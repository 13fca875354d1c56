// SmileBASIC in the editor: highlighting, completion and help, by the words of Welcome.
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { StreamLanguage, type StreamParser } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import { EditorView, hoverTooltip, type Tooltip } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { SPANS } from "./grammar";
import type { HelpWord } from "./messages";
import { create } from "./elements";

/** The words of the language by name; empty until Welcome has arrived. */
export class Dictionary {
  private words = new Map<string, HelpWord>();

  fill(words: HelpWord[]): void {
    this.words = new Map(words.map((each) => [each.name.toUpperCase(), each]));
  }

  find(name: string): HelpWord | undefined {
    return this.words.get(name.toUpperCase());
  }

  completions(): Completion[] {
    return [...this.words.values()].map((word) => ({
      label: word.name,
      type: word.kind === "builtin" ? "function" : word.kind,
      info: word.help ? () => explained(word) : undefined,
    }));
  }
}

const WORD = /[A-Za-z_@][A-Za-z0-9_]*[$%#]?/g;

/** CodeMirror's names for the kinds of spans; others have no color. */
const TOKENS: Record<string, string> = { comment: "comment", string: "string", number: "number", label: "labelName", constant: "atom" };

function parser(dictionary: Dictionary): StreamParser<null> {
  return {
    name: "smilebasic",
    startState: () => null,
    token(stream) {
      for (const [kind, pattern] of SPANS) {
        const found = stream.match(pattern) as RegExpMatchArray | null;
        if (!found) continue;
        if (kind !== "name") return TOKENS[kind] ?? null;
        const word = dictionary.find(found[0]);
        return !word ? "variableName" : word.kind === "keyword" ? "keyword" : "instruction";
      }
      stream.next();
      return null;
    },
    tokenTable: { instruction: tags.function(tags.variableName) },
    languageData: { commentTokens: { line: "'" }, closeBrackets: { brackets: ["(", "[", '"'] } },
  };
}

/** `value` describes a variable with its values on both sides; undefined for other words. */
export function listingLanguage(dictionary: Dictionary, value: (name: string) => string | undefined): Extension {
  const language = StreamLanguage.define(parser(dictionary));
  const complete = (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[A-Za-z_][\w$%#]*/);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    return { from: word.from, options: dictionary.completions(), validFor: /^[\w$%#]*$/ };
  };
  return [language, language.data.of({ autocomplete: complete }), hoverHelp((name) => dictionary.find(name) ?? variableHelp(name, value(name)))];
}

export function variableHelp(name: string, value: string | undefined): HelpWord | undefined {
  return value === undefined ? undefined : { name, kind: "variable", help: value };
}

interface WordPlace {
  text: string;
  from: number;
  to: number;
}

/** The words of a text, with their places counted from `start`. */
export function wordsIn(text: string, start = 0): WordPlace[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ text: word, from: start + index, to: start + index + word.length }));
}

export function wordAt(state: EditorState, position: number): WordPlace | undefined {
  const line = state.doc.lineAt(position);
  return wordsIn(line.text, line.from).find(({ from, to }) => from <= position && position <= to);
}

/** Help for the word under the pointer. */
export function hoverHelp(find: (name: string) => HelpWord | undefined): Extension {
  return hoverTooltip(({ state }, position): Tooltip | null => {
    const place = wordAt(state, position);
    const word = place && find(place.text);
    return place && word?.help ? { pos: place.from, end: place.to, above: true, create: () => ({ dom: explained(word) }) } : null;
  });
}

/** Returns a word's help as an element; lines with the word itself are its forms, written as code. */
function explained(word: HelpWord): HTMLElement {
  const className = (line: string) => (line.toUpperCase().includes(word.name.toUpperCase()) ? "form" : "");
  const lines = word.help.split("\n").map((line) => create("div", { textContent: line || "\u00a0", className: className(line) }));
  return create("div", { className: "help" }, ...lines);
}

export const helpLooks = EditorView.theme({
  ".help": { padding: "6px 10px", maxWidth: "440px", maxHeight: "300px", overflow: "auto", fontSize: "12.5px" },
  ".help .form": { fontFamily: "var(--code)" },
});
