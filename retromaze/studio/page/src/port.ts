// The port in the editor: Python, with the console's help for the instructions that it calls.
import { python } from "@codemirror/lang-python";
import type { Extension } from "@codemirror/state";
import { hoverHelp, type Dictionary } from "./listing";

export function portLanguage(dictionary: Dictionary): Extension {
  // Ports call the console's instructions by their names in small letters.
  const find = (name: string) => (name === name.toLowerCase() ? builtin(dictionary, name) : undefined);
  return [python(), hoverHelp(find)];
}

function builtin(dictionary: Dictionary, name: string) {
  const word = dictionary.find(name);
  return word?.kind === "builtin" ? word : undefined;
}

/** The port's line of each event, and how often each line has had one up to a moment. */
export class PortTrack {
  private lines: number[] = [];
  private counted = 0;
  readonly counts: number[] = [];

  clear(): void {
    this.lines = [];
    this.counted = 0;
    this.counts.length = 0;
  }

  add(first: number, lines: number[]): void {
    if (first === 0) this.clear();
    this.counted = Math.min(this.counted, this.lines.length);
    for (let index = 0; index < lines.length; index++) this.lines[first + index] = lines[index] ?? 0;
  }

  get length(): number {
    return this.lines.length;
  }

  /** The line of the last event before a moment; 0 where the port has not come so far. */
  lineAt(moment: number): number {
    return this.lines[moment - 1] ?? 0;
  }

  lineOf(event: number): number {
    return this.lines[event] ?? 0;
  }

  /** Moves the counts to a moment, from wherever they were. */
  countTo(moment: number): readonly number[] {
    const end = Math.min(moment, this.lines.length);
    for (; this.counted < end; this.counted++) this.add1(this.lines[this.counted] ?? 0, 1);
    while (this.counted > end) this.add1(this.lines[--this.counted] ?? 0, -1);
    return this.counts;
  }

  private add1(line: number, change: number): void {
    this.counts[line] = (this.counts[line] ?? 0) + change;
  }
}
