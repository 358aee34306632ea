/**
 * Milliseconds by the system's monotonic clock, which all processes of a machine share. `performance.timeOrigin` is no
 * such clock: each process reads it from the time of day when it starts, which the system may correct in between.
 */
export function sharedNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
