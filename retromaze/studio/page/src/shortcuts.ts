// The page's keyboard shortcuts, and their list.
import { byId, create } from "./elements";
import { keyWords, t, type WordName } from "./translation";

export interface Shortcut {
  key: string;
  name: WordName;
  act: () => void;
}

export const WRITING = ".cm-editor, .screens, select, textarea, input:not([type=range]):not([type=checkbox])";
/** The keys of an editor, in which the page's shortcuts are letters. */
const EDITOR_KEYS: Omit<Shortcut, "act">[] = [
  { key: "Tab", name: "editorTab" },
  { key: "Ctrl Enter", name: "editorRun" },
  { key: "Ctrl", name: "editorDrag" },
  { key: "Esc Tab", name: "editorLeave" },
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
  // A clicked button loses the focus: the space bar then runs and pauses, and does not press the button again.
  document.addEventListener("click", (event) => {
    if (event.detail > 0) (event.target as HTMLElement).closest<HTMLElement>("button, summary")?.blur();
  });
}

export function listShortcuts(shortcuts: Shortcut[]): void {
  const rows = [...shortcuts, ...EDITOR_KEYS].flatMap(({ key, name }) => [create("dt", { textContent: keyWords(key) }), create("dd", { textContent: t(name) })]);
  byId("keys").replaceChildren(...rows);
}
