import type { UsageAccount } from "./usage-account.ts";

/** How far those have come who are served: shared by queues whose items use the same thing. */
export interface VirtualTime {
  ms: number;
}

/** Counts a turn: the account's, and for those who come later the place where it began. */
export function takeTurn(time: VirtualTime, account: UsageAccount): void {
  const { plugin } = account;
  plugin.virtualMs = Math.max(plugin.virtualMs, time.ms);
  // Who is slow is far ahead, and served when the others are not: that must not carry them along.
  if (account.schedulingClass === "normal") time.ms = plugin.virtualMs;
  account.addTurn();
}

/** Something that waits for its turn. */
export interface Queued {
  readonly account: UsageAccount;
}

/**
 * Gives turns in fair shares: to the plugin that has used least, among its installations to the one
 * that has used least, and there in order of arrival. Who is slow comes after all others.
 *
 * This is start-time fair queueing: an account that comes back from a pause begins where the others
 * are, so nobody can save turns up.
 *
 * @see https://dl.acm.org/doi/10.1145/248157.248171 Goyal, Vin, Cheng: Start-time fair queueing
 */
export class FairQueue<Item extends Queued> {
  private readonly plugins = new Map<UsageAccount, Map<UsageAccount, Item[]>>();
  private readonly time: VirtualTime;

  constructor(time: VirtualTime = { ms: 0 }) {
    this.time = time;
  }

  /** Who would be served next; undefined when nobody waits. */
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

  /** Takes the item that {@link peek} shows, and counts its turn. */
  shift(): Item | undefined {
    const item = this.peek();
    if (item === undefined) return undefined;
    takeTurn(this.time, item.account);
    this.remove(item);
    return item;
  }

  /** Takes an item out that need not be served any more. */
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

  /** Takes everything out. */
  clear(): Item[] {
    const items = [...this.plugins.values()].flatMap((accounts) => [...accounts.values()].flat());
    this.plugins.clear();
    return items;
  }
}

/** The account that goes first. */
function first(accounts: Iterable<UsageAccount>): UsageAccount | undefined {
  let best: UsageAccount | undefined;
  for (const account of accounts) if (best === undefined || precedes(account, best)) best = account;
  return best;
}

/**
 * Whether one account is served before another. Those of one plugin share its part, so they are compared
 * with each other. Against accounts of other plugins it is the plugins that are compared: a new
 * installation has used nothing, however much its plugin has.
 */
export function precedes(one: UsageAccount, other: UsageAccount): boolean {
  const [mine, theirs] = [one.schedulingClass, other.schedulingClass];
  if (mine !== theirs) return mine === "normal";
  return one.plugin === other.plugin
    ? one.virtualMs < other.virtualMs
    : one.plugin.virtualMs < other.plugin.virtualMs;
}
