// Settings that outlive a reload. A page opened from a disk may have no storage: then they last as long as the page.

const kept = new Map<string, string>();

export function remember(name: string, value: string, forever = false): void {
  kept.set(name, value);
  try {
    (forever ? localStorage : sessionStorage).setItem(`retromaze.${name}`, value);
  } catch {
    // The map has it.
  }
}

export function remembered(name: string): string | null {
  try {
    const found = sessionStorage.getItem(`retromaze.${name}`) ?? localStorage.getItem(`retromaze.${name}`);
    if (found !== null) return found;
  } catch {
    // The map may have it.
  }
  return kept.get(name) ?? null;
}
