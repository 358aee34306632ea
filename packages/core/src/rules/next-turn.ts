import type { RunInTurn } from "../ports/storage.ts";

/** Those who wait, in order. The event loop is one for the whole process, and so is this list. */
const waiting: (() => void)[] = [];

/**
 * Waits for a turn of the event loop that nobody else has. `setImmediate` would run all who wait one after another
 * in the same turn: fifty runs that each do 4 ms of work between two pauses would keep everything else waiting for
 * 200 ms. Here each turn goes to one of them, in the order in which they came.
 *
 * @example
 * for (const part of parts) {
 *   work(part);
 *   await nextTurn();
 * }
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(giveTurn);
  });
}

/** What the first one does next runs as soon as this function has returned; the others wait for the turns after it. */
function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}

/** For callers that have no turns. */
export const atOnce: RunInTurn = (step) => step();

/**
 * For work that may be long, of a caller that has no turns: each step has a turn of the event loop that no other
 * step has.
 *
 * @example
 * const keys = await store.keys(scope, inLaterTurn);
 */
export const inLaterTurn: RunInTurn = async (step) => {
  await nextTurn();
  return step();
};
