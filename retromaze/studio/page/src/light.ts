// Chooses the port's lit line: one that corresponds to the listing's line and runs now, else one that runs at another time.
import { isIn, narrowest, type Answer } from "./blocks";
import type { At } from "./messages";
import type { PortTrack } from "./port";

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
