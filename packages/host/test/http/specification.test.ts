import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approveOverHttp } from "../approve-waiting.ts";
import { OPERATIONS } from "./document.ts";
import { type Client, openTestApp, type TestApp } from "./test-app.ts";

const SUBMIT = "/api/plugins/submit";
const code = `export async function handler() { return { handled: false }; }`;

let app: TestApp;
let developer: Client;
let user: Client;
beforeAll(async () => {
  app = await openTestApp();
  developer = await app.addUser("developer");
  user = await app.addUser("user");
});
afterAll(() => app[Symbol.asyncDispose]());

async function read(answering: Response | Promise<Response>) {
  const answer = await answering;
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

const submit = (slug: string, more: object = {}) =>
  read(developer.send("POST", SUBMIT, { slug, name: slug, code, ...more }));

/** Submits and approves a plugin. */
async function publish(slug: string, more: object = {}): Promise<number> {
  const { body } = await submit(slug, more);
  await approveOverHttp(app.admin, body.id);
  return body.id;
}

const change = (id: number, fields: object) =>
  read(developer.send("PUT", `/api/plugins/my/${id}`, fields));

const inLibrary = (slug: string) => read(user.send("GET", `/api/library/${slug}`));

// spec: http.submit, http.change, http.mine, http.free-models, http.ai-models, http.ai-proxy
// spec: http.trigger-conflicts, http.search-stats, http.search-logs, http.openapi, http.review-paths
// spec: http.ban-paths, auth.login, auth.admin, auth.open
test("the specification's endpoints exist, each with its audience", () => {
  const audiences = new Map(OPERATIONS.map(({ title, audience }) => [title, audience]));
  expect(Object.fromEntries(audiences)).toMatchObject({
    "POST /api/plugins/submit": "user",
    "PUT /api/plugins/my/{id}": "user",
    "GET /api/plugins/my": "user",
    "GET /api/plugins/free-models": "anyone",
    "POST /api/plugins/ai-models": "user",
    "POST /api/plugins/ai-proxy": "anyone",
    "GET /api/admin/trigger-conflicts": "admin",
    "GET /api/admin/search/stats": "admin",
    "GET /api/admin/search/logs": "admin",
    "GET /api/admin/plugins/queue": "admin",
    "POST /api/admin/plugins/{id}/approve": "admin",
    "POST /api/admin/plugins/{id}/reject": "admin",
    "POST /api/admin/plugins/{id}/take-down": "admin",
    "POST /api/admin/users/{id}/ban": "admin",
    "POST /api/admin/users/{id}/unban": "admin",
    "GET /openapi.json": "anyone",
  });
});

describe("a submission", () => {
  // spec: submission.categories, submission.fields, meta.categories
  test.each(["message", "utility", "fun", "game", "content", "command", "scheduled"])(
    "of the category %s has all its fields in the library",
    async (category) => {
      const fields = {
        description: "Rolls dice",
        icon: "🎲",
        category,
        version: "2.1.0",
        config_schema: [{ key: "sides", label: "Sides", type: "number", default: 6 }],
        triggers: ["roll"],
        readme: "# Dice",
        repository_url: "https://example.com/dice",
      };
      await publish(`dice-${category}`, fields);
      expect((await inLibrary(`dice-${category}`)).body).toMatchObject(fields);
    },
  );

  // spec: submission.required, submission.icon, submission.version
  test("needs no more than slug, name and code; the rest has its defaults", async () => {
    await publish("plain");
    expect((await inLibrary("plain")).body).toMatchObject({ icon: "🔌", version: "1.0.0" });
    const given: Record<string, string> = { slug: "plain-2", name: "Plain", code };
    for (const field of Object.keys(given)) {
      const { [field]: _, ...rest } = given;
      expect(await read(developer.send("POST", SUBMIT, rest))).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining(field) },
      });
    }
  });

  // spec: http-error.unknown-field
  test("may have fields that are not known", async () => {
    expect(await submit("with-more", { stars: 5 })).toMatchObject({ status: 201 });
  });

  // spec: submission.slug, submission.slug-unique
  test("has a slug of lowercase letters, digits and hyphens, which is its own", async () => {
    for (const slug of ["Dice", "di ce", "di_ce", "dice!", "würfel", "d", "d".repeat(65)]) {
      expect(await submit(slug)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining("slug") },
      });
    }
    expect(await submit("a-1")).toMatchObject({ status: 201, body: { slug: "a-1" } });
    const taken = await read(user.send("POST", SUBMIT, { slug: "a-1", name: "Mine", code }));
    expect(taken).toMatchObject({ status: 409, body: { code: "SLUG_TAKEN" } });
  });
});

