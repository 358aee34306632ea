import { rateLimitKeyOf, SERVICE_RATE_LIMITS } from "@botwright/services";

/** The host's own limits of accounts. */
const HOST_LIMITS = ["ai-models", "dry-runs", "export", "submissions", "trials"] as const;

/** The key under which a limiter counts an account for a limit of the host. */
export function hostRateLimitKeyOf(limit: (typeof HOST_LIMITS)[number], userId: number): string {
  return rateLimitKeyOf(limit, userId);
}

/** The keys of all limits of an account, the services' among them. */
export function rateLimitKeysOf(userId: number): string[] {
  const limits = [...Object.values(SERVICE_RATE_LIMITS), ...HOST_LIMITS];
  return limits.map((limit) => rateLimitKeyOf(limit, userId));
}
