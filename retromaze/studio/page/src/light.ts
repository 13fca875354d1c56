// Which line of the port is lit: one that does now what the listing's line does, or else one that does it at another time.
import { isIn, narrowest, type Answer } from "./blocks";
import type { At } from "./messages";
import type { PortTrack } from "./port";

/** A line of the port or of a module behind it, 0 for none, and whether it runs `now`. */
export interface Light {
  line: number;
  now: boolean;
}

/**
 * The light for the place where the listing stands; `answers` has the stretches that answer the listing's line, and
 * lines from `modules` on are those of modules. After an event of this statement that is the event's line, unless it
 * was made in a module. Else it is the first line that the port runs on its way to the next event, or the last one on
 * its way to the last event, in the narrowest stretch. A port that runs none of them there does it at another time.
 */
export function answeringLine(track: PortTrack, answers: readonly Answer[], at: At, modules: number): Light {
  const back = [...(track.wayFrom(at.moment - 1) ?? [])].reverse();
  const on = track.wayFrom(at.moment) ?? [];
  const ways = at.acted ? [back.filter((each) => each >= modules), [track.lineOf(at.moment - 1)], back, on] : [on, back];
  for (const way of ways) {
    const line = lineOn(way, answers);
    if (line) return { line, now: true };
  }
  return { line: answers[0]?.[0] ?? 0, now: false };
}

/** The first line of a way in the narrowest of these stretches that it comes to; 0 for none. */
function lineOn(way: readonly number[], answers: readonly Answer[]): number {
  for (let rest = answers; rest.length; ) {
    const group = narrowest(rest);
    const line = way.find((each) => isIn(group, each));
    if (line) return line;
    rest = rest.slice(group.length);
  }
  return 0;
}
