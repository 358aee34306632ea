/**
 * `AbortSignal` whose `timeout` passes by this timer; everything else is Node's. Node's own would pass by the
 * machine's clock, which stands still while the harness's jumps to the next timer.
 *
 * @param start starts a timer, as `setTimeout` does
 */
export function createVirtualAbortSignal(
  start: (callback: () => void, ms: number) => unknown,
): typeof AbortSignal {
  function timeout(ms: number): AbortSignal {
    // Node says what is wrong with anything else.
    if (typeof ms !== "number" || !(ms >= 0 && ms <= Number.MAX_SAFE_INTEGER)) {
      return AbortSignal.timeout(ms);
    }
    const controller = new AbortController();
    const reason = new DOMException("The operation was aborted due to timeout", "TimeoutError");
    // A function of the engine: no author waits for one that never fires.
    start(controller.abort.bind(controller, reason), Math.min(ms, MAX_DELAY));
    return controller.signal;
  }
  return new Proxy(AbortSignal, {
    get: (target, key) => (key === "timeout" ? timeout : Reflect.get(target, key)),
  });
}

/** Longest delay of Node's timers, in milliseconds. */
export const MAX_DELAY = 2_147_483_647;
