import { numberOf } from "../parse/wire.ts";

/** Between which two times a platform may choose, in the unit of the value that it gives. */
export interface TimeBounds {
  readonly least: number;
  readonly most: number;
}

/** Seconds for which a platform may have a call or a loop wait: it may be wrong, or not the platform. */
export const RETRY_AFTER_S: TimeBounds = { least: 0.001, most: 7200 };

/**
 * A time that a platform gives, moved into bounds: as a timer, one that is too short makes a loop hot,
 * and one that is too long, or is more than a timer holds, stops it for good or makes it hot as well.
 *
 * @returns `undefined` for what is no positive number
 * @example
 * const ping = boundedTime(config.PingInterval, { least: 5, most: 3600 }) ?? 120;
 */
export function boundedTime(value: unknown, { least, most }: TimeBounds): number | undefined {
  const time = numberOf(value);
  return time > 0 ? Math.min(Math.max(time, least), most) : undefined;
}
