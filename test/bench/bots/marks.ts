import { sharedNow } from "./shared-clock.ts";

/** Milliseconds after the first mark of a message in which the others come too. */
const GATHER_MS = 15;

let marks: [stage: string, at: number][] = [];

/**
 * Notes that a message has passed a stage, by {@link sharedNow}. The bot reports to the bench when the message is
 * over: a message between processes costs more than some of the stages.
 */
export function mark(stage: string): void {
  if (marks.length === 0) setTimeout(report, GATHER_MS);
  marks.push([stage, sharedNow()]);
}

function report(): void {
  process.send?.(marks);
  marks = [];
}
