import { numberOf } from "../parse/wire.ts";

/** The bounds of a time that a platform chooses, in the unit of that value. */
export interface TimeBounds {
  readonly min: number;
  readonly max: number;
}

/** Seconds that a platform may delay a call or a loop: its value may be wrong, or the server is not the platform. */
export const RETRY_AFTER_S: TimeBounds = { min: 0.001, max: 7200 };

/**
 * Clamps a time that a platform gives. Too short a timer would make a loop spin; too long a one would stop the
 * loop for good, or make it spin too, because Node fires a timer at once when its delay exceeds 32 bits.
 *
 * @returns `undefined` when the value is not a positive number
 * @example
 * const ping = boundedTime(config.PingInterval, { min: 5, max: 3600 }) ?? 120;
 */
export function boundedTime(value: unknown, { min, max }: TimeBounds): number | undefined {
  const time = numberOf(value);
  return time > 0 ? Math.min(Math.max(time, min), max) : undefined;
}
