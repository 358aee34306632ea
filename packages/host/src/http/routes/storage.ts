import { Hono } from "hono";
import type { HostDomains } from "../host-domains.ts";
import { endpoint } from "../endpoint.ts";
import type { HostEnv } from "../host-env.ts";
import { pageOf } from "../page.ts";
import { pathId } from "../read-input.ts";
import type { ReadQueue } from "../../queues/read-queues.ts";

/** The most bytes of a body: a value of 1 MiB as JSON text, escaped in the JSON of the body. */
const maxBytes = 3 * 1024 * 1024;

const WRITE_ERRORS = [
  "STORAGE_INVALID_KEY",
  "STORAGE_INVALID_VALUE",
  "STORAGE_VALUE_TOO_LARGE",
  "STORAGE_QUOTA_EXCEEDED",
];

/** Values that plugins of an account have stored. URLs name a value by its id, because keys may have any character. */
export function storageRoutes({
  accountStorage,
  searches,
}: Pick<HostDomains, "accountStorage"> & { readonly searches: ReadQueue }) {
  return new Hono<HostEnv>()
    .get(
      "/api/storage",
      endpoint({ summary: "Show how much each plugin stores", answer: "StorageOverview" }),
      async (c) => c.json(await accountStorage.overview(c.var.principal.id)),
    )
    .delete(
      "/api/storage",
      endpoint({
        summary: "Delete everything that a plugin has stored",
        query: "StorageOfPlugin",
        answer: null,
      }),
      async (c) => {
        await accountStorage.clear(c.var.principal.id, c.req.valid("query").plugin);
        return c.body(null, 204);
      },
    )
    .get(
      "/api/storage/values",
      endpoint({
        summary: "List what a plugin has stored, the newest keys first",
        query: "StorageListing",
        answer: "StorageItems",
        errors: ["SEARCHES_BUSY"],
      }),
      async (c) => {
        const { plugin, limit = 50, ...rest } = c.req.valid("query");
        const listing = { ...rest, plugin_slug: plugin, limit: limit + 1 };
        const { id } = c.var.principal;
        const list = () => accountStorage.list(id, listing);
        const isSearch = listing.text !== undefined;
        return c.json(pageOf(await (isSearch ? searches.run(id, list) : list()), limit));
      },
    )
    .post(
      "/api/storage/values",
      endpoint({
        summary: "Store a value for a plugin, under a key that it does not have",
        body: "NewStorageValue",
        maxBytes,
        answer: "StorageRecord",
        status: 201,
        errors: [...WRITE_ERRORS, "STORAGE_KEY_TAKEN"],
      }),
      async (c) => c.json(await accountStorage.add(c.var.principal.id, c.req.valid("json")), 201),
    )
    .get(
      "/api/storage/values/:id",
      endpoint({
        summary: "Show a stored value",
        answer: "StorageRecord",
        errors: ["STORAGE_VALUE_NOT_FOUND"],
      }),
      async (c) => c.json(await accountStorage.get(c.var.principal.id, pathId(c))),
    )
    .put(
      "/api/storage/values/:id",
      endpoint({
        summary: "Change a stored value, unless a plugin has changed it since it was read",
        body: "StorageChange",
        maxBytes,
        answer: "StorageRecord",
        errors: [...WRITE_ERRORS, "STORAGE_VALUE_NOT_FOUND", "STORAGE_VALUE_CHANGED"],
      }),
      async (c) =>
        c.json(await accountStorage.change(c.var.principal.id, pathId(c), c.req.valid("json"))),
    )
    .delete(
      "/api/storage/values/:id",
      endpoint({
        summary: "Delete a stored value",
        answer: null,
        errors: ["STORAGE_VALUE_NOT_FOUND"],
      }),
      async (c) => {
        await accountStorage.remove(c.var.principal.id, pathId(c));
        return c.body(null, 204);
      },
    );
}
