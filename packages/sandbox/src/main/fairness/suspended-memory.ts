import type { Failure } from "../../protocol/errors.ts";
import { SlotMap } from "../slot-map.ts";
import type { UsageAccount } from "./usage-account.ts";

/** The failure of a call that is ended because its plugin holds the most memory. */
export const HOLDS_TOO_MUCH: Failure = {
  code: "SANDBOX_MEMORY_LIMIT",
  message: "too many calls wait with much memory, and this plugin's hold most",
};

/** Bounds the memory that all waiting calls of a sandbox hold together: their machines, and large arguments. */
export interface SuspendedMemoryBudget {
  /** Records what a waiting call holds. Other calls, or this one, may have to give up at once. */
  keep(call: HeldMemory): void;
  /** The call no longer holds the memory; has no effect for a number that was released before. */
  release(account: UsageAccount, number: number): void;
}

/** What one waiting call holds: the memory of its machine, or the arguments of one host call. */
interface HeldMemory {
  readonly account: UsageAccount;
  readonly bytes: number;
  /**
   * Called with the number under which it is recorded, before any call has to give up: one that gives up because of
   * another part that it holds has to release this one too.
   */
  readonly kept: (number: number) => void;
  /** Ends the call, because its plugin holds too much. */
  readonly giveUp: () => void;
}

/** The suspended calls of one plugin. */
interface PluginMemory {
  sum: number;
  readonly calls: SlotMap<HeldMemory>;
}

/**
 * Creates the budget. Beyond the limit, the plugin whose calls hold most in sum loses its largest call; a
 * plugin with many small calls is therefore not spared.
 */
export function createSuspendedMemoryBudget(limitBytes: number): SuspendedMemoryBudget {
  const byPlugin = new Map<UsageAccount, PluginMemory>();
  let sum = 0;

  function release({ plugin }: UsageAccount, number: number): void {
    const held = byPlugin.get(plugin);
    const bytes = held?.calls.delete(number)?.bytes ?? 0;
    sum -= bytes;
    if (held === undefined) return;
    held.sum -= bytes;
    if (held.calls.size === 0) byPlugin.delete(plugin);
  }

  /** The largest call of the plugin that holds most. */
  function largest(): [number: number, call: HeldMemory] | undefined {
    let most: PluginMemory | undefined;
    for (const held of byPlugin.values()) if (held.sum > (most?.sum ?? -1)) most = held;
    let found: [number, HeldMemory] | undefined;
    for (const entry of most?.calls.entries() ?? []) {
      if (entry[1].bytes > (found?.[1].bytes ?? -1)) found = entry;
    }
    return found;
  }

  return {
    keep(call) {
      const { plugin } = call.account;
      const held = byPlugin.get(plugin) ?? { sum: 0, calls: new SlotMap<HeldMemory>() };
      byPlugin.set(plugin, held);
      held.sum += call.bytes;
      sum += call.bytes;
      call.kept(held.calls.add(call));
      while (sum > limitBytes) {
        const found = largest();
        if (found === undefined) break;
        release(found[1].account, found[0]);
        found[1].giveUp();
      }
    },
    release,
  };
}
