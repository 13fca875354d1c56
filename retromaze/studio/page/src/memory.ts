// What outlives a reload. A page opened from disk may have no storage: then it is forgotten with the page.

const kept = new Map<string, string>();

export function remember(name: string, value: string, forever = false): void {
  kept.set(name, value);
  try {
    (forever ? localStorage : sessionStorage).setItem(`retromaze.${name}`, value);
  } catch {
    // The map above holds it.
  }
}

export function remembered(name: string): string | null {
  try {
    const found = sessionStorage.getItem(`retromaze.${name}`) ?? localStorage.getItem(`retromaze.${name}`);
    if (found !== null) return found;
  } catch {
    // The map below may hold it.
  }
  return kept.get(name) ?? null;
}
