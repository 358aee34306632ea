/** Milliseconds after the first mark of a message in which the others come too. */
const GATHER_MS = 15;

let marks: [stage: string, at: number][] = [];

/**
 * Notes that a message has passed a stage, in milliseconds since 1970. The bot reports to the bench when the message is
 * over: a message between processes costs more than some of the stages.
 */
export function mark(stage: string): void {
  if (marks.length === 0) setTimeout(report, GATHER_MS);
  marks.push([stage, performance.timeOrigin + performance.now()]);
}

function report(): void {
  process.send?.(marks);
  marks = [];
}
