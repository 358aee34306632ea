/** The names of the rate limits of accounts. */
export const SERVICE_RATE_LIMITS = { freeCalls: "ai/free", searches: "search/user" } as const;

/** The key under which a rate limiter counts an account's events for a limit. */
export function rateLimitKeyOf(limit: string, userId: number): string {
  return `${limit}/${userId}`;
}
