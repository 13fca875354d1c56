// Which line of the port is lit: one that does now what the listing's line does, or none.
import type { At } from "./messages";
import type { PortTrack } from "./port";

/**
 * The port's line for the place where the listing stands, 0 where it has none; `answer` is the stretch of the port
 * that answers the listing's line. After an event of this statement it is the event's line; before, the first of the
 * stretch's lines that the port runs on its way to the next event. Where the proof has not come so far, and of a run
 * that it has not seen to the end, only a stretch of one line is known to be the one.
 */
export function answeringLine(track: PortTrack, answer: readonly [number, number] | null, at: At): number {
  if (!answer) return 0;
  const answers = (line: number) => answer[0] <= line && line <= answer[1];
  const done = at.acted ? track.lineOf(at.moment - 1) : 0;
  if (answers(done)) return done;
  const way = track.wayFrom(at.moment);
  if (!way) return answer[0] === answer[1] ? answer[0] : 0;
  return way.find(answers) ?? 0;
}
