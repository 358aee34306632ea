import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpApp } from "../../src/http/app.ts";
import { describeRoutes } from "../../src/http/openapi.ts";
import { OPERATIONS, type Operation, resolve, wrongValues } from "./document.ts";
import { adminRows } from "./rows/admin.ts";
import { aiRows } from "./rows/ai.ts";
import { accountRows } from "./rows/account.ts";
import { creditRows } from "./rows/credits.ts";
import { authRows } from "./rows/auth.ts";
import { messageRows } from "./rows/messages.ts";
import { botRows } from "./rows/bots.ts";
import { libraryRows } from "./rows/library.ts";
import { pluginRows } from "./rows/plugins.ts";
import { servicesRows } from "./rows/services.ts";
import { storageRows } from "./rows/storage.ts";
import type { GoodRequest, Rows, World } from "./rows/row.ts";
import { updateRows } from "./rows/updates.ts";
import { type Client, openTestApp, PUBLIC_URL, type TestApp } from "./test-app.ts";

/** Every endpoint of the document, with a request that succeeds. */
const ROWS: Rows = {
  "GET /openapi.json": {},
  ...authRows,
  ...pluginRows,
  ...adminRows,
  ...messageRows,
  ...updateRows,
  ...botRows,
  ...libraryRows,
  ...aiRows,
  ...servicesRows,
  ...creditRows,
  ...storageRows,
  ...accountRows,
};

let app: TestApp;
let world: World;
let banned: Client;
beforeAll(async () => {
  app = await openTestApp();
  world = { app, owner: await app.addUser("owner"), other: await app.addUser("other") };
  banned = await app.addUser("banned");
  await app.admin.send("POST", `/api/admin/users/${banned.id}/ban`, { reason: "spam" });
});
afterAll(() => app[Symbol.asyncDispose]());

/** What is changed in a good request. */
interface Change extends GoodRequest {
  readonly raw?: string;
  readonly headers?: Record<string, string>;
}

/** A good request. */
interface Prepared {
  readonly body: GoodRequest["body"];
  readonly send: (change?: Change) => Promise<Response>;
}

/** Makes a request that succeeds, to be sent with one thing changed. */
async function prepare({ title, method, path, audience }: Operation): Promise<Prepared> {
  const good: GoodRequest = (await ROWS[title]?.prepare?.(world)) ?? {};
  const { client = audience === "admin" ? app.admin : world.owner, body, query } = good;
  return {
    body,
    send: (change = {}) => {
      const values = { ...good.path, ...change.path };
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key]));
      const search = change.query ?? query;
      const address = search === undefined ? filled : `${filled}?${search}`;
      const sent = change.raw ?? change.body ?? body;
      return (change.client ?? client).send(method, address, sent, change.headers);
    },
  };
}

const guarded = OPERATIONS.filter(({ audience }) => audience !== "anyone");
const withPath = OPERATIONS.filter(({ pathParameters }) => pathParameters.length > 0);
const withBody = OPERATIONS.filter(({ body }) => body !== undefined);

test("every endpoint of the document stands in the table, and the other way round", () => {
  const titles = OPERATIONS.map(({ title }) => title);
  expect(Object.keys(ROWS).toSorted()).toEqual(titles.toSorted());
});

const titleOf = ({ method, path }: Pick<Operation, "method" | "path">) => `${method} ${path}`;

test("what is not in the document is known, so that no endpoint is left out of it", () => {
  const { app: hono } = app.http;
  const described = new Set(describeRoutes(hono).map(titleOf));
  const others = hono.routes.map(titleOf).filter((title) => !described.has(title));
  expect([...new Set(others)].toSorted()).toEqual([
    "ALL /*",
    "ALL /callbacks/:bot_id/*",
    "GET /api",
    "GET /api/page.css",
    "GET /healthz",
    "GET /metrics",
    "GET /readyz",
  ]);
});

