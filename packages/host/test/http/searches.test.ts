import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpApp, type HttpApp } from "../../src/http/app.ts";
import { openTestApp, PUBLIC_URL, type TestApp } from "./test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const NOTHING = { items: [], next: null };

/** The interface, with lists of messages that end when a test says so. */
function openHeld(): {
  readonly http: HttpApp;
  readonly begun: number[];
  readonly end: () => void;
} {
  const begun: number[] = [];
  const ended = Promise.withResolvers<void>();
  const list: TestApp["options"]["messages"]["list"] = async (userId) => {
    begun.push(userId);
    await ended.promise;
    return NOTHING;
  };
  const messages = { ...app.options.messages, list };
  return { http: createHttpApp({ ...app.options, messages }), begun, end: ended.resolve };
}

test("two searches of an account run at once, twenty wait, and others are not kept waiting", async () => {
  const ann = await app.addUser("ann");
  const ben = await app.addUser("ben");
  const { http, begun, end } = openHeld();
  const get = (path: string, { token }: typeof ann): Promise<Response> =>
    http.fetch(
      new Request(new URL(path, PUBLIC_URL), { headers: { authorization: `Bearer ${token}` } }),
    );
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
