import type { ClaimableDiff, MemoryDiff } from "../machine/image.ts";

/**
 * The memory of a suspended call is wanted by two threads: its worker, which resumes the call, and the
 * main thread, which moves the call to another worker when this one is blocked. Exactly one of them
 * gets it: the last 32-bit word of each buffer is a ticket, and whoever replaces the ticket that it
 * knows has won. Tickets of a buffer only grow, so that a thread with an old record of a buffer that
 * holds another call's memory by now cannot win either.
 */
function ticketOf({ buffer }: Uint8Array): Int32Array {
  return new Int32Array(buffer, buffer.byteLength - Int32Array.BYTES_PER_ELEMENT);
}

/** Bytes at the end of a buffer that belong to its ticket. */
export const TICKET_BYTES: number = Int32Array.BYTES_PER_ELEMENT;

/** Makes a diff claimable; the buffer must be nobody else's, and have room for its ticket. */
export function offerMemory(diff: MemoryDiff): ClaimableDiff {
  const word = ticketOf(diff.bytes);
  return { ...diff, ticket: next(Atomics.add(word, 0, 1)) };
}

/**
 * Takes a suspended call's memory, or is told by `undefined` that the other thread has it. What comes
 * back can be claimed again, by whoever it is handed to.
 */
export function claimMemory(diff: ClaimableDiff): ClaimableDiff | undefined {
  const { bytes, ticket } = diff;
  const following = next(ticket);
  if (Atomics.compareExchange(ticketOf(bytes), 0, ticket, following) !== ticket) return undefined;
  return { ...diff, ticket: following };
}

/** Wraps around like the word itself. */
function next(ticket: number): number {
  return (ticket + 1) | 0;
}
