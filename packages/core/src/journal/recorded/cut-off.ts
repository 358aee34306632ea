import { systemClock } from "../../ports/clock.ts";
import { PluginError } from "../../types/errors.ts";
import type { RecordedRun } from "./record.ts";

/** Ends the rerun of a run that its deadline had ended, at the recorded place. */
export interface CutOff extends Disposable {
  /** Rejects when the rerun is ended, for any reason. */
  readonly ended: Promise<never>;
  /**
   * Called when the handler has made a host call or got an answer.
   *
   * @param asked number of host calls that the handler has made so far
   * @returns whether the handler has made more calls than are recorded, so that the rerun is ended
   */
  note(asked: number): boolean;
}

/**
 * Idle time, in milliseconds, after which a handler that has made all recorded calls is taken to wait for an answer
 * that it did not get in the recorded run either. Computing between two calls takes less.
 */
const IDLE_MS = 1000;

/**
 * Creates the {@link CutOff} of a rerun. The rerun gets no deadline of its own, because that would take minutes and
 * end the handler at another place.
 *
 * @param aborter ends the rerun
 * @returns undefined for a run that no deadline had ended
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
      // Aborted, so that a later answer does not start the idle timer again.
      aborter.abort();
      cancel?.();
    },
  };
}
