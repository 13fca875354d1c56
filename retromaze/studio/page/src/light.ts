// Which line of the port is lit: one that does now what the listing's line does, or none.
import { isIn, type Stretch } from "./blocks";
import type { At } from "./messages";
import type { PortTrack } from "./port";

/**
 * The port's line for the place where the listing stands, 0 where it has none; `answers` has the stretches of the
 * port that answer the listing's line. After an event of this statement it is the event's line; before, the first of
 * their lines that the port runs on its way to the next event. Where the proof has not come so far, and of a run
 * that it has not seen to the end, only a single line is known to be the one.
 */
export function answeringLine(track: PortTrack, answers: readonly Stretch[], at: At): number {
  const done = at.acted ? track.lineOf(at.moment - 1) : 0;
  if (isIn(answers, done)) return done;
  const way = track.wayFrom(at.moment);
  if (way) return way.find((line) => isIn(answers, line)) ?? 0;
  const [only, another] = answers;
  return only && !another && only[0] === only[1] ? only[0] : 0;
}
