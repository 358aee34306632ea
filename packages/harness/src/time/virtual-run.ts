import { createHash } from "node:crypto";
import type { CallSeed, PluginRunStart, RunHooks } from "@botwright/core";
import type { VirtualTime } from "./virtual-time.ts";

/** The state that all runs of a harness share. */
export interface VirtualRunOptions {
  readonly time: VirtualTime;
  /** The seed of `Math.random` and `crypto` inside. */
  readonly seed: number;
}

/**
 * Wraps each run with virtual time and seeded randomness. Both use the interceptors that a journal
 * uses, so that the plugin sees no difference.
 */
export function withVirtualTime({
  time,
  seed,
}: VirtualRunOptions): (run: PluginRunStart) => RunHooks {
  /** Calls so far, by plugin: each gets other randomness. */
  const calls = new Map<string, number>();
  return ({ plugin }) => {
    const { slug } = plugin.meta;
    const number = (calls.get(slug) ?? 0) + 1;
    calls.set(slug, number);
    const start = startOf(time.now(), `${seed}/${number}`);
    // Only a sandbox reports when a handler waits; for a function of this process, one turn of the
    // event loop is awaited.
    const isSandboxed = plugin.version !== undefined;
    /** The activity of the current attempt. */
    let activity = time.openCall(isSandboxed);
    if (!isSandboxed) setImmediate(() => activity.isWaiting());
    return {
      onRestart() {
        activity.end();
        activity = time.openCall(isSandboxed);
      },
      onWaiting: () => activity.isWaiting(),
      onResume() {
        activity.resume();
        if (!isSandboxed) setImmediate(() => activity.isWaiting());
      },
      onSettled: () => activity.settle(),
      onEnd: () => activity.end(),
      async intercept(operation, args, execute, { sequence = 0 } = {}) {
        const own = activity;
        try {
          if (operation === "timer") return await own.wait(Number(args[0]));
          return await (operation === "call.start" ? start : own.perform(sequence, execute));
        } finally {
          if (!isSandboxed) setImmediate(() => own.isWaiting());
        }
      },
    };
  };
}

function startOf(now: number, seed: string): CallSeed {
  const key = createHash("sha256").update(seed).digest("hex");
  return { now, seed: Number.parseInt(key.slice(0, 8), 16), key };
}
