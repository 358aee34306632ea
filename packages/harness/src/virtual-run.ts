import { createHash } from "node:crypto";
import type { CallSeed, PluginRunStart, RunHooks } from "@botwright/core";
import type { VirtualTime } from "./virtual-time.ts";

/** What all runs of a harness share. */
export interface VirtualRunOptions {
  readonly time: VirtualTime;
  /** Chooses what `Math.random` and `crypto` give inside. */
  readonly seed: number;
}

/**
 * Puts virtual time and chosen randomness around each run. All of it goes through the seam that a
 * journal uses, so the plugin cannot tell.
 */
export function withVirtualTime({
  time,
  seed,
}: VirtualRunOptions): (run: PluginRunStart) => RunHooks {
  /** Calls so far, by plugin: each draws other randomness. */
  const calls = new Map<string, number>();
  return ({ plugin }) => {
    const { slug } = plugin.meta;
    const number = (calls.get(slug) ?? 0) + 1;
    calls.set(slug, number);
    const start = startOf(time.now(), `${seed}/${number}`);
    // Only a sandbox says when a handler waits; a function of this process is given a turn of the loop.
    const isSandboxed = plugin.limits !== undefined;
    const activity = time.openCall(isSandboxed);
    if (!isSandboxed) setImmediate(() => activity.isWaiting());
    return {
      onWaiting: () => activity.isWaiting(),
      onEnd: () => activity.end(),
      async intercept(operation, args, execute) {
        const end = activity.begin();
        try {
          if (operation === "timer") return await activity.wait(Number(args[0]));
          return await (operation === "call.start" ? start : execute());
        } finally {
          end();
          if (!isSandboxed) setImmediate(() => activity.isWaiting());
        }
      },
    };
  };
}

function startOf(now: number, seed: string): CallSeed {
  const key = createHash("sha256").update(seed).digest("hex");
  return { now, seed: Number.parseInt(key.slice(0, 8), 16), key };
}
