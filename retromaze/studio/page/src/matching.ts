// Matches the port's variables to the listing's: by the port's margins, by name, or by an array's contents.
import type { ArrayInView, PortValues, ShownVariable, Values } from "./messages";

/** The port's variables by the listing's names, and those without a counterpart. */
export interface Matches {
  variables: Map<string, ShownVariable>;
  arrays: Map<string, ArrayInView>;
  alone: ShownVariable[];
  arraysAlone: ArrayInView[];
}

export function matches(listing: Values, port: PortValues): Matches {
  const noted = (one: { name: string }, other: { name: string }) => port.names[other.name] === one.name;
  const variables = pairs(listing.variables, port.variables, noted, (one, other) => alike(one.name, other.name));
  const arrays = pairs(listing.arrays, port.arrays, noted, (one, other) => alike(one.name, other.name) && one.shape.length === other.shape.length);
  // Arrays with the same contents match, if no others have them.
  addOnly(arrays, listing.arrays, port.arrays, sameContents);
  const used = new Set<ShownVariable | ArrayInView>([...variables.values(), ...arrays.values()]);
  return { variables, arrays, alone: port.variables.filter((each) => !used.has(each)), arraysAlone: port.arrays.filter((each) => !used.has(each)) };
}

/** Whether names are equal, comparing only letters and digits: `X%` is `x`, `M_W` is `mw`. Of `walker.x` the attribute counts. */
function alike(basic: string, python: string): boolean {
  return plain(basic) === plain(attribute(python));
}

/** The attribute of a name: `x` of `walker.x`; another name itself. */
export function attribute(python: string): string {
  return python.slice(python.lastIndexOf(".") + 1);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

type Same<Kind> = (one: Kind, other: Kind) => boolean;

/** Pairs items by one rule after the other, each with the first that matches; none is used twice. */
function pairs<Kind extends { name: string }>(ours: Kind[], theirs: Kind[], ...rules: Same<Kind>[]): Map<string, Kind> {
  const found = new Map<string, Kind>();
  const free = new Set(theirs);
  for (const same of rules)
    for (const one of ours) {
      const other = found.has(one.name) ? undefined : [...free].find((each) => same(one, each));
      if (!other) continue;
      found.set(one.name, other);
      free.delete(other);
    }
  return found;
}

function addOnly(found: Map<string, ArrayInView>, ours: ArrayInView[], theirs: ArrayInView[], same: Same<ArrayInView>): void {
  const free = ours.filter((each) => !found.has(each.name));
  const others = theirs.filter((each) => ![...found.values()].includes(each));
  for (const one of free) {
    const [only, another] = others.filter((each) => same(one, each));
    if (only && !another && free.filter((each) => same(each, only)).length === 1) found.set(one.name, only);
  }
}

/** Whether arrays have equal contents, as far as both are known; not if all elements are the same, which identifies nothing. */
function sameContents(one: ArrayInView, other: ArrayInView): boolean {
  if (String(one.shape) !== String(other.shape)) return false;
  const length = Math.min(one.values.length, other.values.length);
  const varied = one.values.slice(0, length).some((each) => each !== one.values[0]);
  return varied && one.values.slice(0, length).every((each, index) => each === other.values[index]);
}
