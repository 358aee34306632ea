import type { UsageAccount } from "./usage-account.ts";

/** Milliseconds after its last call that a plugin counts as being there. */
const PRESENT_MS = 1000;

/** Knows whether a plugin is alone: then it may use whatever there is. */
export interface Contention {
  /** A plugin has something to do. */
  seen(plugin: UsageAccount): void;
  /** Whether any other plugin had something to do just now. */
  readonly isContended: (plugin: UsageAccount) => boolean;
}

/** Makes a {@link Contention}: the two plugins seen last are enough to know of another one. */
export function createContention(): Contention {
  let last: { plugin: UsageAccount; at: number } | undefined;
  let other: { plugin: UsageAccount; at: number } | undefined;
  return {
    seen(plugin) {
      const at = performance.now();
      if (last !== undefined && last.plugin !== plugin) other = last;
      last = { plugin, at };
    },
    isContended(plugin) {
      const rival = last?.plugin === plugin ? other : last;
      return rival !== undefined && performance.now() - rival.at < PRESENT_MS;
    },
  };
}