test("the document has the parameters of every query", () => {
  const asking = describeRoutes(app.http.app).filter(({ description }) => description.query);
  const titles = asking.map(
    ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`,
  );
  const without = OPERATIONS.filter(({ queries }) => queries.length === 0);
  expect(titles.length).toBeGreaterThan(10);
  expect(without.map(({ title }) => title).filter((title) => titles.includes(title))).toEqual([]);
});

// spec: http.openapi, http.trigger-conflicts, http.search-stats, http.search-logs, http.mine
test.each(OPERATIONS)("$title answers as the document says", async (operation) => {
  const answer = await (await prepare(operation)).send();
  const fails = ROWS[operation.title]?.fails;
  const type = answer.headers.get("content-type") ?? undefined;
  const isJson = fails !== undefined || operation.type === "application/json";
  // A stream of events does not end by itself.
  if (!isJson) await answer.body?.cancel();
  const text = isJson ? await answer.text() : "";
  expect({ status: answer.status, text }).toEqual({ status: fails ?? operation.status, text });
  expect(type?.split(";")[0]).toBe(fails === undefined ? operation.type : "application/json");
  expect(isJson ? operation.check(answer.status, JSON.parse(text)) : "").toBe("");
});

test.each(OPERATIONS)("$title refuses another method", async ({ path, method, wrongMethods }) => {
  const address = path.replaceAll(/\{\w+\}/g, "1");
  const answer = await app.admin.send(wrongMethods[0] ?? "TRACE", address);
  await expectError(answer, 405, "METHOD_NOT_ALLOWED");
  expect(answer.headers.get("allow")).toContain(method);
});

// spec: http-error.too-many, http-error.form
test.each(OPERATIONS)("$title is refused to those who ask too often", async ({ path, method }) => {
  const busy = createHttpApp({ ...app.options, requests: { limit: 0, windowMs: 60_000 } });
  const request = new Request(new URL(path.replaceAll(/\{\w+\}/g, "1"), PUBLIC_URL), { method });
  const answer = await busy.fetch(request);
  await expectError(answer, 429, "TOO_MANY_REQUESTS");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
});

// spec: auth.login, http-error.not-logged-in
test.each(guarded)("$title wants a login", async (operation) => {
  const { send } = await prepare(operation);
  await expectError(await send({ client: app.anyone }), 401, "NOT_LOGGED_IN");
  const headers = { authorization: "Bearer made.up" };
  await expectError(await send({ client: app.anyone, headers }), 401, "NOT_LOGGED_IN");
});

// spec: http-error.banned
test.each(guarded)("$title is closed to the banned", async (operation) => {
  const answer = await (await prepare(operation)).send({ client: banned });
  expect([401, 403]).toContain(answer.status);
});

// spec: auth.admin, http-error.not-allowed
test.each(guarded.filter(({ audience }) => audience === "admin"))(
  "$title is closed to users",
  async (operation) => {
    const answer = await (await prepare(operation)).send({ client: world.other });
    await expectError(answer, 403, "NOT_ALLOWED");
  },
);

// spec: http-error.not-found
test.each(withPath)("$title knows nothing of what is not there", async (operation) => {
  const { send } = await prepare(operation);
  for (const key of operation.ids) {
    for (const value of ["0", "x", "-1", "1e3", "999999999999", "99999999999999999999"]) {
      const answer = await send({ path: { [key]: value } });
      expect([key, value, answer.status]).toEqual([key, value, 404]);
    }
  }
  for (const key of operation.pathParameters) {
    for (const value of ["%", "%zz", "%00", "%ed%a0%80"]) {
      await expectError(await send({ path: { [key]: value } }), 400, "INVALID_ADDRESS");
    }
  }
});

// spec: http-error.not-found, publication.own-only
test.each(
  withPath.filter(
    ({ title, audience }) => audience === "user" && ROWS[title]?.others !== "the same",
  ),
)("$title hides the owner's object from other users", async (operation) => {
  const { send } = await prepare(operation);
  const hidden = await send({ client: world.other });
  const [key = ""] = operation.pathParameters;
  const absent = await send({ client: world.other, path: { [key]: 999_999_999_999 } });
  expect(hidden.status).toBe(404);
  expect(await hidden.text()).toBe(await absent.text());
});

test.each(OPERATIONS.filter(({ queries }) => queries.length > 0))(
  "$title refuses wrong parameters",
  async (operation) => {
    const { send } = await prepare(operation);
    for (const { name, schema } of operation.queries) {
      const isNumber = schema.type === "integer" || schema.type === "number";
      // The last but one is an integer beyond those of the database, and of JavaScript.
      const wrong = ["x", "1.5", "-1", "9999999999999999999", "1e99"];
      for (const value of isNumber ? wrong : []) {
        await expectError(await send({ query: `${name}=${value}` }), 400, "INVALID_INPUT", name);
      }
      await expectError(await send({ query: `${name}=%00` }), 400, "INVALID_TEXT");
      await expectError(await send({ query: `${name}=%` }), 400, "INVALID_ADDRESS");
    }
  },
);

// spec: http-error.malformed, http-error.too-large, http-error.form
test.each(withBody)("$title refuses what is no JSON object, and too much", async (operation) => {
  const { send, body } = await prepare(operation);
  for (const raw of ["{", "nonsense", '{"a":}', "\uFEFF{}x"]) {
    await expectError(await send({ raw }), 400, "INVALID_JSON");
  }
  for (const raw of ["null", "[]", "1", '"text"', "true"]) {
    await expectError(await send({ raw }), 400, "INVALID_INPUT");
  }
  const raw = JSON.stringify(body);
  const headers = { "content-type": "text/plain" };
  await expectError(await send({ raw, headers }), 400, "INVALID_JSON");
  await expectError(await send({ raw: `${" ".repeat(4_000_000)}${raw}` }), 413, "TOO_LARGE");
  const deep = `${'{"a":'.repeat(1000)}1${"}".repeat(1000)}`;
  await expectError(await send({ raw: deep }), 400, "INVALID_JSON");
  const many = `{"a":[${"{},".repeat(10_000)}{}]}`;
  await expectError(await send({ raw: many }), 400, "INVALID_JSON", "10000 items");
});

// spec: http-error.missing, http-error.wrong-type
test.each(withBody)("$title names the field that is missing or wrong", async (operation) => {
  const { send, body = {} } = await prepare(operation);
  const { required = [], properties = {} } = operation.body ?? {};
  for (const key of required) {
    const rest = Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));
    await expectError(await send({ body: rest }), 400, "INVALID_INPUT", key);
  }
  for (const [key, schema] of Object.entries(properties)) {
    for (const value of wrongValues(schema)) {
      const answer = await send({ body: { ...body, [key]: value } });
      await expectError(answer, 400, "INVALID_INPUT", key);
    }
    for (const value of resolve(schema).type === "string" ? ["a\0b", "\uD800"] : []) {
      await expectError(await send({ body: { ...body, [key]: value } }), 400, "INVALID_TEXT");
    }
  }
});

async function expectError(
  answer: Response,
  status: number,
  code: string,
  named = "",
): Promise<void> {
  const body: unknown = JSON.parse(await answer.text());
  expect({ status: answer.status, body }).toEqual({
    status,
    body: expect.objectContaining({ error: expect.stringContaining(named), code }),
  });
  expect(answer.headers.get("x-request-id")).toMatch(/^[\w-]+$/);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'self'");
}
