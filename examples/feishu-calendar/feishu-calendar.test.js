import { createHarness, playConversation } from "@botwright/harness";
import { expect, test } from "vitest";
import { readChats } from "../readme-chats.js";
import { createCalendarService, CREDENTIALS } from "./calendar-service.js";
import "@botwright/harness/vitest";

const plugin = new URL("feishu-calendar.js", import.meta.url);
const credentials = { feishu: CREDENTIALS };

/** An hour of the 5th, in UTC. */
function at(hour) {
  return { timestamp: String(Date.UTC(2026, 0, 5, hour) / 1000) };
}

test("the conversation of the README", async () => {
  const { routes } = createCalendarService();
  await using h = await createHarness(plugin, { credentials, fetch: routes });
  await playConversation(h, await readChats(new URL("README.md", import.meta.url)));
});

test("an event goes into the application's own calendar, in seconds", async () => {
  const { routes, requests } = createCalendarService();
  await using h = await createHarness(plugin, { credentials, fetch: routes });
  const turn = await h.user().says("event tomorrow 15:00-16:30 Review");
  expect(turn.typings).toBe(1);
  expect(requests).toEqual([
    { path: "/open-apis/calendar/v4/calendars/primary", body: {} },
    {
      path: "/open-apis/calendar/v4/calendars/feishu.cn_own%40group.calendar.feishu.cn/events",
      body: {
        summary: "Review",
        start_time: { timestamp: String(Date.UTC(2026, 0, 6, 7) / 1000) },
        end_time: { timestamp: String(Date.UTC(2026, 0, 6, 8, 30) / 1000) },
      },
    },
  ]);
});

test("who writes from Feishu is invited", async () => {
  const { routes, requests } = createCalendarService();
  await using h = await createHarness(plugin, { platform: "feishu", credentials, fetch: routes });
  const { replies } = await h.user("ou_ann").says("新建日程 明天15:00 评审");
  expect(replies).toEqual(["📅 2026-01-06 15:00 评审\n已邀请你参加。"]);
  expect(requests.at(-1)).toEqual({
    path: expect.stringMatching(/\/events\/event-1_0\/attendees$/),
    body: { attendees: [{ type: "user", user_id: "ou_ann" }] },
  });
});

test("an invitation that fails does not lose the event", async () => {
  const { routes, events } = createCalendarService();
  const forbidden = Response.json({ code: 191004, msg: "invalid user" }, { status: 400 });
  await using h = await createHarness(plugin, {
    platform: "feishu",
    credentials,
    fetch: { "*/attendees?*": forbidden, ...routes },
  });
  const turn = await h.user("ou_ann").says("event tomorrow 15:00 Review");
  expect(turn.replies).toEqual(["📅 2026-01-06 15:00 Review"]);
  expect(turn.logs).toMatchObject([{ level: "warn", text: expect.stringContaining("191004") }]);
  expect(events).toHaveLength(1);
});

test("cancelled events are left out, and those of a whole day come first", async () => {
  const { routes, events } = createCalendarService();
  events.push(
    { summary: "Lunch", start_time: at(4), end_time: at(5), status: "confirmed" },
    { summary: "Call", start_time: at(3), end_time: at(4), status: "cancelled" },
    { summary: "Fair", start_time: { date: "2026-01-05" }, end_time: { date: "2026-01-06" } },
  );
  await using h = await createHarness(plugin, { credentials, fetch: routes });
  const { replies } = await h.user().says("日程");
  expect(replies).toEqual(["2026-01-05 日程：\n全天 Fair\n12:00–13:00 Lunch"]);
});

test("another calendar, and Lark", async () => {
  const { routes, requests } = createCalendarService({
    api: "https://open.larksuite.com/open-apis",
  });
  await using h = await createHarness(plugin, {
    credentials,
    fetch: routes,
    config: { service: "lark", calendar_id: "team" },
  });
  expect(await h.user().says("agenda 2026-02-01")).toHaveReplied("Nothing on 2026-02-01.");
  expect(requests.map(({ path }) => path)).toEqual([
    "/open-apis/calendar/v4/calendars/team/events/instance_view",
  ]);
});

test("without credentials it says what to do", async () => {
  await using h = await createHarness(plugin);
  expect(await h.user().says("agenda")).toHaveReplied(/^Feishu is not set up/);
});

test("wrong credentials, and no word of them in the log", async () => {
  const { routes } = createCalendarService();
  const wrong = { feishu: { app_id: "cli_example", app_secret: "not-the-secret" } };
  await using h = await createHarness(plugin, { credentials: wrong, fetch: routes });
  const turn = await h.user().says("日程");
  expect(turn).toHaveReplied(/^飞书拒绝了这个应用/);
  const logged = JSON.stringify(turn.logs);
  expect(logged).toContain("10014");
  expect(logged).not.toContain("not-the-secret");
});

test.each([
  [
    "lacks a permission",
    { code: 99991672, msg: "Access denied." },
    /grant it calendar permissions/,
  ],
  ["is too busy", { code: 99991400, msg: "request trigger frequency limit" }, /try again later/],
  ["answers with a page", "<html>", /try again later/],
  ["cannot be reached", new TypeError("fetch failed"), /try again later/],
  ["never answers", async (_request, wait) => (await wait(60_000), {}), /try again later/],
])("the calendar %s", async (_what, answer, expected) => {
  const { routes } = createCalendarService();
  await using h = await createHarness(plugin, {
    credentials,
    fetch: { "*/calendar/*": answer, ...routes },
  });
  expect(await h.user().says("agenda")).toHaveReplied(expected);
});

test.each([
  "event",
  "event tomorrow Review",
  "event 15:00",
  "event 25:00 Review",
  "event 15:00-14:00 Review",
  "event 2026-99-99 15:00 Review",
  `event 15:00 ${"x".repeat(201)}`,
])("bad input: %s", async (text) => {
  await using h = await createHarness(plugin, { credentials });
  expect(await h.user().says(text)).toHaveReplied(/^Write for example/);
});

test.each(["eventually", "my agenda is full", "日程很满"])("%s is left to others", async (text) => {
  await using h = await createHarness(plugin);
  expect(await h.user().says(text)).not.toBeHandled();
});

test("the same on every platform", async () => {
  await using h = await createHarness(plugin, {
    credentials,
    fetch: createCalendarService().routes,
  });
  await h.onEveryPlatform(async (on) => {
    expect(await on.user("ann").says("新建日程 明天15:00 评审")).toHaveReplied(
      /^📅 2026-01-06 15:00 评审/,
    );
  });
});
