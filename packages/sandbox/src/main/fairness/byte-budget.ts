import type { UsageAccount } from "./usage-account.ts";

/** Bytes that are set aside for an answer, from before it is asked for until the guest has it. */
export interface Reservation {
  /** The answer is there: this is what it has. */
  resize(bytes: number): void;
  /** Gives them back; once is enough. */
  readonly release: () => void;
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

interface Wish {
  readonly plugin: UsageAccount;
  readonly bytes: number;
  readonly granted: (reservation: Reservation) => void;
}

/** Makes a {@link ByteBudget}: back-pressure in place of memory. */
export function createByteBudget({ total, perPlugin }: ByteBudgetOptions): ByteBudget {
  const usedBy = new Map<UsageAccount, number>();
  /** By plugin, each in its order; the plugin that is granted next stands first. */
  const waiting = new Map<UsageAccount, Wish[]>();
  let used = 0;

  function fitsShare({ plugin, bytes }: Wish): boolean {
    const share = usedBy.get(plugin) ?? 0;
    return share === 0 || share + bytes <= perPlugin;
  }

  const fitsTotal = ({ bytes }: Wish): boolean => used === 0 || used + bytes <= total;

  function add(plugin: UsageAccount, bytes: number): void {
    used += bytes;
    const sum = (usedBy.get(plugin) ?? 0) + bytes;
    if (sum === 0) usedBy.delete(plugin);
    else usedBy.set(plugin, sum);
  }

  function grant({ plugin, bytes, granted }: Wish): void {
    let held = bytes;
    add(plugin, held);
    const resize = (now: number): void => {
      const isLess = now < held;
      add(plugin, now - held);
      held = now;
      if (isLess) serve();
    };
    granted({ resize, release: () => resize(0) });
  }

  /** The next wish that its plugin's share has room for. */
  function next(): Wish | undefined {
    for (const [wish] of waiting.values()) if (wish !== undefined && fitsShare(wish)) return wish;
    return undefined;
  }

  function serve(): void {
    for (let wish = next(); wish !== undefined && fitsTotal(wish); wish = next()) {
      remove(wish);
      grant(wish);
    }
  }

  /** Takes a wish out; its plugin comes after the others then. */
  function remove(wish: Wish): void {
    const own = waiting.get(wish.plugin);
    const index = own?.indexOf(wish) ?? -1;
    if (own === undefined || index < 0) return;
    own.splice(index, 1);
    waiting.delete(wish.plugin);
    if (own.length > 0) waiting.set(wish.plugin, own);
  }

  return {
    reserve({ plugin }, bytes, granted) {
      const wish = { plugin, bytes, granted };
      const own = waiting.get(plugin);
      if (own === undefined) waiting.set(plugin, [wish]);
      else own.push(wish);
      serve();
      return () => {
        remove(wish);
        // Others may have waited behind it.
        serve();
      };
    },
  };
}
