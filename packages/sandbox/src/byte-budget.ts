import { FairQueue, type Queued } from "./fair-queue.ts";
import type { UsageAccount } from "./usage-account.ts";

/** Bytes that are set aside for an answer, from before it is asked for until the guest has it. */
export interface Reservation {
  /** The answer is there: this is what it has. */
  resize(bytes: number): void;
  /** Gives them back; once is enough. */
  release(): void;
}

/** Bounds the bytes of all answers that are on their way to guests. */
export interface ByteBudget {
  /**
   * Sets bytes aside, now or later; returns what takes the wish back. What is larger than a plugin's
   * share is granted when the plugin has nothing else open.
   */
  reserve(
    account: UsageAccount,
    bytes: number,
    granted: (reservation: Reservation) => void,
  ): () => void;
}

/** Options of {@link createByteBudget}. */
export interface ByteBudgetOptions {
  /** Bytes of all plugins together. */
  readonly total: number;
  /** Bytes of one plugin. */
  readonly perPlugin: number;
}

interface Wish extends Queued {
  readonly bytes: number;
  readonly granted: (reservation: Reservation) => void;
}

/** Makes a {@link ByteBudget}: back-pressure in place of memory. */
export function createByteBudget({ total, perPlugin }: ByteBudgetOptions): ByteBudget {
  const usedBy = new Map<UsageAccount, number>();
  /** Of plugins whose own share is used up, by plugin; the others wait for the total. */
  const overShare = new Map<UsageAccount, Wish[]>();
  const queue = new FairQueue<Wish>();
  let used = 0;

  const shareOf = (plugin: UsageAccount): number => usedBy.get(plugin) ?? 0;
  const fitsShare = ({ account: { plugin }, bytes }: Wish): boolean =>
    shareOf(plugin) === 0 || shareOf(plugin) + bytes <= perPlugin;
  const fitsTotal = ({ bytes }: Wish): boolean => used === 0 || used + bytes <= total;

  function add(plugin: UsageAccount, bytes: number): void {
    used += bytes;
    const sum = shareOf(plugin) + bytes;
    if (sum === 0) usedBy.delete(plugin);
    else usedBy.set(plugin, sum);
  }

  function grant({ account: { plugin }, bytes, granted }: Wish): void {
    let held = bytes;
    add(plugin, held);
    const resize = (now: number): void => {
      add(plugin, now - held);
      const isLess = now < held;
      held = now;
      if (isLess) serve(plugin);
    };
    granted({ resize, release: () => resize(0) });
  }

  /** Something has been given back. */
  function serve(plugin: UsageAccount): void {
    const own = overShare.get(plugin);
    while (own?.[0] !== undefined && fitsShare(own[0])) {
      const wish = own.shift();
      if (wish !== undefined) enqueue(wish);
    }
    if (own?.length === 0) overShare.delete(plugin);
    for (let wish = queue.peek(); wish !== undefined && fitsTotal(wish); wish = queue.peek()) {
      queue.shift();
      if (fitsShare(wish)) grant(wish);
      else waitForShare(wish);
    }
  }

  function waitForShare(wish: Wish): void {
    const { plugin } = wish.account;
    const own = overShare.get(plugin);
    if (own === undefined) overShare.set(plugin, [wish]);
    else own.push(wish);
  }

  function enqueue(wish: Wish): void {
    if (queue.peek() === undefined && fitsTotal(wish)) grant(wish);
    else queue.push(wish);
  }

  function takeBack(wish: Wish): void {
    const { plugin } = wish.account;
    const own = overShare.get(plugin);
    const index = own?.indexOf(wish) ?? -1;
    if (index >= 0) own?.splice(index, 1);
    if (own?.length === 0) overShare.delete(plugin);
    queue.remove(wish);
    // Smaller ones may have waited behind it.
    serve(plugin);
  }

  return {
    reserve(account, bytes, granted) {
      const wish = { account, bytes, granted };
      if (overShare.has(account.plugin) || !fitsShare(wish)) waitForShare(wish);
      else enqueue(wish);
      return () => takeBack(wish);
    },
  };
}
