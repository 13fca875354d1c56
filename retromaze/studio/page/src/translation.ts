// The page's texts in its language. They are written in tests/tools/page_texts.py, and their Japanese in
// retromaze/locale: python -m tests.tools.translation, then python -m tests.tools.page_sources.
import { all } from "./elements";
import { remember, remembered } from "./stored_settings";
import { PHRASES, SENTENCES, TEXTS } from "./texts";

type Language = "en" | "ja";
export type WordName = keyof typeof TEXTS;
type Holes = Record<string, string | number>;

const HOLE = /\{(\w+)\}/g;
const whole = new Map(SENTENCES);
const sentences = SENTENCES.filter(([english]) => english.includes("{")).map(([english, japanese]) => ({ expression: expressionOf(english), japanese }));

let language: Language = (remembered("language") ?? navigator.language).startsWith("ja") ? "ja" : "en";

export function pageLanguage(): Language {
  return language;
}

/** Returns one of the page's texts, with the words in braces replaced; numbers as the language writes them. */
export function t(name: WordName, holes: Holes = {}): string {
  const text = TEXTS[name][language === "ja" ? 1 : 0];
  return text.replace(HOLE, (all, hole: string) => {
    const value = holes[hole] ?? all;
    return typeof value === "number" ? number(value) : value;
  });
}

/** The editor's own texts by their English words. */
export function phrases(): Record<string, string> {
  return Object.fromEntries(Object.entries(PHRASES).map(([own, texts]) => [own, texts[language === "ja" ? 1 : 0]]));
}

/** Translates a sentence of Python's into the page's language, as far as it is known. */
export function translated(words: string): string {
  return language === "ja" ? words.split("\n").map(inJapanese).join("\n") : words;
}

function inJapanese(words: string): string {
  const known = whole.get(words);
  if (known !== undefined) return known;
  for (const { expression, japanese } of sentences) {
    const found = expression.exec(words)?.groups;
    if (found) return japanese.replace(HOLE, (all, hole: string) => inJapanese(found[hole] ?? all));
  }
  return words;
}

/** Returns a regular expression for a sentence with words in braces, which are its groups. */
function expressionOf(english: string): RegExp {
  const parts = english.split(HOLE).map((part, index) => (index % 2 ? `(?<${part}>.+?)` : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${parts.join("")}$`);
}

export function number(value: number): string {
  return value.toLocaleString(language);
}

/** Writes every fixed text of the page in its language. */
export function writeTexts(): void {
  document.documentElement.lang = language;
  for (const each of all("[data-words]")) each.textContent = t(each.dataset.words as WordName);
  for (const each of all("[data-told]")) each.textContent = translated(each.dataset.told ?? "");
  for (const each of all("[data-name]")) setName(each, each.dataset.name as WordName);
  for (const each of all("[data-placeholder]")) (each as HTMLInputElement).placeholder = t(each.dataset.placeholder as WordName);
  for (const each of all("[data-title]")) setTitle(each, each.dataset.title as WordName);
}

/** Gives an element one of the page's texts, which changes with the language. */
export function setWords(element: HTMLElement, name: WordName): void {
  delete element.dataset.told;
  element.dataset.words = name;
  element.textContent = t(name);
}

/** Gives an element one of the page's texts as the name that a screen reader says. */
export function setName(element: HTMLElement, name: WordName): void {
  element.dataset.name = name;
  element.ariaLabel = t(name);
}

/** Gives an element a sentence of Python's, which is translated again when the language changes. */
export function setPythonWords(element: HTMLElement, words: string): void {
  delete element.dataset.words;
  element.dataset.told = words;
  element.textContent = translated(words);
}

/** A key by its letter, or its name in the page's language. */
export function keyWords(key: string): string {
  return key === " " ? t("space") : key;
}

export function setTitle(element: HTMLElement, name: WordName): void {
  element.dataset.title = name;
  const key = element.dataset.key;
  element.title = key ? `${t(name)} (${keyWords(key)})` : t(name);
}

/** Sets the page's first language, unless the reader has chosen one; returns whether it has changed. */
export function beginIn(wanted: string): boolean {
  if (remembered("language") !== null || (wanted !== "en" && wanted !== "ja") || wanted === language) return false;
  language = wanted;
  return true;
}

export function switchLanguage(): void {
  language = language === "ja" ? "en" : "ja";
  remember("language", language, true);
}
