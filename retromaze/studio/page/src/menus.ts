// The menus: one is open at a time, and Escape or a click beside closes it.
import { all } from "./page";

/** A span is marked in a menu at moments that are found by these. */
const BESIDE = ".time";

export function listenToMenus(): void {
  const menus = all(".menu") as HTMLDetailsElement[];
  const close = (kept: Element | null) => {
    for (const each of menus) if (each !== kept) each.open = false;
  };
  // The event of a menu's opening comes late, when another one may be open already.
  const opens = new MutationObserver((changes) => {
    const opened = changes.map((each) => each.target as HTMLDetailsElement).find((each) => each.open);
    if (opened) close(opened);
  });
  for (const each of menus) opens.observe(each, { attributeFilter: ["open"] });
  document.addEventListener("pointerdown", (event) => {
    const target = event.target as HTMLElement;
    if (!target.closest(BESIDE)) close(target.closest(".menu"));
  });
  document.addEventListener("keydown", (event) => {
    const open = menus.find((each) => each.open);
    if (event.key !== "Escape" || !open) return;
    if (open.contains(document.activeElement)) open.querySelector("summary")?.focus();
    close(null);
  });
}
