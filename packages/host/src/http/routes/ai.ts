import { Hono } from "hono";
import { listPricedModels } from "../../models/priced-models.ts";
import type { HostDomains } from "../host-domains.ts";
import { endpoint } from "../endpoint.ts";
import type { HostEnv } from "../host-env.ts";

/** The most bytes of a body of ai-proxy, which may contain more messages than the last 10 that are used. */
const CHAT_BYTES = 256 * 1024;

/** The error codes of a provider that returns no answer. */
const NO_ANSWER = ["PROVIDER_REFUSED", "PROVIDER_FAILED", "PROVIDER_TIMEOUT"] as const;

/** The models of the host with their prices, its free models for everyone, and the models of users' own servers. */
export function aiRoutes({
  aiProxy,
  modelNames,
  configuration,
}: Pick<HostDomains, "aiProxy" | "modelNames" | "configuration">) {
  return new Hono<HostEnv>()
    .get(
      "/api/models",
      endpoint({
        summary: "List the models that plugins can call, with what they cost",
        answer: "PricedModels",
      }),
      async (c) => {
        const snapshot = await configuration.current();
        const { free_images_per_day } = snapshot.settings;
        return c.json({ items: listPricedModels(snapshot), free_images_per_day });
      },
    )
    .get(
      "/api/plugins/free-models",
      endpoint({
        summary: "List the models that ai-proxy takes",
        audience: "anyone",
        answer: "FreeModels",
      }),
      async (c) => c.json(await aiProxy.freeModels()),
    )
    .post(
      "/api/plugins/ai-models",
      endpoint({
        summary: "Ask a server for the names of its models; its key is neither stored nor logged",
        admit: (c) => modelNames.admit(c.var.principal.id),
        body: "ListModelNames",
        answer: "ModelNames",
        errors: [
          ...NO_ANSWER,
          "PROVIDER_UNAUTHORIZED",
          "PROVIDER_RATE_LIMITED",
          "PROVIDER_INVALID_ANSWER",
          "PROVIDER_UNREACHABLE",
        ],
      }),
      async (c) => c.json(await modelNames.list(c.req.valid("json"))),
    )
    .post(
      "/api/plugins/ai-proxy",
      endpoint({
        summary: "Ask a free model, without login: 60 requests an hour for each address",
        audience: "anyone",
        admit: (c) => aiProxy.admit(c.var.address),
        body: "AskFreeModel",
        maxBytes: CHAT_BYTES,
        answer: "FreeAnswer",
        errors: [...NO_ANSWER, "NO_FREE_MODEL", "OVERLOADED"],
      }),
      async (c) => c.json(await aiProxy.complete(c.req.valid("json"))),
    );
}
