/** The limits of accounts that the services have. */
export const SERVICE_RATE_LIMITS = { freeCalls: "ai/free", searches: "search/user" } as const;

/** The key under which a limiter counts an account for a limit. */
export function rateLimitKeyOf(limit: string, userId: number): string {
  return `${limit}/${userId}`;
}
