/** Milliseconds of a monotonic clock that all threads share. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
