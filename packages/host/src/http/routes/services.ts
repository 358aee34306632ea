import { Hono } from "hono";
import type { HostDomains } from "../host-domains.ts";
import { endpoint } from "../endpoint.ts";
import type { HostEnv } from "../host-env.ts";
import { pathId } from "../read-input.ts";

const audience = "admin";

/** Endpoints with which administrators configure models, providers and search engines, and see reports of their use. */
export function servicesRoutes({
  configuration,
  publication,
  searchLog,
}: Pick<HostDomains, "configuration" | "publication" | "searchLog">) {
  const { modelProviders, models } = configuration;
  return new Hono<HostEnv>()
    .get(
      "/api/admin/providers",
      endpoint({ summary: "List the providers of models", audience, answer: "ModelProviders" }),
      async (c) => c.json({ items: await modelProviders.list() }),
    )
    .post(
      "/api/admin/providers",
      endpoint({
        summary: "Add a provider of models",
        audience,
        body: "NewModelProvider",
        answer: "ModelProvider",
        status: 201,
        errors: ["PROVIDER_NAME_TAKEN"],
      }),
      async (c) => c.json(await modelProviders.create(c.req.valid("json")), 201),
    )
    .put(
      "/api/admin/providers/:id",
      endpoint({
        summary: "Change a provider; a key that is not given stays with its server",
        audience,
        body: "ModelProviderChanges",
        answer: "ModelProvider",
        errors: ["PROVIDER_NOT_FOUND", "PROVIDER_NAME_TAKEN"],
      }),
      async (c) => c.json(await modelProviders.update(pathId(c), c.req.valid("json"))),
    )
    .delete(
      "/api/admin/providers/:id",
      endpoint({
        summary: "Delete a provider that has no models",
        audience,
        answer: null,
        errors: ["PROVIDER_NOT_FOUND", "PROVIDER_IN_USE"],
      }),
      async (c) => {
        await modelProviders.remove(pathId(c));
        return c.body(null, 204);
      },
    )
    .get(
      "/api/admin/models",
      endpoint({ summary: "List the models, in their order", audience, answer: "Models" }),
      async (c) => c.json({ items: await models.list() }),
    )
    .post(
      "/api/admin/models",
      endpoint({
        summary: "Add a model",
        audience,
        body: "NewModel",
        answer: "Model",
        status: 201,
        errors: ["MODEL_NAME_TAKEN"],
      }),
      async (c) => c.json(await models.create(c.req.valid("json")), 201),
    )
    .put(
      "/api/admin/models/:id",
      endpoint({
        summary: "Change a model",
        audience,
        body: "ModelChanges",
        answer: "Model",
        errors: ["MODEL_NOT_FOUND", "MODEL_NAME_TAKEN"],
      }),
      async (c) => c.json(await models.update(pathId(c), c.req.valid("json"))),
    )
    .delete(
      "/api/admin/models/:id",
      endpoint({ summary: "Delete a model", audience, answer: null, errors: ["MODEL_NOT_FOUND"] }),
      async (c) => {
        await models.remove(pathId(c));
        return c.body(null, 204);
      },
    )
    .get(
      "/api/admin/settings",
      endpoint({
        summary: "Show the settings and the search engines",
        audience,
        answer: "Settings",
      }),
      async (c) => c.json(await configuration.settings()),
    )
    .put(
      "/api/admin/settings",
      endpoint({
        summary: "Change settings; what is not given stays",
        audience,
        body: "SettingsChanges",
        answer: "Settings",
      }),
      async (c) => c.json(await configuration.changeSettings(c.req.valid("json"))),
    )
    .get(
      "/api/admin/search/stats",
      endpoint({
        summary: "Count the searches of today: in sum, by plugin and by user",
        audience,
        answer: "SearchStats",
      }),
      async (c) => c.json(await searchLog.stats()),
    )
    .get(
      "/api/admin/search/logs",
      endpoint({
        summary: "List the latest searches, newest first",
        audience,
        query: "SearchLogs",
        answer: "SearchLogRecords",
      }),
      async (c) => {
        const { limit, before } = c.req.valid("query");
        return c.json(await searchLog.latest(limit, before));
      },
    )
    .get(
      "/api/admin/trigger-conflicts",
      endpoint({
        summary: "Report the published plugins that react to the same triggers",
        audience,
        answer: "TriggerConflictReport",
      }),
      async (c) => c.json(await publication.triggerConflicts()),
    );
}
