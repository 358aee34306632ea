import { createHash } from "node:crypto";

const DECIMAL = /^(?:0|[1-9]\d{0,15})$/;

/**
 * Makes the number for `ParsedMessage.messageId` from a platform's id: a decimal id up
 * to 2^53−1 stays the same, any other id becomes 53 bits of its SHA-256. Adapters pass the id by which they
 * deduplicate, so a message without an id of the platform has a number too.
 *
 * Numbers may collide; deduplicate by the exact id.
 *
 * @example
 * toMessageId("42"); // 42
 * toMessageId("7312345678901234567"); // 99718618701302
 */
export function toMessageId(id: string): number {
  if (DECIMAL.test(id)) {
    const number = Number(id);
    if (Number.isSafeInteger(number)) return number;
  }
  const digits = createHash("sha256").update(id, "utf8").digest("hex").slice(0, 14);
  return Number(BigInt(`0x${digits}`) >> 3n);
}
