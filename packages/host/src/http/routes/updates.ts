import { Hono } from "hono";
import type { HostDomains } from "../host-domains.ts";
import { endpoint } from "../endpoint.ts";
import type { HostEnv } from "../host-env.ts";
import { pathId } from "../read-input.ts";

/** Endpoints that rerun recorded runs with another version of a plugin, and that roll back to former versions. */
export function updateRoutes({
  safeUpdate,
  rollBack,
}: Pick<HostDomains, "safeUpdate" | "rollBack">) {
  return new Hono<HostEnv>()
    .post(
      "/api/bots/:id/plugins/:plugin_id/compare",
      endpoint({
        summary: "Run the published version on what the bot's own version did, sending nothing",
        answer: "OwnUpdate",
        errors: ["INSTALLATION_NOT_FOUND", "NOTHING_TO_UPDATE", "PLUGIN_NOT_LOADED", "RERUNS_BUSY"],
      }),
      async (c) =>
        c.json(await safeUpdate.compare(c.var.principal.id, pathId(c), pathId(c, "plugin_id"))),
    )
    .post(
      "/api/messages/:id/rerun",
      endpoint({
        summary: "Run the published version of a plugin on a message's record, sending nothing",
        query: "RunOfMessage",
        answer: "OwnRerun",
        errors: [
          "MESSAGE_NOT_FOUND",
          "RUN_NOT_RECORDED",
          "PLUGIN_NOT_FOUND",
          "PLUGIN_NOT_LOADED",
          "RERUNS_BUSY",
        ],
      }),
      async (c) => {
        const { plugin } = c.req.valid("query");
        return c.json(await safeUpdate.rerun(c.var.principal.id, pathId(c), plugin));
      },
    )
    .post(
      "/api/bots/:id/plugins/:plugin_id/roll-back",
      endpoint({
        summary: "Go back to the version that was approved before the bot's own",
        body: "RollBack",
        answer: "RolledBack",
        errors: [
          "INSTALLATION_NOT_FOUND",
          "NO_FORMER_VERSION",
          "CONSENT_NEEDED",
          "PLUGIN_TAKEN_DOWN",
          "VERSION_CHANGED",
        ],
      }),
      async (c) => {
        const seen = c.req.valid("json");
        const pluginId = pathId(c, "plugin_id");
        return c.json(await rollBack.installation(c.var.principal.id, pathId(c), pluginId, seen));
      },
    )
    .post(
      "/api/plugins/my/:id/roll-back",
      endpoint({
        summary: "Publish the version again that was approved before the published one",
        query: "PublishedVersion",
        answer: "PluginRecord",
        errors: ["PLUGIN_NOT_FOUND", "NO_FORMER_VERSION", "PLUGIN_TAKEN_DOWN", "VERSION_CHANGED"],
      }),
      async (c) => {
        const { version_id } = c.req.valid("query");
        return c.json(await rollBack.plugin(pathId(c), c.var.principal.id, version_id));
      },
    )
    .post(
      "/api/plugins/my/:id/update-report",
      endpoint({
        summary: "Run the version that waits on what the published one did on one's own bots",
        answer: "OwnUpdatePreview",
        errors: ["PLUGIN_NOT_FOUND", "NOTHING_TO_REVIEW", "PLUGIN_NOT_LOADED", "RERUNS_BUSY"],
      }),
      async (c) => c.json({ compared: await safeUpdate.preview(c.var.principal.id, pathId(c)) }),
    )
    .post(
      "/api/admin/plugins/:id/roll-back",
      endpoint({
        summary: "Publish the version of any plugin again that was approved before",
        audience: "admin",
        query: "PublishedVersion",
        answer: "PluginRecord",
        errors: ["PLUGIN_NOT_FOUND", "NO_FORMER_VERSION", "PLUGIN_TAKEN_DOWN", "VERSION_CHANGED"],
      }),
      async (c) => {
        const { version_id } = c.req.valid("query");
        return c.json(await rollBack.plugin(pathId(c), undefined, version_id));
      },
    )
    .post(
      "/api/admin/plugins/:id/update-report",
      endpoint({
        summary: "Run the waiting version on the recorded runs of the published one; counts only",
        audience: "admin",
        answer: "UpdateReview",
        errors: [
          "PLUGIN_NOT_FOUND",
          "NOTHING_TO_REVIEW",
          "PLUGIN_TAKEN_DOWN",
          "PLUGIN_NOT_LOADED",
          "RERUNS_BUSY",
        ],
      }),
      async (c) => c.json({ report: await safeUpdate.review(pathId(c)) }),
    );
}
