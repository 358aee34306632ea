import { QuotaError } from "../../types/errors.ts";
import { findOperation, isSend } from "../find-operation.ts";

/** Index of the bytes among the arguments of an operation that sends a medium. */
const POSITION = 1;

/**
 * Refuses a send whose medium is larger than the limit. Adapters encrypt, hash and copy what they upload,
 * which takes time by its size.
 *
 * @throws {QuotaError} `MEDIA_TOO_LARGE`
 */
export function assertUploadSize(
  operation: string,
  args: readonly unknown[],
  maxBytes: number | undefined,
): void {
  const bytes = args[POSITION];
  if (maxBytes === undefined || !isSend(operation)) return;
  if (findOperation(operation)?.medium === undefined || !(bytes instanceof Uint8Array)) return;
  const { byteLength } = bytes;
  if (byteLength <= maxBytes) return;
  throw new QuotaError(
    `${operation}: a medium may have ${maxBytes} bytes, not ${byteLength}: send a smaller one`,
    { code: "MEDIA_TOO_LARGE" },
  );
}
