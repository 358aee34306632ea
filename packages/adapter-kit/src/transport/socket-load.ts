import { type Clock, createPieceCounter } from "@botwright/core";

/** The messages that the sessions of a loop work on, all its connections together. */
export interface MessagesInFlight {
  /** Adds a message of so many bytes; returns a function that takes it out again. */
  begin(bytes: number): () => void;
  /** Whether nothing more should be read for now. */
  isFull(): boolean;
  /** Calls back once, as soon as there is room again; returns a function that cancels it. */
  whenRoom(callback: () => void): () => void;
}

/** Bytes of messages in flight from which on no more are read: several of the largest, or thousands of usual ones. */
const MAX_BYTES = 8 * 1024 * 1024;
/** What a message counts at least, in bytes: a small one has its promises, texts and timers as well. */
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
 * Milliseconds after which the count of frames begins anew: a quiet connection has a small pong every
 * half minute, for weeks.
 */
const COUNT_MS = 60_000;

/**
 * Counts the frames of a connection. Each costs the main thread a turn and a timer, however small it is.
 *
 * @returns a function that takes the length of each, and returns false once a minute has too many for
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
