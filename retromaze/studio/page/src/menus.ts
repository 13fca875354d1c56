// The menus: one is open at a time, and Escape or a click elsewhere closes it.
import { all } from "./elements";

/** Clicks here leave a menu open: moments for its span are chosen there. */
const BESIDE = ".time";

export function listenToMenus(): void {
  const menus = all(".menu") as HTMLDetailsElement[];
  const close = (kept: Element | null) => {
    for (const each of menus) if (each !== kept) each.open = false;
  };
  // The `toggle` event of a menu is late: another menu may be open by then.
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
