import { Hono } from "hono";
import type { HostDomains } from "../host-domains.ts";
import { endpoint } from "../endpoint.ts";
import type { HostEnv } from "../host-env.ts";
import { pathId } from "../read-input.ts";

/** The most bytes of a body: settings of 128 KiB, escaped as JSON. */
const CONFIG_BYTES = 1024 * 1024;

/** The plugins of a bot. */
export function installationRoutes({
  installations,
  dryRuns,
}: Pick<HostDomains, "installations" | "dryRuns">) {
  return new Hono<HostEnv>()
    .get(
      "/api/bots/:id/plugins",
      endpoint({
        summary: "List the plugins of a bot, in the order in which they run",
        answer: "Installations",
        errors: ["BOT_NOT_FOUND"],
      }),
      async (c) => c.json({ items: await installations.list(c.var.principal.id, pathId(c)) }),
    )
    .post(
      "/api/bots/:id/plugins",
      endpoint({
        summary: "Install the published version of a plugin, with consent to what it may do",
        body: "InstallPlugin",
        maxBytes: CONFIG_BYTES,
        answer: "Installation",
        status: 201,
        errors: [
          "BOT_NOT_FOUND",
          "PLUGIN_NOT_FOUND",
          "ALREADY_INSTALLED",
          "VERSION_CHANGED",
          "INSTALLATION_LIMIT",
        ],
      }),
      async (c) =>
        c.json(
          await installations.install(c.var.principal.id, pathId(c), c.req.valid("json")),
          201,
        ),
    )
    .put(
      "/api/bots/:id/plugin-order",
      endpoint({
        summary: "Make the plugins of a bot run in an order",
        body: "PluginOrder",
        answer: "Installations",
        errors: ["BOT_NOT_FOUND", "ORDER_STALE"],
      }),
      async (c) => {
        const { order } = c.req.valid("json");
        return c.json({
          items: await installations.reorder(c.var.principal.id, pathId(c), order),
        });
      },
    )
    .get(
      "/api/bots/:id/plugin-conflicts",
      endpoint({
        summary:
          "Which plugins of a bot declare the same triggers, and which declare that they react to a text",
        query: "PluginConflicts",
        answer: "ConflictReport",
        errors: ["BOT_NOT_FOUND", "PLUGIN_NOT_FOUND"],
      }),
      async (c) =>
        c.json(await installations.conflicts(c.var.principal.id, pathId(c), c.req.valid("query"))),
    )
    .post(
      "/api/bots/:id/dry-run",
      endpoint({
        summary:
          "Run the plugins of a bot on a text, in order, without sending or storing anything",
        admit: (c) => dryRuns.admit(c.var.principal.id),
        body: "DryRunMessage",
        answer: "DryRun",
        errors: ["BOT_NOT_FOUND", "TRIALS_BUSY"],
      }),
      async (c) => {
        const { text } = c.req.valid("json");
        return c.json(await dryRuns.run(c.var.principal.id, pathId(c), text));
      },
    )
    .patch(
      "/api/bots/:id/plugins/:plugin_id",
      endpoint({
        summary: "Change settings and priority of a plugin, switch it on or off",
        body: "ChangeInstallation",
        maxBytes: CONFIG_BYTES,
        answer: "Installation",
        errors: ["BOT_NOT_FOUND", "PLUGIN_NOT_FOUND"],
      }),
      async (c) =>
        c.json(
          await installations.change(
            c.var.principal.id,
            pathId(c),
            pathId(c, "plugin_id"),
            c.req.valid("json"),
          ),
        ),
    )
    .delete(
      "/api/bots/:id/plugins/:plugin_id",
      endpoint({
        summary: "Uninstall a plugin; what it has stored stays",
        answer: null,
        errors: ["BOT_NOT_FOUND", "PLUGIN_NOT_FOUND"],
      }),
      async (c) => {
        await installations.uninstall(c.var.principal.id, pathId(c), pathId(c, "plugin_id"));
        return c.body(null, 204);
      },
    )
    .post(
      "/api/bots/:id/plugins/:plugin_id/upgrade",
      endpoint({
        summary: "Consent to the version in the library, and take it",
        body: "UpgradeInstallation",
        answer: "Installation",
        errors: ["BOT_NOT_FOUND", "PLUGIN_NOT_FOUND", "VERSION_CHANGED"],
      }),
      async (c) =>
        c.json(
          await installations.upgrade(
            c.var.principal.id,
            pathId(c),
            pathId(c, "plugin_id"),
            c.req.valid("json").version_id,
          ),
        ),
    );
}
