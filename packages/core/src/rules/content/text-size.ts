import { QuotaError } from "../../types/errors.ts";

/**
 * Refuses a long text before any work that grows with its length.
 *
 * @throws {QuotaError} `TEXT_TOO_LONG`
 */
export function assertTextSize(text: string, maxBytes: number): void {
  // Each UTF-16 unit has at least one byte, so a huge text is refused without counting its bytes.
  if (text.length <= maxBytes && Buffer.byteLength(text) <= maxBytes) return;
  throw new QuotaError(
    `a text may have ${maxBytes} bytes of UTF-8: send a shorter one, or a file with bot.sendFile`,
    { code: "TEXT_TOO_LONG" },
  );
}
