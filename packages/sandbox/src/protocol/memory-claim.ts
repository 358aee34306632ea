import type { ClaimableDiff, MemoryDiff } from "./memory-image.ts";

/**
 * Ownership of a suspended call's memory. Two threads may want it at the same moment: its worker, to resume
 * the call, and the main thread, to move the call to another worker while this one is blocked. Exactly one
 * must get it.
 *
 * The last 32-bit word of each buffer is a ticket. A thread claims the memory by replacing the ticket that
 * it knows with the next number, in one atomic compare-and-exchange; the other thread's exchange then
 * fails. A flag would not suffice, because buffers are reused: a thread with an outdated record could claim
 * a buffer that holds another call's memory by now (the ABA problem). Tickets only increase, so an outdated
 * one never matches.
 */
function ticketOf({ buffer }: Uint8Array): Int32Array {
  return new Int32Array(buffer, buffer.byteLength - Int32Array.BYTES_PER_ELEMENT);
}

/** Bytes at the end of a buffer that hold its ticket. */
export const TICKET_BYTES: number = Int32Array.BYTES_PER_ELEMENT;

/** Makes a diff claimable. No other thread may use the buffer, and it must have room for the ticket. */
export function offerMemory(diff: MemoryDiff): ClaimableDiff {
  const word = ticketOf(diff.bytes);
  return { ...diff, ticket: next(Atomics.add(word, 0, 1)) };
}

/**
 * Claims a suspended call's memory; returns undefined when the other thread has it. The result can be
 * claimed again by the thread to which it is passed.
 */
export function claimMemory(diff: ClaimableDiff): ClaimableDiff | undefined {
  const { bytes, ticket } = diff;
  const following = next(ticket);
  if (Atomics.compareExchange(ticketOf(bytes), 0, ticket, following) !== ticket) return undefined;
  return { ...diff, ticket: following };
}

/**
 * Undoes a claim of memory that was only read, so that both threads can claim it again with the offered ticket.
 *
 * @param claimed what {@link claimMemory} has returned for `offered`
 */
export function returnMemory({ bytes, ticket }: ClaimableDiff, offered: ClaimableDiff): void {
  Atomics.compareExchange(ticketOf(bytes), 0, ticket, offered.ticket);
}

/** Increments with the wrap-around of a 32-bit word. */
function next(ticket: number): number {
  return (ticket + 1) | 0;
}
