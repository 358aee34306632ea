import type { ErrorPosition } from "../types/errors.ts";

/** A timer of a plugin that was neither fired nor cleared when its handler ended. */
export interface PendingTimer {
  readonly name: "setTimeout" | "setInterval";
  readonly ms: number;
  /** Where the plugin started it. */
  readonly position?: ErrorPosition | undefined;
}

/** A warning for the log of a call. */
export interface TimerWarning {
  readonly message: string;
  readonly fields: { readonly code: "TIMER_PENDING"; readonly position?: ErrorPosition };
}

/**
 * Makes the warning of a timer that never fires, because timers end with their handler.
 *
 * @example
 * warnOfPendingTimer({ name: "setTimeout", ms: 5000 }).fields.code; // "TIMER_PENDING"
 */
export function warnOfPendingTimer({ name, ms, position }: PendingTimer): TimerWarning {
  const place = position && ` at ${position.file}:${position.line}:${position.column}`;
  const clear = name === "setTimeout" ? "clearTimeout" : "clearInterval";
  const advice = `await new Promise((resolve) => setTimeout(resolve, ms)) before the handler returns, or call ${clear}`;
  return {
    message: `${name} of ${ms} ms never fires${place ?? ""}: the handler has ended; ${advice}`,
    fields: { code: "TIMER_PENDING", ...(position && { position }) },
  };
}
