import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Whether two secrets are equal, in a time that does not depend on where they differ.
 *
 * @example
 * if (!isSameSecret(request.headers.get("x-token") ?? "", token)) return new Response(null, { status: 401 });
 */
export function isSameSecret(given: string, expected: string): boolean {
  // Compares digests, because `timingSafeEqual` needs inputs of one length.
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
