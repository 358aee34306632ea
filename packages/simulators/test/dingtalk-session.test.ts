import { expect, test } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { callsOf, spokenTo } from "./dingtalk-robot.ts";

const text = { msgtype: "text", text: { content: "hi" } };
const links = [{ title: "news", messageURL: "https://a.b", picURL: "https://a.b" }];
const sessions: [body: Record<string, unknown>, errcode: number][] = [
  [text, 0],
  [{ msgtype: "markdown", markdown: { title: "t", text: "# hi" } }, 0],
  [{ msgtype: "link", link: { title: "t", text: "l", messageUrl: "https://a.b" } }, 0],
  [{ msgtype: "actionCard", actionCard: { title: "t", text: "card" } }, 0],
  [{ msgtype: "feedCard", feedCard: { links } }, 0],
  [{ msgtype: "text", text: { text: "hi" } }, 40_035],
  [{ msgtype: "markdown", markdown: { text: "# hi" } }, 40_035],
  [{ msgtype: "feedCard", feedCard: { links: [{}] } }, 40_035],
  [{ msgtype: "image", image: { media_id: "@l" } }, 400_105],
  [{ msgtype: "voice", voice: { media_id: "@l" } }, 400_105],
  [{ msgtype: "video", video: { media_id: "@l" } }, 400_105],
  [{ msgtype: "file", file: { media_id: "@l" } }, 400_105],
  [{ text: { content: "hi" } }, 400_105],
];

test("a session takes texts and cards, and no media", async () => {
  await using sim = await startSimulator("dingtalk");
  await using robot = await spokenTo(sim, { from: "staff1", text: "hello" });
  for (const [body, errcode] of sessions) {
    expect([body, (await robot.answer(body))["errcode"]]).toEqual([body, errcode]);
  }
  expect(sim.sent().map((message) => message.text)).toEqual(["hi", "# hi", "l", "card", "news"]);
});

test("a session takes 20 answers a minute, for 90 minutes", async () => {
  let now = 1_800_000_000_000;
  await using sim = await startSimulator("dingtalk", { clock: () => now });
  await using robot = await spokenTo(sim, { from: "staff1", text: "hello" });
  sim.fault("rate-limit");
  expect(await robot.answer(text)).toMatchObject({ errcode: 660_026 });
  for (let sent = 0; sent < 20; sent++) {
    expect(await robot.answer(text)).toMatchObject({ errcode: 0, errmsg: "ok" });
  }
  expect(await robot.answer(text)).toMatchObject({ errcode: 660_026 });
  now += 60_000;
  expect(await robot.answer(text)).toMatchObject({ errcode: 0 });
  now += 5_339_000;
  expect(await robot.answer(text)).toMatchObject({ errcode: 0 });
  now += 1000;
  expect(await robot.answer(text)).toMatchObject({ errcode: 300_005 });
  const path = "/robot/sendBySession?session=unknown";
  expect(await callsOf(sim).post(path, text)).toMatchObject({ errcode: 300_005 });
  expect(sim.sent()).toHaveLength(22);
});
