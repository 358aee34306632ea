import type { UsageAccount } from "./usage-account.ts";

/** Milliseconds after its last activity for which a plugin counts as active. */
const PRESENT_MS = 1000;

/** Knows whether a plugin is the only active one; then budgets do not delay it. */
export interface Contention {
  /** Records that a plugin has work to do: a call that begins or continues after an answer, or a file to load. */
  seen(plugin: UsageAccount): void;
  /** Whether another plugin was active within the window. */
  readonly isContended: (plugin: UsageAccount) => boolean;
}

/**
 * Creates a {@link Contention}. It remembers the two plugins seen last, which suffices to detect a
 * different one.
 */
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
