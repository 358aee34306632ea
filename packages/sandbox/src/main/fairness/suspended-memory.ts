import type { UsageAccount } from "./usage-account.ts";

/** Bounds the memory that all suspended calls of a sandbox hold together. */
export interface SuspendedMemoryBudget {
  /** Records a suspended call and its size; `giveUp` ends it when its plugin holds too much. */
  keep(call: object, kept: SuspendedCall): void;
  /** The call runs again or has ended. */
  release(call: object): void;
}

/** What one suspended call holds. */
interface SuspendedCall {
  readonly account: UsageAccount;
  readonly bytes: number;
  readonly giveUp: () => void;
}

/**
 * Creates the budget. Beyond the limit, the plugin whose calls hold most in sum loses its largest call; a
 * plugin with many small calls is therefore not spared.
 */
export function createSuspendedMemoryBudget(limitBytes: number): SuspendedMemoryBudget {
  const kept = new Map<object, SuspendedCall>();
  const byPlugin = new Map<UsageAccount, { sum: number; calls: Set<object> }>();
  let sum = 0;

  function release(call: object): void {
    const row = kept.get(call);
    if (row === undefined) return;
    kept.delete(call);
    sum -= row.bytes;
    const { plugin } = row.account;
    const held = byPlugin.get(plugin);
    if (held === undefined) return;
    held.sum -= row.bytes;
    held.calls.delete(call);
    if (held.calls.size === 0) byPlugin.delete(plugin);
  }

  /** The largest call of the plugin that holds most. */
  function largest(): object | undefined {
    let most: { sum: number; calls: Set<object> } | undefined;
    for (const held of byPlugin.values()) if (held.sum > (most?.sum ?? -1)) most = held;
    let found: object | undefined;
    let bytes = -1;
    for (const call of most?.calls ?? []) {
      const size = kept.get(call)?.bytes ?? 0;
      if (size > bytes) [found, bytes] = [call, size];
    }
    return found;
  }

  return {
    keep(call, row) {
      release(call);
      kept.set(call, row);
      sum += row.bytes;
      const { plugin } = row.account;
      const held = byPlugin.get(plugin) ?? { sum: 0, calls: new Set() };
      held.sum += row.bytes;
      held.calls.add(call);
      byPlugin.set(plugin, held);
      while (sum > limitBytes) {
        const found = largest();
        if (found === undefined) return;
        const { giveUp } = kept.get(found) ?? row;
        release(found);
        giveUp();
      }
    },
    release,
  };
}
