import { accountWindow, SERVICE_LIMITS } from "@botwright/services";

/** The host's own limits of accounts. */
const HOST_LIMITS = ["ai-models", "dry-runs", "export", "submissions", "trials"] as const;

/** The key under which a limiter counts an account for a limit of the host. */
export function windowOf(limit: (typeof HOST_LIMITS)[number], userId: number): string {
  return accountWindow(limit, userId);
}

/** The keys of all limits of an account, the services' among them. */
export function windowsOf(userId: number): string[] {
  const limits = [...Object.values(SERVICE_LIMITS), ...HOST_LIMITS];
  return limits.map((limit) => accountWindow(limit, userId));
}
