import { AsyncLocalStorage } from "node:async_hooks";
import { BotwrightError } from "@botwright/core";
import type { VirtualTime } from "../time/virtual-time.ts";
import { createVirtualAbortSignal, MAX_DELAY } from "./host-abort-signal.ts";

type Callback = (...args: unknown[]) => unknown;

/** A timer that has been started and has not ended. */
export interface HostTimer {
  readonly name: "setTimeout" | "setInterval";
  readonly ms: number;
  /** An error created at the start of the timer, for its stack. */
  readonly start: Error;
}

interface Handler {
  readonly timers: Map<number, HostTimer & { readonly callback: Callback }>;
  readonly failed: PromiseWithResolvers<never>;
  isRunning: boolean;
}

/** The timers of a plugin in this process: as in the sandbox, each ends with the handler that started it. */
export interface HostTimers {
  /** The functions that the plugin calls in place of Node's own. */
  readonly globals: Readonly<Record<string, unknown>>;
  /**
   * Runs a handler; rejects with what a callback of its timers throws.
   *
   * @param onPending called with a timer that is pending when the handler has returned, unless the timer
   * only settles a promise
   */
  run<Result>(
    handler: () => Promise<Result>,
    onPending: (timer: HostTimer) => void,
  ): Promise<Result>;
}

/** Creates {@link HostTimers} that fire by this clock. */
export function createHostTimers(time: VirtualTime): HostTimers {
  /** The handler to which the running code belongs, across its awaits and its timers. */
  const current = new AsyncLocalStorage<Handler>();
  let lastId = 0;

  async function wait(handler: Handler, id: number): Promise<void> {
    for (;;) {
      const ms = handler.timers.get(id)?.ms;
      if (ms === undefined) return;
      await time.timer(ms);
      const timer = handler.timers.get(id);
      if (timer === undefined) return;
      const { name, callback } = timer;
      if (name === "setTimeout") handler.timers.delete(id);
      try {
        callback();
      } catch (thrown) {
        handler.failed.reject(thrown);
      }
    }
  }

  const starterOf =
    (name: HostTimer["name"]) =>
    (callback: unknown, delay?: unknown, ...args: unknown[]): number => {
      const handler = current.getStore();
      if (handler?.isRunning !== true) {
        const message = "a timer works only inside of a handler";
        throw new BotwrightError(message, { code: "PLUGIN_NOT_RUNNING" });
      }
      if (!isCallback(callback)) throw new TypeError("a timer needs a function");
      const wanted = Math.trunc(Number(delay));
      const ms = wanted >= 1 && wanted <= MAX_DELAY ? wanted : 1;
      const fire = args.length === 0 ? callback : () => callback(...args);
      const id = ++lastId;
      handler.timers.set(id, { name, ms, start: new Error(name), callback: fire });
      void wait(handler, id);
      return id;
    };

  const clear = (id: unknown): void => void current.getStore()?.timers.delete(Number(id));

  const startTimeout = starterOf("setTimeout");

  return {
    globals: {
      AbortSignal: createVirtualAbortSignal(startTimeout),
      setTimeout: startTimeout,
      setInterval: starterOf("setInterval"),
      clearTimeout: clear,
      clearInterval: clear,
    },
    async run(run, onPending) {
      const failed = Promise.withResolvers<never>();
      const handler: Handler = { timers: new Map(), failed, isRunning: true };
      try {
        const result = await Promise.race([current.run(handler, run), failed.promise]);
        const pending = [...handler.timers.values()].find(({ callback }) => !isNative(callback));
        if (pending !== undefined) onPending(pending);
        return result;
      } finally {
        handler.isRunning = false;
        handler.timers.clear();
      }
    },
  };
}

function isCallback(value: unknown): value is Callback {
  return typeof value === "function";
}

/** Whether it is a function of the engine, such as one that settles a promise. */
function isNative(callback: Callback): boolean {
  return Function.prototype.toString.call(callback).endsWith("{ [native code] }");
}
