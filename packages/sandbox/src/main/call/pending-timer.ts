import type { ErrorPosition, PendingTimer } from "@botwright/core";
import { TIMER_CHARACTERS } from "../../protocol/message-limits.ts";

/** Function, delay, and the stack of the start. */
const PENDING = /^(?:(?<timeout>setTimeout)|setInterval) (?<ms>\d{1,10})\n(?<stack>[^]*)$/u;

/**
 * Reads the bootstrap's description of a timer that was pending when its handler ended; undefined for
 * anything else.
 *
 * @param find finds the innermost position of a stack in the plugin's file
 */
export function readPendingTimer(
  text: string,
  find: (stack: string) => ErrorPosition | undefined,
): PendingTimer | undefined {
  if (text.length > TIMER_CHARACTERS) return undefined;
  const { timeout, ms, stack = "" } = PENDING.exec(text)?.groups ?? {};
  if (ms === undefined) return undefined;
  const name = timeout === undefined ? "setInterval" : "setTimeout";
  return { name, ms: Number(ms), position: find(stack) };
}
