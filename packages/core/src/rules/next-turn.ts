import type { RunInTurn } from "../ports/storage.ts";

/** The waiting callers, in order. There is one list, because the process has one event loop. */
const waiting: (() => void)[] = [];

/**
 * Waits for a turn of the event loop that no other caller of this function has. `setImmediate` would run all waiting
 * callers in the same turn: fifty runs that each work for 4 ms between two pauses would block everything else for
 * 200 ms. Here each turn goes to one caller, in the order of the calls.
 *
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

/** Gives the turn to the first caller, which continues after this function has returned; the others wait further. */
function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}

/** Runs a step at once, for callers without turns of their own. */
export const atOnce: RunInTurn = (step) => step();

/**
 * Runs each step of long work in its own turn of the event loop, for callers without turns of their own.
 *
 * @example
 * const keys = await store.keys(scope, inLaterTurn);
 */
export const inLaterTurn: RunInTurn = async (step) => {
  await nextTurn();
  return step();
};
