import { numberOf } from "../parse/wire.ts";

/** Between which two times a platform may choose, in the unit of the value that it gives. */
export interface TimeBounds {
  readonly min: number;
  readonly max: number;
}

/** Seconds for which a platform may have a call or a loop wait: it may be wrong, or not the platform. */
export const RETRY_AFTER_S: TimeBounds = { min: 0.001, max: 7200 };

/**
 * A time that a platform gives, moved into bounds: as a timer, one that is too short makes a loop hot,
 * and one that is too long, or is more than a timer holds, stops it for good or makes it hot as well.
 *
 * @returns `undefined` for what is no positive number
 * @example
 * const ping = boundedTime(config.PingInterval, { min: 5, max: 3600 }) ?? 120;
 */
export function boundedTime(value: unknown, { min, max }: TimeBounds): number | undefined {
  const time = numberOf(value);
  return time > 0 ? Math.min(Math.max(time, min), max) : undefined;
}
