import { SentLog } from "../packages/simulators/src/sent-log.ts";

/**
 * Gives those who wait for a simulator's messages the patience of a test, not that of an author at the
 * keyboard: on a machine that does much else, they come late. What a caller itself says of time stays.
 */
export function waitLongForSent(patienceMs: number): void {
  // oxlint-disable-next-line typescript/unbound-method -- called below on the log that is asked
  const { waitFor } = SentLog.prototype;
  SentLog.prototype.waitFor = function waitForLong(count: number, timeoutMs?: number) {
    return waitFor.call(this, count, timeoutMs ?? patienceMs);
  };
}
