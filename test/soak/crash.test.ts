import { createSandbox } from "@botwright/sandbox";
import { afterAll, describe } from "vitest";
import { testOnPostgres } from "../crash/on-postgres.ts";
import { PLUGINS } from "../crash/plugins.ts";

const sandbox = createSandbox({ workers: 1, fetch: async () => new Response("42") });
afterAll(() => sandbox.close());

describe("on PostgreSQL, wherever the process ends", () => {
  testOnPostgres(sandbox, Object.keys(PLUGINS));
});
