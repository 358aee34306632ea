import { systemClock } from "../../ports/clock.ts";
import { PluginError } from "../../types/errors.ts";
import type { RecordedRun } from "./record.ts";

/** The rerun of a run that its deadline has ended. */
export interface CutOff extends Disposable {
  /** Rejects when the rerun is ended, for whatever reason. */
  readonly ended: Promise<never>;
  /**
   * The handler has asked for so many calls, or has got an answer.
   *
   * @returns whether it has asked for more than is recorded, and the rerun is ended therefore
   */
  note(asked: number): boolean;
}

/**
 * Milliseconds without a request after which a handler that has asked for all that is recorded, and has got all that it
 * got then, waits for what it did not get: a piece of its computing takes less.
 */
const IDLE_MS = 1000;

/**
 * Ends the rerun of a run that its deadline has ended, in the same way: a deadline of its own would take minutes, and
 * come at another place.
 *
 * @param aborter ends the rerun
 * @returns undefined for a run that has ended otherwise
 */
export function openCutOff(
  { outcome, calls }: Pick<RecordedRun, "outcome" | "calls">,
  aborter: AbortController,
): CutOff | undefined {
  const { code, message = "" } = outcome.error ?? {};
  if (outcome.status !== "failed" || code !== "PLUGIN_TIMEOUT") return undefined;
  const { signal } = aborter;
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  signal.addEventListener("abort", () => ended.reject(signal.reason), { once: true });
  let cancel: (() => void) | undefined;
  const cutOff = (): void => aborter.abort(new PluginError(message, { code }));
  return {
    ended: ended.promise,
    note(asked) {
      cancel?.();
      if (signal.aborted) return true;
      if (asked > calls.length) cutOff();
      else if (asked === calls.length) cancel = systemClock.after(IDLE_MS, cutOff);
      return asked > calls.length;
    },
    [Symbol.dispose]() {
      // What is answered later does not begin to wait again.
      aborter.abort();
      cancel?.();
    },
  };
}
