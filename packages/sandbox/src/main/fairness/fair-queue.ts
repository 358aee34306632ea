import type { UsageAccount } from "./usage-account.ts";
import type { SchedulingClass } from "./slowness.ts";

/** The virtual start time of the item served last; shared by queues that use the same resource. */
export interface VirtualTime {
  ms: number;
}

/** Counts a turn for its account, and advances the virtual time to the turn's start. */
export function takeTurn(time: VirtualTime, account: UsageAccount): void {
  const { plugin } = account;
  plugin.virtualMs = Math.max(plugin.virtualMs, time.ms);
  // Slow plugins have a large virtual time and are served last; they must not advance the time of the
  // others.
  if (account.schedulingClass === "normal") time.ms = plugin.virtualMs;
  account.addTurn();
}

/** An item that waits for its turn. */
export interface Queued {
  readonly account: UsageAccount;
}

/**
 * A fair queue with two levels: it serves the plugin with the least usage, within it the installation with
 * the least usage, and within that the oldest item. Slow plugins come after all others, heavy ones last.
 *
 * The algorithm is start-time fair queueing. Each account has a virtual time (`virtualMs`), which grows by
 * the time that its turns take; the account with the smallest one is served next. An account that returns
 * after a pause starts at the current virtual time, so that it cannot accumulate unused turns.
 *
 * @see https://dl.acm.org/doi/10.1145/248157.248171 Goyal, Vin, Cheng: Start-time fair queueing
 */
export class FairQueue<Item extends Queued> {
  private readonly plugins = new Map<UsageAccount, Map<UsageAccount, Item[]>>();
  private readonly time: VirtualTime;

  constructor(time: VirtualTime = { ms: 0 }) {
    this.time = time;
  }

  /** Returns the item that is served next; undefined when the queue is empty. */
  peek(): Item | undefined {
    const plugin = first(this.plugins.keys());
    if (plugin === undefined) return undefined;
    const installations = this.plugins.get(plugin);
    const account = installations === undefined ? undefined : first(installations.keys());
    return account === undefined ? undefined : installations?.get(account)?.[0];
  }

  push(item: Item): void {
    const { account } = item;
    const { plugin } = account;
    let installations = this.plugins.get(plugin);
    if (installations === undefined) {
      installations = new Map();
      this.plugins.set(plugin, installations);
      plugin.virtualMs = Math.max(plugin.virtualMs, this.time.ms);
    }
    const items = installations.get(account);
    if (items !== undefined) items.push(item);
    else {
      const [neighbour] = installations.keys();
      if (neighbour !== undefined && account !== plugin) {
        account.virtualMs = Math.max(account.virtualMs, neighbour.virtualMs);
      }
      installations.set(account, [item]);
    }
  }

  /** Removes the item that {@link peek} returns, and counts its turn. */
  shift(): Item | undefined {
    const item = this.peek();
    if (item === undefined) return undefined;
    takeTurn(this.time, item.account);
    this.remove(item);
    return item;
  }

  /** Removes an item that no longer needs a turn. */
  remove(item: Item): void {
    const { account } = item;
    const installations = this.plugins.get(account.plugin);
    const items = installations?.get(account);
    const index = items?.indexOf(item) ?? -1;
    if (installations === undefined || items === undefined || index < 0) return;
    items.splice(index, 1);
    if (items.length === 0) installations.delete(account);
    if (installations.size === 0) this.plugins.delete(account.plugin);
  }

  /** All items, those of each account in order. */
  items(): Item[] {
    return [...this.plugins.values()].flatMap((accounts) => [...accounts.values()].flat());
  }

  /** Removes and returns all items. */
  clear(): Item[] {
    const items = this.items();
    this.plugins.clear();
    return items;
  }
}

/** Returns the account that is served first. */
function first(accounts: Iterable<UsageAccount>): UsageAccount | undefined {
  let best: UsageAccount | undefined;
  for (const account of accounts) if (best === undefined || precedes(account, best)) best = account;
  return best;
}

const RANKS: Readonly<Record<SchedulingClass, number>> = { normal: 0, slow: 1, heavy: 2 };

/**
 * Whether one account is served before another. Installations of one plugin share the plugin's part and are
 * compared with each other. Installations of different plugins are compared by their plugins: a new
 * installation has used nothing, however much its plugin has used.
 */
export function precedes(one: UsageAccount, other: UsageAccount): boolean {
  const [mine, theirs] = [one.schedulingClass, other.schedulingClass];
  if (mine !== theirs) return RANKS[mine] < RANKS[theirs];
  return one.plugin === other.plugin
    ? one.virtualMs < other.virtualMs
    : one.plugin.virtualMs < other.plugin.virtualMs;
}
