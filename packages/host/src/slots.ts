/**
 * How many slots one may have for each one that is free: one that is alone has three quarters of them, and a
 * newcomer always finds some of the rest.
 */
const TO_FREE = 3;

/** Slots that bots share. */
export interface Slots {
  /** Slots that nobody has. */
  readonly free: number;
  /** Slots that a bot has. */
  heldBy(botId: number): number;
  /** How many more slots a bot may take now. */
  roomFor(botId: number): number;
  take(botId: number): void;
  giveBack(botId: number): void;
  /** Takes slots of which it is not known yet which bots are to have them. */
  reserve(count: number): void;
  giveBackReserved(count: number): void;
}

/**
 * Shares slots among accounts, and the slots of an account among its bots, so that none can have them all: each takes a
 * further one as long as it has less than three times as many as would be left, the last one not counted, which is for
 * one that has none. So each of several busy accounts has the same share, which shrinks with their number.
 *
 * Core's pool of bytes shares by the same principle, and lets requests wait; here a message stays in the database, and
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

/** How many more of the free slots one may take who has some: the most with which the last one keeps to the rule. */
function room(free: number, held: number): number {
  const most = Math.ceil((TO_FREE * (free - 1) - held) / (TO_FREE + 1));
  const least = held === 0 && free > 0 ? 1 : 0;
  return Math.max(most, least);
}

/** Numbers by key, of which those that are 0 take up no memory. */
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
