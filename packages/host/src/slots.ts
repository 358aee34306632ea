/**
 * How many slots a bot may have for each one that is free: one that is alone has three quarters of them, and a
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
 * Shares slots among bots, so that none can have them all: a bot takes a further one as long as it has less than
 * three times as many as would be left, the last one not counted, which is for a bot that has none. So each of
 * several busy bots has the same share, which shrinks with their number.
 *
 * Core's pool of bytes shares by the same principle, and lets requests wait; here a message stays in the database, and
 * a callback is refused.
 *
 * @example
 * const slots = createSlots(200);
 * if (slots.roomFor(botId) === 0) throw new Error("busy");
 * slots.take(botId);
 */
export function createSlots(count: number): Slots {
  let free = count;
  const held = new Map<number, number>();
  const heldBy = (botId: number): number => held.get(botId) ?? 0;
  return {
    get free() {
      return free;
    },
    heldBy,
    roomFor(botId) {
      const has = heldBy(botId);
      // The largest number of slots with which the last one was taken by the rule above.
      const room = Math.ceil((TO_FREE * (free - 1) - has) / (TO_FREE + 1));
      const least = has === 0 && free > 0 ? 1 : 0;
      return Math.max(room, least);
    },
    take(botId) {
      free -= 1;
      held.set(botId, heldBy(botId) + 1);
    },
    giveBack(botId) {
      free += 1;
      const has = heldBy(botId) - 1;
      if (has > 0) held.set(botId, has);
      else held.delete(botId);
    },
    reserve(reserved) {
      free -= reserved;
    },
    giveBackReserved(reserved) {
      free += reserved;
    },
  };
}
