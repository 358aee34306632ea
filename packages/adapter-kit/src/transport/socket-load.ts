import { type Clock, createPieceCounter } from "@botwright/core";

/** Counts the messages that the sessions of a loop are handling, over all its connections. */
export interface MessagesInFlight {
  /** Adds a message of this size; returns a function that removes it again. */
  begin(bytes: number): () => void;
  /** Whether the connections should read nothing more for now. */
  isFull(): boolean;
  /** Calls back once, as soon as there is room; returns a function that cancels this. */
  whenRoom(callback: () => void): () => void;
}

/** From how many bytes in flight no more are read: several of the largest messages, or thousands of usual ones. */
const MAX_BYTES = 8 * 1024 * 1024;
/** The least bytes that a message counts, because even a small one has promises, strings and timers. */
const MIN_BYTES = 1024;

/** Makes the {@link MessagesInFlight} of a loop. */
export function createMessagesInFlight(): MessagesInFlight {
  const waiting = new Set<() => void>();
  let total = 0;
  const isFull = (): boolean => total >= MAX_BYTES;
  return {
    isFull,
    begin(bytes) {
      const counted = Math.max(bytes, MIN_BYTES);
      total += counted;
      return () => {
        total -= counted;
        if (isFull()) return;
        for (const callback of waiting) {
          waiting.delete(callback);
          callback();
        }
      };
    },
    whenRoom(callback) {
      waiting.add(callback);
      return () => void waiting.delete(callback);
    },
  };
}

/**
 * Milliseconds after which the count of frames starts again, because a quiet connection gets a small pong every
 * half minute for weeks.
 */
const COUNT_MS = 60_000;

/**
 * Counts the frames of a connection, because each costs the main thread a turn and a timer, however small it is.
 *
 * @returns a function that counts a frame of the given length; it returns false once a minute has too many frames for
 * their bytes
 */
export function createFrameCounter(clock: Clock): (bytes: number) => boolean {
  let since = clock.now();
  let isWorth = createPieceCounter();
  return (bytes) => {
    const now = clock.now();
    if (now - since >= COUNT_MS) {
      since = now;
      isWorth = createPieceCounter();
    }
    return isWorth(bytes);
  };
}
