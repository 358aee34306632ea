import { BotwrightError } from "../types/errors.ts";

/** The limits of an {@link InboxRoom}, see `MemoryInboxOptions`. */
export interface InboxRoomBounds {
  readonly capacity: number;
  readonly bytes: number;
  readonly waiting: number;
}

/** Limits the number and the bytes of the messages that are queued or being handled. */
export interface InboxRoom {
  /**
   * Resolves when there is room for a message of this size, and reserves it; `close` resolves calls that still wait.
   *
   * @throws {BotwrightError} `INBOX_FULL`
   */
  take(bytes: number): Promise<void>;
  /** Returns the room of a message, which may admit waiting calls. */
  release(bytes: number): void;
  /** Whether no room is reserved. */
  readonly isEmpty: boolean;
  /** Admits all waiting calls; their inbox rejects them, because it is closed. */
  close(): void;
}

/** A call that waits for room. */
interface Waiter {
  bytes: number;
  admit(): void;
}

/** Creates the room of an inbox. */
export function createInboxRoom({
  capacity,
  bytes: maxBytes,
  waiting,
}: InboxRoomBounds): InboxRoom {
  /** Waiting calls, in order; a later call queues behind them even if its message would fit. */
  const queue: Waiter[] = [];
  let queuedBytes = 0;
  /** Calls that were admitted and have not gone on yet: what comes before they have must not overtake them. */
  let admitted = 0;
  let messages = 0;
  let messageBytes = 0;
  let isClosed = false;

  /** Whether a message of this size fits; a message that is larger than the limit fits into an empty inbox. */
  function fits(bytes: number): boolean {
    return messages === 0 || (messages < capacity && messageBytes + bytes <= maxBytes);
  }

  function reserve(bytes: number): void {
    messages += 1;
    messageBytes += bytes;
  }

  function admit(): void {
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      if (!isClosed && !fits(next.bytes)) return;
      queue.shift();
      queuedBytes -= next.bytes;
      reserve(next.bytes);
      admitted += 1;
      next.admit();
    }
  }

  return {
    async take(bytes) {
      if (queue.length === 0 && admitted === 0 && fits(bytes)) return reserve(bytes);
      const isFull = queue.length > 0 && queuedBytes + bytes > maxBytes;
      if (isFull || queue.length >= waiting) throw inboxFull();
      queuedBytes += bytes;
      await new Promise<void>((resolve) => queue.push({ bytes, admit: resolve }));
      admitted -= 1;
      admit();
    },
    release(bytes) {
      messages -= 1;
      messageBytes -= bytes;
      admit();
    },
    get isEmpty() {
      return messages === 0;
    },
    close() {
      isClosed = true;
      admit();
    },
  };
}

function inboxFull(): BotwrightError {
  return new BotwrightError(
    "the inbox is full and too many messages wait for room; the message was not taken: try again later",
    { code: "INBOX_FULL" },
  );
}
