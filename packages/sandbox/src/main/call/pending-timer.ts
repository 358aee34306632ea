import type { ErrorPosition } from "@botwright/core";
import { TIMER_CHARACTERS } from "../../protocol/message-limits.ts";

/** A warning for the log of a call. */
export interface TimerWarning {
  readonly message: string;
  readonly fields: { readonly code: "TIMER_PENDING"; readonly position?: ErrorPosition };
}

/** Function, delay, and the stack of the start. */
const PENDING = /^(?<name>setTimeout|setInterval) (?<ms>\d{1,10})\n(?<stack>[^]*)$/u;

/**
 * Makes the warning of a timer that was pending when its handler ended; undefined for anything but the
 * bootstrap's own description.
 *
 * @param find finds the innermost position of a stack in the plugin's file
 */
export function readPendingTimer(
  text: string,
  find: (stack: string) => ErrorPosition | undefined,
): TimerWarning | undefined {
  if (text.length > TIMER_CHARACTERS) return undefined;
  const { name, ms, stack = "" } = PENDING.exec(text)?.groups ?? {};
  if (name === undefined) return undefined;
  const position = find(stack);
  const place = position && ` at ${position.file}:${position.line}:${position.column}`;
  const clear = name === "setTimeout" ? "clearTimeout" : "clearInterval";
  const advice = `await new Promise((resolve) => setTimeout(resolve, ms)) before the handler returns, or call ${clear}`;
  return {
    message: `${name} of ${ms} ms never rings${place ?? ""}: the handler has ended; ${advice}`,
    fields: { code: "TIMER_PENDING", ...(position && { position }) },
  };
}
