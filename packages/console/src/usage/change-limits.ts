import type { CreditLimit, CreditState } from "@botwright/host";
import { api, read } from "../api.ts";

/** A limit in the form in which its owner sets it. */
export type Limit = Pick<CreditLimit, "plugin_slug" | "period" | "credits">;

/** Changes the spending limits. The host replaces all of them at once, so they are read again first. */
export async function changeLimits(
  change: (now: readonly Limit[]) => readonly Limit[],
): Promise<CreditState> {
  const { limits: now } = await read(api.credits.$get());
  const limits = change(now).map(({ plugin_slug, period, credits }) => ({
    period,
    credits,
    ...(plugin_slug !== null && { plugin_slug }),
  }));
  return read(api.credits.limits.$put({ json: { limits } }));
}
