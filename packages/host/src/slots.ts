/**
 * The slots that one owner (an account or a bot) may have for each free slot. A single owner gets at most three
 * quarters of all slots, so that a new owner always finds free ones.
 */
const TO_FREE = 3;

/** Slots that bots share. */
export interface Slots {
  /** The number of slots that no bot has. */
  readonly free: number;
  /** The number of slots that a bot has. */
  heldBy(botId: number): number;
  /** How many more slots a bot may take now. */
  roomFor(botId: number): number;
  take(botId: number): void;
  giveBack(botId: number): void;
  /** Takes slots before it is known which bots will use them. */
  reserve(count: number): void;
  giveBackReserved(count: number): void;
}

/**
 * Shares slots among accounts, and the slots of an account among its bots, so that none can have them all. Each may
 * take a further slot as long as it has less than three times as many as would be left. The last free slot does not
 * count: it is for an owner without any. So several busy accounts get equal shares, which shrink with their number.
 *
 * `createBytePool` of core shares by the same rule, but queues its requests. Here a message waits in the database, and
 * a callback is refused.
 *
 * @param accountOf the account of a bot; without it, each bot counts as an account of its own
 *
 * @example
 * const slots = createSlots(200, (botId) => userOf.get(botId));
 * if (slots.roomFor(botId) === 0) throw new Error("busy");
 * slots.take(botId);
 */
export function createSlots(
  count: number,
  accountOf?: (botId: number) => number | undefined,
): Slots {
  let free = count;
  const ofBots = createCounts();
  const ofAccounts = createCounts();

  function add(botId: number, by: 1 | -1): void {
    free -= by;
    ofBots.add(botId, by);
    const account = accountOf?.(botId);
    if (account !== undefined) ofAccounts.add(account, by);
  }

  return {
    get free() {
      return free;
    },
    heldBy: ofBots.of,
    roomFor(botId) {
      const account = accountOf?.(botId);
      const shared = account === undefined ? free : room(free, ofAccounts.of(account));
      return room(shared, ofBots.of(botId));
    },
    take: (botId) => add(botId, 1),
    giveBack: (botId) => add(botId, -1),
    reserve(reserved) {
      free -= reserved;
    },
    giveBackReserved(reserved) {
      free += reserved;
    },
  };
}

/**
 * How many more of the free slots an owner with `held` slots may take, so that the rule also holds for the last of
 * them. Before the n-th slot, the owner has `held + n - 1` and `free - n` would be left: `held + n - 1 < 3 * (free -
 * n)`.
 */
function room(free: number, held: number): number {
  const most = Math.ceil((TO_FREE * (free - 1) - held) / (TO_FREE + 1));
  const least = held === 0 && free > 0 ? 1 : 0;
  return Math.max(most, least);
}

/** Counts by key; a count of 0 takes up no memory. */
function createCounts(): {
  readonly of: (key: number) => number;
  readonly add: (key: number, by: number) => void;
} {
  const counts = new Map<number, number>();
  const of = (key: number): number => counts.get(key) ?? 0;
  return {
    of,
    add(key, by) {
      const sum = of(key) + by;
      if (sum > 0) counts.set(key, sum);
      else counts.delete(key);
    },
  };
}
