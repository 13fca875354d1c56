// The page's own keys, and the list of them.
import { byId, create } from "./page";
import { keyWords, t, type WordName } from "./words";

export interface Shortcut {
  key: string;
  shown: string;
  name: WordName;
  act: () => void;
}

export const WRITING = ".cm-editor, .screens, select, textarea, input:not([type=range]):not([type=checkbox])";
/** What keys do in an editor, where those above are letters. */
const EDITOR_KEYS: [shown: string, name: WordName][] = [
  ["Tab", "editorTab"],
  ["Ctrl Enter", "editorRun"],
  ["Ctrl", "editorDrag"],
  ["Esc Tab", "editorLeave"],
];
const PRESSING = "button, summary, [role=option]";

export function listen(shortcuts: Shortcut[]): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || target.closest(WRITING)) return;
    const found = shortcuts.find((each) => each.key === event.key);
    if (!found || (event.key === " " && target.closest(PRESSING))) return;
    event.preventDefault();
    found.act();
  });
  // Who presses buttons by the pointer wants the space bar for run and pause, not for the same button again.
  document.addEventListener("click", (event) => {
    if (event.detail > 0) (event.target as HTMLElement).closest<HTMLElement>("button, summary")?.blur();
  });
}

export function listShortcuts(shortcuts: Shortcut[]): void {
  const entries = shortcuts.flatMap((each) => entry(each.shown, each.name));
  byId("keys").replaceChildren(...entries, ...EDITOR_KEYS.flatMap(([shown, name]) => entry(shown, name)));
}

function entry(shown: string, name: WordName): HTMLElement[] {
  return [create("dt", { textContent: keyWords(shown) }), create("dd", { textContent: t(name) })];
}
