import { Hono } from "hono";
import type { HostDomains } from "../host-domains.ts";
import { endpoint } from "../endpoint.ts";
import type { HostEnv } from "../host-env.ts";
import type { ReadQueue } from "../../queues/read-queues.ts";

/** The most bytes of a conversation with its settings, as JSON. */
const TRIAL_BYTES = 1024 * 1024;

/** The plugins that can be installed, and the credentials that plugins can read. */
export function libraryRoutes({
  library,
  trials,
  credentials,
  searches,
}: Pick<HostDomains, "library" | "trials" | "credentials"> & { readonly searches: ReadQueue }) {
  return new Hono<HostEnv>()
    .get(
      "/api/library",
      endpoint({
        summary: "Search the library of plugins",
        query: "LibrarySearch",
        answer: "LibraryPage",
        errors: ["SEARCHES_BUSY"],
      }),
      async (c) => {
        const query = c.req.valid("query");
        return c.json(await searches.run(c.var.principal.id, () => library.search(query)));
      },
    )
    .get(
      "/api/library/:slug",
      endpoint({
        summary: "A plugin, with what is shown before it is installed",
        answer: "LibraryPlugin",
        errors: ["PLUGIN_NOT_FOUND"],
      }),
      async (c) => c.json(await library.get(c.req.param("slug"))),
    )
    .get(
      "/api/library/:slug/versions",
      endpoint({
        summary: "The published versions of a plugin, with what each may do more or less",
        answer: "LibraryVersions",
        errors: ["PLUGIN_NOT_FOUND"],
      }),
      async (c) => c.json({ items: await library.versions(c.req.param("slug")) }),
    )
    .get(
      "/api/library/:slug/code",
      endpoint({
        summary: "The code of a published plugin, to read it or to write one's own from it",
        answer: "LibraryCode",
        errors: ["PLUGIN_NOT_FOUND", "PLUGIN_BUILTIN"],
      }),
      async (c) => c.json(await library.code(c.req.param("slug"))),
    )
    .post(
      "/api/library/:slug/trial",
      endpoint({
        summary:
          "Run a published plugin on a conversation, with nothing of mine and without network",
        admit: (c) => trials.admit(c.var.principal.id),
        body: "LibraryTrial",
        maxBytes: TRIAL_BYTES,
        answer: "TrialResult",
        errors: ["PLUGIN_NOT_FOUND", "PLUGIN_REFUSED", "PLUGIN_BUILTIN", "TRIALS_BUSY"],
      }),
      async (c) => {
        const slug = c.req.param("slug");
        const [{ code }, record] = await Promise.all([library.code(slug), library.get(slug)]);
        const request = { ...c.req.valid("json"), record, code };
        // Only the plugin's developer may see the findings.
        return c.json({ ...(await trials.run(c.var.principal.id, request)), findings: [] });
      },
    )
    .get(
      "/api/credentials",
      endpoint({ summary: "List my sets of platform credentials", answer: "CredentialsList" }),
      async (c) => c.json({ items: await credentials.list(c.var.principal.id) }),
    )
    .post(
      "/api/credentials",
      endpoint({
        summary: "Add a set of platform credentials",
        body: "AddCredentials",
        answer: "Credentials",
        status: 201,
        errors: ["CREDENTIALS_LIMIT"],
      }),
      async (c) => c.json(await credentials.add(c.var.principal.id, c.req.valid("json")), 201),
    )
    .patch(
      "/api/credentials/:set",
      endpoint({
        summary: "Rename a set, make it the default, or give it other values",
        body: "ChangeCredentials",
        answer: "Credentials",
        errors: ["CREDENTIALS_NOT_FOUND"],
      }),
      async (c) =>
        c.json(
          await credentials.change(c.var.principal.id, c.req.param("set"), c.req.valid("json")),
        ),
    )
    .delete(
      "/api/credentials/:set",
      endpoint({
        summary: "Delete a set of credentials",
        answer: null,
        errors: ["CREDENTIALS_NOT_FOUND"],
      }),
      async (c) => {
        await credentials.remove(c.var.principal.id, c.req.param("set"));
        return c.body(null, 204);
      },
    );
}
