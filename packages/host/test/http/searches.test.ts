import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpApp, type HttpApp } from "../../src/http/app.ts";
import { type Client, openTestApp, PUBLIC_URL, type TestApp } from "./test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const NOTHING = { items: [], next: null };

/** The interface, with lists, traces and records of messages that end when a test says so. */
function openHeld() {
  const begun: number[] = [];
  const ended = Promise.withResolvers<void>();
  const { messages } = app.options;
  const hold = async (userId: number): Promise<void> => {
    begun.push(userId);
    await ended.promise;
  };
  const held: Partial<typeof messages> = {
    async list(userId) {
      await hold(userId);
      return NOTHING;
    },
    async trace(userId, id) {
      await hold(userId);
      return messages.trace(userId, id);
    },
    async record(userId) {
      await hold(userId);
      return "{}";
    },
  };
  const http = createHttpApp({ ...app.options, messages: { ...messages, ...held } });
  return { get: getFrom(http), begun, end: ended.resolve };
}

function getFrom(http: HttpApp) {
  return (path: string, { token }: Client): Promise<Response> =>
    http.fetch(
      new Request(new URL(path, PUBLIC_URL), { headers: { authorization: `Bearer ${token}` } }),
    );
}

test("two searches of an account run at once, twenty wait, and others are not kept waiting", async () => {
  const ann = await app.addUser("ann");
  const ben = await app.addUser("ben");
  const { get, begun, end } = openHeld();
  const paths = ["/api/messages?text=x", "/api/messages?plugin=echo"];
  const searches = Array.from({ length: 23 }, (_, n) => get(paths[n % 2] ?? "", ann));
  const refused = await Promise.race(searches);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: "SEARCHES_BUSY" });
  expect(refused.headers.get("retry-after")).toBe("30");
  expect((await get("/api/storage/values?plugin=echo&text=x", ann)).status).toBe(429);
  expect((await get("/api/library?text=x", ann)).status).toBe(429);
  expect(begun).toEqual([ann.id, ann.id]);

  const others = [get("/api/messages?text=x", ben), get("/api/messages", ann)];
  await expect
    .poll(() => begun.toSorted((one, two) => one - two))
    .toEqual([ann.id, ann.id, ann.id, ben.id]);
  end();
  const statuses = (await Promise.all([...searches, ...others])).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(24);
  expect((await get("/api/library?text=x", ann)).status).toBe(200);
});

test("one trace or record of an account is read at once, two of all accounts, and twenty wait", async () => {
  const cat = await app.addUser("cat");
  const dan = await app.addUser("dan");
  const eve = await app.addUser("eve");
  const { get, begun, end } = openHeld();
  const paths = ["/api/messages/1/trace", "/api/messages/1/record?plugin=echo"];
  const reads = Array.from({ length: 22 }, (_, n) => get(paths[n % 2] ?? "", cat));
  const refused = await Promise.race(reads);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: "SEARCHES_BUSY" });
  expect(begun).toEqual([cat.id]);

  const other = get("/api/messages/1/trace", dan);
  await expect.poll(() => begun).toEqual([cat.id, dan.id]);
  const third = get("/api/messages/1/trace", eve);
  // Lists do not wait for traces.
  const list = get("/api/messages", eve);
  await expect.poll(() => begun).toEqual([cat.id, dan.id, eve.id]);
  end();
  expect((await list).status).toBe(200);
  expect((await other).status).toBe(404);
  expect((await third).status).toBe(404);
  const statuses = (await Promise.all(reads)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect(begun.filter((userId) => userId === cat.id)).toHaveLength(21);
});

test("a large record is encoded and sent in pieces", async () => {
  const fay = await app.addUser("fay");
  const text = JSON.stringify({ text: "é".repeat(1_000_000) });
  const messages = { ...app.options.messages, record: async () => text };
  const get = getFrom(createHttpApp({ ...app.options, messages }));
  const { body, headers } = await get("/api/messages/1/record?plugin=echo", fay);
  expect(headers.get("content-type")).toBe("application/json");
  const pieces: Uint8Array[] = [];
  for await (const piece of body ?? []) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe(text);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000);
});
