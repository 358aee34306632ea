import { rateLimitKeyOf, SERVICE_RATE_LIMITS } from "@botwright/services";

/** The limits of accounts that the host itself has; the services have others. */
const HOST_LIMITS = ["ai-models", "dry-runs", "export", "submissions", "trials"] as const;

/** The key under which a limiter counts an account for a limit of the host. */
export function hostRateLimitKeyOf(limit: (typeof HOST_LIMITS)[number], userId: number): string {
  return rateLimitKeyOf(limit, userId);
}

/** The keys of all limits of an account, including those of the services. */
export function rateLimitKeysOf(userId: number): string[] {
  const limits = [...Object.values(SERVICE_RATE_LIMITS), ...HOST_LIMITS];
  return limits.map((limit) => rateLimitKeyOf(limit, userId));
}
