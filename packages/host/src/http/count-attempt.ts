import { createHash } from "node:crypto";
import type { RateLimit, RateLimiter } from "@botwright/services";
import type { Context } from "hono";
import { addressGroup } from "../ai-proxy/address-group.ts";
import { tooMany } from "./gate.ts";
import type { HostEnv } from "./host-env.ts";

/** Attempts that somebody who guesses passwords may make; the last two allow for shared addresses. */
const ATTEMPTS = {
  ofAddressAtEmail: { limit: 10, windowMs: 900_000 },
  atEmail: { limit: 50, windowMs: 900_000 },
  ofAddress: { limit: 100, windowMs: 900_000 },
} satisfies Record<string, RateLimit>;

/**
 * Creates what counts an attempt at a password, or to become a user.
 *
 * @param limiter counts on all nodes together
 * @returns counts one; without an e-mail, such as with a link's token, of the address only: what everybody
 * shares, anybody could use up
 */
export function createAttemptCounter(limiter: RateLimiter) {
  return async (c: Context<HostEnv>, email?: string): Promise<void> => {
    const address = addressGroup(c.var.address);
    const keys: [string, RateLimit][] = [[`login/address/${address}`, ATTEMPTS.ofAddress]];
    if (email !== undefined) {
      // The key of a row does not have to say who the user is.
      const who = createHash("sha256").update(email.toLowerCase()).digest("base64url");
      keys.unshift(
        [`login/${address}/${who}`, ATTEMPTS.ofAddressAtEmail],
        [`login/email/${who}`, ATTEMPTS.atEmail],
      );
    }
    for (const [key, rate] of keys) {
      const decision = await limiter.take(key, rate);
      if (!decision.allowed) throw tooMany(decision.retryAfterMs);
    }
  };
}
