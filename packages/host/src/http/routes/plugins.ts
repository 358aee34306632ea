import { Hono } from "hono";
import type { HostDomains } from "../host-domains.ts";
import { endpoint } from "../endpoint.ts";
import type { HostEnv } from "../host-env.ts";
import { pathId } from "../read-input.ts";

/** The most bytes of a submission: 256 KiB of code and 100,000 characters of readme, escaped as JSON. */
const SUBMISSION_BYTES = 2 * 1024 * 1024;

/** A developer's own plugins. */
export function pluginRoutes({ publication, trials }: Pick<HostDomains, "publication" | "trials">) {
  return new Hono<HostEnv>()
    .post(
      "/api/plugins/submit",
      endpoint({
        summary: "Submit a plugin for review",
        admit: (c) => publication.admit(c.var.principal.id),
        body: "SubmitPlugin",
        maxBytes: SUBMISSION_BYTES,
        answer: "PluginRecord",
        status: 201,
        errors: ["PLUGIN_REFUSED", "SLUG_TAKEN", "PLUGIN_LIMIT"],
      }),
      async (c) => c.json(await publication.submit(c.var.principal.id, c.req.valid("json")), 201),
    )
    .get(
      "/api/plugins/my",
      endpoint({ summary: "List my plugins", answer: "PluginRecords" }),
      async (c) => c.json(await publication.mine(c.var.principal.id)),
    )
    .get(
      "/api/plugins/my/:id",
      endpoint({
        summary: "A plugin of mine, with its code and what became of its versions",
        answer: "OwnPlugin",
        errors: ["PLUGIN_NOT_FOUND"],
      }),
      async (c) => c.json(await publication.own(c.var.principal.id, pathId(c))),
    )
    .post(
      "/api/plugins/trial",
      endpoint({
        summary: "Run a file on a conversation, with nothing of mine and without network",
        admit: (c) => trials.admit(c.var.principal.id),
        body: "Trial",
        maxBytes: SUBMISSION_BYTES,
        answer: "TrialResult",
        errors: ["PLUGIN_REFUSED", "TRIALS_BUSY"],
      }),
      async (c) => c.json(await trials.run(c.var.principal.id, c.req.valid("json"))),
    )
    .put(
      "/api/plugins/my/:id",
      endpoint({
        summary: "Change a plugin of mine; other code or another version is reviewed again",
        admit: (c) => publication.admit(c.var.principal.id),
        body: "UpdatePlugin",
        maxBytes: SUBMISSION_BYTES,
        answer: "PluginRecord",
        errors: ["PLUGIN_NOT_FOUND", "PLUGIN_REFUSED", "PLUGIN_TAKEN_DOWN", "PLUGIN_CHANGED"],
      }),
      async (c) =>
        c.json(await publication.update(c.var.principal.id, pathId(c), c.req.valid("json"))),
    );
}
