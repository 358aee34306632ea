import { createHash } from "node:crypto";
import type { RateLimit, RateLimiter } from "@botwright/services";
import type { Context } from "hono";
import { addressGroup } from "../ai-proxy/address-group.ts";
import { tooMany } from "./gate.ts";
import type { HostEnv } from "./host-env.ts";

/** Attempts to guess a password before `TOO_MANY_REQUESTS`. The last two limits are higher, for shared addresses. */
const ATTEMPTS = {
  ofAddressAtEmail: { limit: 10, windowMs: 900_000 },
  atEmail: { limit: 50, windowMs: 900_000 },
  ofAddress: { limit: 100, windowMs: 900_000 },
} satisfies Record<string, RateLimit>;

/** The most mails to one e-mail address that clients without a login can cause. */
const LETTERS = {
  ofAddressAtEmail: { limit: 5, windowMs: 3_600_000 },
  atEmail: { limit: 20, windowMs: 3_600_000 },
} satisfies Record<string, RateLimit>;

/** Counts requests that a client may not make often; too many are refused with 429 `TOO_MANY_REQUESTS`. */
export interface AttemptCounter {
  /**
   * Counts an attempt to guess a password or to sign up. Without an e-mail address, for example with a link's token, it
   * counts by the client's address only, because one client could use up a limit that all clients share.
   */
  readonly countAttempt: (c: Context<HostEnv>, email?: string) => Promise<void>;
  /** Counts a mail, even if none is sent: the response must not reveal who has an account. */
  readonly countLetter: (c: Context<HostEnv>, email: string) => Promise<void>;
}

/**
 * Creates the counter of a host.
 *
 * @param limiter counts on all nodes together
 */
export function createAttemptCounter(limiter: RateLimiter): AttemptCounter {
  async function take(keys: readonly (readonly [string, RateLimit])[]): Promise<void> {
    for (const [key, rate] of keys) {
      const decision = await limiter.take(key, rate);
      if (!decision.allowed) throw tooMany(decision.retryAfterMs);
    }
  }

  return {
    async countAttempt(c, email) {
      const address = addressGroup(c.var.address);
      if (email !== undefined) await take(keysAt(email, address, "login", ATTEMPTS));
      await take([[`login/address/${address}`, ATTEMPTS.ofAddress]]);
    },
    countLetter: (c, email) => take(keysAt(email, addressGroup(c.var.address), "letter", LETTERS)),
  };
}

/** The keys of one client's attempts at an e-mail address, and of all clients' attempts at it. */
function keysAt(
  email: string,
  address: string,
  what: string,
  limits: Readonly<Record<"ofAddressAtEmail" | "atEmail", RateLimit>>,
): readonly (readonly [string, RateLimit])[] {
  // Hashed, because the key of a row need not reveal the user.
  const who = createHash("sha256").update(email.toLowerCase()).digest("base64url");
  return [
    [`${what}/${address}/${who}`, limits.ofAddressAtEmail],
    [`${what}/email/${who}`, limits.atEmail],
  ];
}
