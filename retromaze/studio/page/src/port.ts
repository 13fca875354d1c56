// Python in the editor, with help for the console's instructions that a port calls; the port's run and its lit line.
import { completeAnyWord } from "@codemirror/autocomplete";
import { StreamLanguage } from "@codemirror/language";
import { python } from "@codemirror/legacy-modes/mode/python";
import type { Extension } from "@codemirror/state";
import { type Answer, isIn, narrowest } from "./line_marks";
import type { At, PortLines } from "./messages";
import { type Dictionary, hoverHelp, variableHelp } from "./smilebasic";

/** Colors Python line by line. The package with Python's whole grammar is 27 kB larger and colors the same text. */
const PYTHON = StreamLanguage.define(python);

/** `value` describes a variable, as for `listingLanguage`. */
export function portLanguage(dictionary: Dictionary, value: (name: string) => string | undefined): Extension {
  // Ports call the console's instructions by lower-case names.
  const find = (name: string) => {
    const word = name === name.toLowerCase() ? dictionary.find(name) : undefined;
    return variableHelp(name, value(name)) ?? (word?.kind === "builtin" ? word : undefined);
  };
  return [PYTHON, PYTHON.data.of({ autocomplete: completeAnyWord }), hoverHelp(find)];
}

/** The port's line of each event, its ways to them (see PortLines), and the count of events of each line up to a moment. */
export class PortTrack {
  private lines: number[] = [];
  private ways: number[] = [];
  private found: number[][] = [];
  private counted = 0;
  readonly counts: number[] = [];

  clear(): void {
    this.lines = [];
    this.ways = [];
    this.found = [];
    this.counted = 0;
    this.counts.length = 0;
  }

  add(message: PortLines): void {
    const { first, lines, ways, found } = message;
    if (first === 0) this.clear();
    this.counted = Math.min(this.counted, this.lines.length);
    for (let index = 0; index < lines.length; index++) this.lines[first + index] = lines[index] ?? 0;
    for (let index = 0; index < ways.length; index++) this.ways[first + index] = ways[index] ?? 0;
    for (const way of found) this.found.push(way);
  }

  get length(): number {
    return this.lines.length;
  }

  /** The different lines that run from a moment to the next event, or to the end, in their order; undefined if unknown. */
  wayFrom(moment: number): readonly number[] | undefined {
    return this.found[this.ways[moment] ?? -1];
  }

  /** The moments from which the port runs any of these lines on its way to the next event. */
  momentsAt(lines: readonly number[]): number[] {
    const wanted = new Set(lines);
    const runs = this.found.map((way) => way.some((line) => wanted.has(line)));
    return [...this.ways.keys()].filter((moment) => runs[this.ways[moment] ?? -1]);
  }

  /** The line of an event; 0 if the port's run has not reached it. */
  lineOf(event: number): number {
    return this.lines[event] ?? 0;
  }

  /** Updates the counts to a moment, forwards or backwards, and returns them. */
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

// ---- the port's lit line: one that corresponds to the listing's line and runs now, else one that runs at another time

/**
 * Returns the lit line for the listing's place, 0 for none, and whether it runs `now`; `answers` has the ranges that correspond to the listing's line, and
 * lines from `modules` on are those of modules. After an event of this statement it is the event's line, unless it
 * was made in a module. Otherwise it is the first line that the port runs before the next event, or the last one
 * before the last event, in the narrowest range. If the port runs none of them there, the line runs at another time.
 */
export function answeringLine(track: PortTrack, answers: readonly Answer[], at: At, modules: number): { line: number; now: boolean } {
  const back = [...(track.wayFrom(at.moment - 1) ?? [])].reverse();
  const on = track.wayFrom(at.moment) ?? [];
  const ways = at.acted ? [back.filter((each) => each >= modules), [track.lineOf(at.moment - 1)], back, on] : [on, back];
  for (const way of ways) {
    const line = lineOn(way, answers);
    if (line) return { line, now: true };
  }
  return { line: answers[0]?.[0] ?? 0, now: false };
}

/** The first line of a way in the narrowest of these ranges that the way has lines in; 0 for none. */
function lineOn(way: readonly number[], answers: readonly Answer[]): number {
  for (let rest = answers; rest.length; ) {
    const group = narrowest(rest);
    const line = way.find((each) => isIn(group, each));
    if (line) return line;
    rest = rest.slice(group.length);
  }
  return 0;
}
