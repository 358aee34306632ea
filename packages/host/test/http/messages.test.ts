import { definePlugin } from "@botwright/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "./test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const answers = definePlugin({
  meta: { slug: "answers" },
  async handler({ bot, msg }) {
    await bot.reply(msg, `not ${msg.text}`);
    return { handled: true };
  },
});

/** Reads a stream piece by piece. */
function readStream(answer: Response) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";

  /** All that came, up to where it has this; to the end if it never has. */
  async function until(wanted: string): Promise<string> {
    while (!text.includes(wanted)) {
      const part = await reader?.read();
      if (part?.value === undefined) return text;
      text += part.value;
    }
    return text;
  }

  return { until, close: async () => reader?.cancel() };
}

test("messages appear in the live list when they come and when they were handled", async () => {
  const ann = await app.addUser("ann");
  const ben = await app.addUser("ben");
  const bot = await app.node.addBot(ann.id, [answers]);
  const others = await app.node.addBot(ben.id, [answers]);
  await bot.say("before");
  const live = await ann.send("GET", "/api/messages/live");
  expect(live.headers.get("content-type")).toContain("text/event-stream");
  await others.say("of somebody else");
  await bot.say("after");
  const stream = readStream(live);
  const text = await stream.until("after");
  await stream.close();
  const events = text.split("\n\n").filter((event) => event.startsWith("data: "));
  const items = events.map((event): unknown => JSON.parse(event.slice("data: ".length)));
  expect(items[0]).toMatchObject({ text: "before", state: "done", handled_by: "answers" });
  expect(text).not.toContain("somebody else");
});
