import type { CannedAnswers } from "@botwright/playground";
import { describe, expect, test } from "vitest";
import { openPage } from "./open-page.ts";
import { createToolHost } from "./tool-host.ts";

const invalid = (words: string): object => ({
  status: 400,
  body: { code: "INVALID_INPUT", error: expect.stringContaining(words) },
});

test("storage is listed, changed and removed; the page shows what the host refuses", async () => {
  const { tools, stored } = createToolHost();
  const { json, post } = await openPage({ tools });
  expect(await json("/tools/storage")).toEqual([
    { plugin: "poll", entries: [{ key: "votes", value: 3 }] },
  ]);
  const set = (body: unknown) => post("/tools/storage/set", JSON.stringify(body));
  expect(await set({ plugin: "poll", key: "list", value: ["a", { b: null }] })).toMatchObject({
    status: 200,
  });
  await post("/tools/storage/delete", JSON.stringify({ plugin: "poll", key: "votes" }));
  expect([...stored]).toEqual([["list", ["a", { b: null }]]]);
  expect(await set({ plugin: "poll", key: "", value: 1 })).toMatchObject(
    invalid("a key is a text"),
  );
  expect(await set({ plugin: "poll", key: 1, value: 1 })).toMatchObject(invalid("key"));
  expect(await set({ plugin: "poll", key: "a" })).toMatchObject(invalid("value"));
  expect(await post("/tools/storage/set", "{")).toMatchObject(invalid("JSON"));
  const large = await set({ plugin: "poll", key: "a", value: "x".repeat(9 * 1024 * 1024) });
  expect(large).toMatchObject({ status: 413, body: { code: "TOO_LARGE" } });
});

describe("settings", () => {
  test("are shown by their fields, passwords only as set", async () => {
    const { json } = await openPage({ tools: createToolHost().tools });
    const shown = await json("/tools/settings");
    expect(shown).toMatchObject([
      {
        plugin: "poll",
        values: { name: "ann", days: null },
        passwords: ["key"],
        changed: ["name"],
      },
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/s3cret|d3fault/);
  });

  test("are changed in the types of their fields, and taken back", async () => {
    const { tools, changes } = createToolHost();
    const { post } = await openPage({ tools });
    const change = (values: unknown, plugin = "poll") =>
      post("/tools/settings/change", JSON.stringify({ plugin, values }));
    const values = { name: "ben", key: "new", days: 1.5, isLoud: true, note: "a\nb", tone: "low" };
    expect(await change(values)).toMatchObject({ status: 200 });
    expect(await change({ name: null })).toMatchObject({ status: 200 });
    expect(changes).toEqual([
      ["poll", values],
      ["poll", { name: undefined }],
    ]);
    for (const [wrong, words] of [
      [{ days: "2" }, "days must be a number"],
      [{ isLoud: "yes" }, "isLoud must be true or false"],
      [{ tone: "high" }, "tone must be one of its options: low"],
      [{ name: 1 }, "name must be a text"],
      [{ nmae: "x" }, 'no setting "nmae"'],
      [{ name: ["x"] }, "name"],
    ] as const) {
      expect(await change(wrong)).toMatchObject(invalid(words));
    }
    expect(await change({}, "other")).toMatchObject({ status: 404 });
    expect(changes).toHaveLength(2);
  });
});

test("answers are written as a whole, and only if every entry is one", async () => {
  const { json, post } = await openPage({ tools: createToolHost().tools });
  const answers: CannedAnswers = {
    models: [{ model: "*", contains: "", text: "yes", fails: false }],
    search: [{ query: "*", hits: [{ title: "a", url: "https://a", snippet: "" }] }],
    fetch: [{ route: "https://a/*", status: 200, body: "{}" }],
  };
  await post("/tools/answers/write", JSON.stringify(answers));
  expect(await json("/tools/answers")).toEqual(answers);
  const wrong = { ...answers, fetch: [{ route: "https://a/*", status: 99, body: "" }] };
  expect(await post("/tools/answers/write", JSON.stringify(wrong))).toMatchObject(
    invalid("status"),
  );
  expect(await json("/tools/answers")).toEqual(answers);
});

test("the clock is shown, moved, set and taken back", async () => {
  const { json, post } = await openPage({ tools: createToolHost().tools });
  expect(await json("/tools/clock")).toEqual({ now: 1_000_000, offset: 0 });
  const advanced = await post("/tools/clock/advance", '{"ms":60000}');
  expect(advanced).toMatchObject({ body: { now: 1_060_000, offset: 60_000 } });
  expect(await post("/tools/clock/set", '{"now":5000}')).toMatchObject({ body: { now: 5000 } });
  expect(await post("/tools/clock/set", '{"now":null}')).toMatchObject({ body: { offset: 0 } });
  for (const ms of ["-1", "1e300", '"1"']) {
    expect(await post("/tools/clock/advance", `{"ms":${ms}}`)).toMatchObject(invalid("ms"));
  }
});

test("a run is saved, a conversation written as a test; the page says what the host no longer has", async () => {
  const { post } = await openPage({ tools: createToolHost().tools });
  const save = (messageId: string, platform = "telegram") =>
    post("/tools/records/save", JSON.stringify({ platform, messageId, plugin: "poll" }));
  expect(await save("7")).toMatchObject({ body: { file: "telegram-poll.json" } });
  expect(await save("8")).toMatchObject({ status: 404, body: { code: "NOT_KEPT" } });
  expect(await save("7", "irc")).toMatchObject({ body: { code: "UNKNOWN_PLATFORM" } });
  const write = (platform: string) => post("/tools/records/test", JSON.stringify({ platform }));
  expect(await write("telegram")).toMatchObject({ body: { code: "test();" } });
  expect(await write("dingtalk")).toMatchObject({ status: 404, body: { code: "EMPTY_CHAT" } });
});

test("a page offers the tools that its host has, and no others; other sites get none", async () => {
  const { clock } = createToolHost().tools;
  const { call, get, page } = await openPage({ tools: { ...(clock && { clock }) } });
  expect((await get("/tools/clock")).status).toBe(200);
  expect(page.fetch(new Request("http://127.0.0.1/tools/storage"))).toBeUndefined();
  const headers = { "sec-fetch-site": "cross-site" };
  const init = { method: "POST", body: '{"ms":1}', headers };
  expect(await call("/tools/clock/advance", init)).toMatchObject({
    status: 403,
    body: { code: "CROSS_SITE" },
  });
  expect((await get("/tools/clock/advance")).status).toBe(405);
});
