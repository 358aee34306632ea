import { Hono } from "hono";
import type { HostDomains } from "../host-domains.ts";
import { endpoint } from "../endpoint.ts";
import type { HostEnv } from "../host-env.ts";
import { pageOf } from "../page.ts";
import { pathId } from "../read-input.ts";

/** The credits of an account, and the uses of services by its plugins. */
export function creditRoutes({
  credits,
  usage,
  users,
}: Pick<HostDomains, "credits" | "usage" | "users">) {
  return new Hono<HostEnv>()
    .get(
      "/api/credits",
      endpoint({ summary: "Show my credits and limits", answer: "Credits" }),
      async (c) => c.json(await credits.state(c.var.principal.id)),
    )
    .get(
      "/api/credits/ledger",
      endpoint({
        summary: "List the movements of my credits, newest first",
        query: "CreditMovements",
        answer: "CreditMovements",
      }),
      async (c) => {
        const { before, limit = 50 } = c.req.valid("query");
        const { id } = c.var.principal;
        return c.json(pageOf(await credits.movements(id, { before, limit: limit + 1 }), limit));
      },
    )
    .put(
      "/api/credits/limits",
      endpoint({
        summary: "Replace my spending limits",
        body: "Limits",
        answer: "Credits",
      }),
      async (c) => {
        const limits = c.req.valid("json").limits.map(({ plugin_slug, ...limit }) => ({
          ...limit,
          ...(plugin_slug !== undefined && { pluginSlug: plugin_slug }),
        }));
        await credits.setLimits(c.var.principal.id, limits);
        return c.json(await credits.state(c.var.principal.id));
      },
    )
    .put(
      "/api/credits/warning",
      endpoint({
        summary: "Set below how many credits I am warned",
        body: "CreditWarning",
        answer: "Credits",
      }),
      async (c) => {
        await credits.setWarning(c.var.principal.id, c.req.valid("json").warn_below);
        return c.json(await credits.state(c.var.principal.id));
      },
    )
    .get(
      "/api/usage",
      endpoint({
        summary: "List what my plugins used, newest first",
        query: "Usage",
        answer: "Usage",
      }),
      async (c) => {
        const { limit = 50, plugin, ...rest } = c.req.valid("query");
        const filter = { ...rest, plugin_slug: plugin, limit: limit + 1 };
        return c.json(pageOf(await usage.list(c.var.principal.id, filter), limit));
      },
    )
    .get(
      "/api/usage/summary",
      endpoint({
        summary: "Sum up what my plugins used, by day, model or plugin",
        query: "UsageSummary",
        answer: "UsageSums",
      }),
      async (c) => {
        const { plugin, ...rest } = c.req.valid("query");
        const filter = { ...rest, plugin_slug: plugin };
        const items = await usage.summary(c.var.principal.id, filter);
        return c.json({ today: usage.today(), items });
      },
    )
    .get(
      "/api/admin/usage/summary",
      endpoint({
        summary: "Sum up what the plugins of all users used, by day, model, plugin or user",
        audience: "admin",
        query: "UsageOfAll",
        answer: "UsageSums",
      }),
      async (c) => {
        const { plugin, ...rest } = c.req.valid("query");
        const items = await usage.summaryOfAll({ ...rest, plugin_slug: plugin });
        return c.json({ today: usage.today(), items });
      },
    )
    .post(
      "/api/admin/users/:id/credits",
      endpoint({
        summary: "Add credits to an account",
        audience: "admin",
        body: "TopUp",
        answer: "CreditMovement",
        status: 201,
        errors: ["USER_NOT_FOUND", "IDEMPOTENCY_KEY_REUSED", "CREDITS_TOO_MANY"],
      }),
      async (c) => {
        const { credits: amount, idempotency_key: key, note = "" } = c.req.valid("json");
        const { id: userId } = await users.find(pathId(c));
        const topUp = { userId, actorId: c.var.principal.id, credits: amount, key, note };
        return c.json(await credits.topUp(topUp), 201);
      },
    );
}
