import type { ParsedMessage } from "@botwright/core";

/**
 * Random numbers from 0 to below 1 that belong to a message. A trusted function that is run again after a
 * crash has to ask its host for the same again, so that nothing is done twice; `Math.random` would not.
 *
 * @example
 * const random = randomOf(msg);
 * const die = 1 + Math.floor(random() * 6);
 */
export function randomOf({
  from,
  messageId,
  timestamp,
}: Pick<ParsedMessage, "from" | "messageId" | "timestamp">): () => number {
  // FNV-1a of what makes the message one of its own, then mulberry32.
  let state = 0x81_1c_9d_c5;
  for (const unit of `${from}/${messageId}/${timestamp}`) {
    state = Math.imul(state ^ (unit.codePointAt(0) ?? 0), 0x01_00_01_93);
  }
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