describe("a plugin", () => {
  // spec: publication.pending, publication.hidden, publication.approve, publication.queue, submission.id, http.mine
  test("waits for a review, and then every user can see it", async () => {
    const { body } = await submit("waiting");
    expect(body).toMatchObject({ id: expect.any(Number), status: "pending" });
    expect((await inLibrary("waiting")).status).toBe(404);
    const searched = await read(user.send("GET", "/api/library?text=waiting"));
    expect(searched.body.items).toEqual([]);
    const queue = await read(app.admin.send("GET", "/api/admin/plugins/queue"));
    expect(queue.body.items).toContainEqual(expect.objectContaining({ id: body.id }));
    const mine = await read(developer.send("GET", "/api/plugins/my"));
    expect(mine.body).toContainEqual(expect.objectContaining({ id: body.id, status: "pending" }));
    await approveOverHttp(app.admin, body.id);
    expect((await inLibrary("waiting")).status).toBe(200);
    const published = await read(developer.send("GET", "/api/plugins/my"));
    expect(published.body).toContainEqual(
      expect.objectContaining({ id: body.id, status: "published" }),
    );
  });

  // spec: publication.words-only, http.change
  test.each([
    ["description", "other words"],
    ["icon", "🎯"],
    ["readme", "# Other"],
    ["repository_url", "https://example.com/other"],
  ])("stays published when its %s becomes %j", async (field, value) => {
    const slug = `with-${field.replace("_", "-")}`;
    const changed = await change(await publish(slug), { [field]: value });
    expect(changed).toMatchObject({ status: 200, body: { status: "published" } });
    expect((await inLibrary(slug)).body[field]).toBe(value);
  });

  // spec: publication.code-or-version, publication.old-version, http.change
  test.each([
    ["code", `${code} // changed`],
    ["version", "1.0.1"],
  ])(
    "is reviewed again when its %s changes, and the former version stays",
    async (field, value) => {
      const slug = `with-${field}`;
      const id = await publish(slug);
      const { sha256, version } = (await inLibrary(slug)).body;
      const changed = await change(id, { [field]: value });
      expect(changed).toMatchObject({ status: 200, body: { status: "pending" } });
      expect((await inLibrary(slug)).body).toMatchObject({ sha256, version });
    },
  );

  // spec: publication.take-down, publication.ban
  test("that is taken down leaves the library, and its developer is banned", async () => {
    const eve = await app.addUser("eve");
    const { body } = await read(eve.send("POST", SUBMIT, { slug: "evil", name: "Evil", code }));
    await approveOverHttp(app.admin, body.id);
    const reason = { reason: "it sends messages away" };
    const down = await app.admin.send("POST", `/api/admin/plugins/${body.id}/take-down`, reason);
    expect(await read(down)).toMatchObject({ status: 200, body: { status: "taken_down" } });
    expect((await inLibrary("evil")).status).toBe(404);
    expect((await eve.send("GET", "/api/plugins/my")).status).toBe(401);
    const login = { email: eve.email, password: "correct horse" };
    const refused = await read(app.anyone.send("POST", "/api/auth/sign-in/email", login));
    expect(refused).toMatchObject({ status: 403, body: { code: "BANNED" } });
  });
});
