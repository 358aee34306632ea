import { formatRecordedRun, parseRecordedRun } from "@botwright/core";
import { createHarness, replay } from "@botwright/harness";
import { describe, expect, test } from "vitest";

/** A poll that asks a model between its read and its write. */
const ASKING_POLL = `
export const meta = { slug: "poll" };
export async function handler({ bot, msg, storage, aiService }) {
  const votes = (await storage.get("votes")) ?? {};
  const { text } = await aiService.callModel({ model: "m", messages: [{ role: "user", content: msg.text }] });
  votes[msg.from] = text;
  await storage.set("votes", votes);
  await bot.reply(msg, Object.keys(votes).length + " votes");
  return { handled: true };
}`;

const POLL = `
export const meta = { slug: "poll" };
export async function handler({ bot, msg, storage }) {
  const votes = (await storage.get("votes")) ?? {};
  votes[msg.from] = msg.text;
  await storage.set("votes", votes);
  await bot.reply(msg, Object.keys(votes).length + " votes");
  return { handled: true };
}`;

const SENDING_POLL = POLL.replace("votes[msg.from]", 'await bot.reply(msg, "counting"); $&');

const twenty = Array.from({ length: 20 }, (_, n) => `${1001 + n}`);

describe.each(["sandbox", "host"] as const)("a poll with plain get and set (%s)", (runIn) => {
  test("keeps the votes of twenty people at once on every platform", async () => {
    await using harness = await createHarness(POLL, { runIn });
    await harness.onEveryPlatform(async (h) => {
      const turns = await Promise.all(twenty.map((name) => h.user(name).says("yes")));
      expect(Object.keys(Object(await h.storage.get("votes")))).toHaveLength(20);
      const counts = turns.flatMap(({ replies }) => replies.map((text) => parseInt(text, 10)));
      expect(counts.toSorted((a, b) => a - b)).toEqual(twenty.map((_, n) => n + 1));
    });
  });

  test("asks a model once for each of them", async () => {
    let asked = 0;
    const answers = () => ({ text: `answer ${++asked}`, afterMs: 500 });
    await using h = await createHarness(ASKING_POLL, { runIn, models: { m: { answers } } });
    const turns = await Promise.all(twenty.map((name) => h.user(name).says(name)));
    expect(Object.keys(Object(await h.storage.get("votes")))).toHaveLength(20);
    expect(asked).toBe(20);
    expect(turns.flatMap(({ runs }) => runs.map(({ restarts = 0 }) => restarts))).toContain(1);
  });

  test("does not wait for what an attempt that is over had left behind", async () => {
    const source = POLL.replace(
      "votes[msg.from]",
      'setTimeout(() => {}, 100); await fetch("https://api.example.com/"); $&',
    ).replace("await bot.reply", "await new Promise((resolve) => setTimeout(resolve, 1000)); $&");
    const vote = async (): Promise<string> => {
      await h.storage.set("votes", { other: "yes" });
      return "another has voted";
    };
    await using h = await createHarness(source, {
      runIn,
      fetch: { "https://api.example.com/": vote },
    });
    const { replies, runs } = await h.user().says("yes");
    expect(replies).toEqual(["2 votes"]);
    expect(runs).toMatchObject([{ restarts: 1 }]);
  });

  test("that sends first writes over other votes, and its log names the key", async () => {
    await using h = await createHarness(SENDING_POLL, { runIn });
    const turns = await Promise.all(twenty.map((name) => h.user(name).says("yes")));
    const warnings = turns.flatMap(({ logs }) =>
      logs.filter(({ fields }) => fields["code"] === "STORAGE_OVERWRITTEN"),
    );
    expect(warnings[0]).toMatchObject({
      level: "warn",
      text: expect.stringContaining('storage.set wrote over "votes"'),
      fields: { key: "votes" },
    });
    expect(turns.every(({ replies }) => replies.length === 2)).toBe(true);
  });
});

test("a run that was started again is recorded with its attempts, and replays bit for bit", async () => {
  // While the model answers, another chat votes.
  const answers = async (): Promise<string> => {
    await h.storage.set("votes", { 1002: "good" });
    return "good";
  };
  await using h = await createHarness(ASKING_POLL, { models: { m: { answers } } });
  const turn = await h.user("1001").says("yes");
  expect(turn).toMatchObject({ replies: ["2 votes"], runs: [{ restarts: 1 }] });
  const recorded = await h.record();
  expect(recorded.attempts).toMatchObject([{ key: "votes" }]);
  const operations = recorded.attempts?.[0]?.calls.map(({ operation }) => operation);
  expect(operations).toEqual(["call.start", "storage.get", "aiService.callModel", "storage.set"]);
  const read = parseRecordedRun(await formatRecordedRun(recorded));
  expect(read).toEqual(recorded);
  expect(await replay(read, ASKING_POLL)).toMatchObject({ same: true });
});

test("a fetch that is under way when its run starts again is made once", async () => {
  let asked = 0;
  await using h = await createHarness(
    `export const meta = { slug: "poll" };
export async function handler({ bot, msg, storage, aiService }) {
  const votes = (await storage.get("votes")) ?? 0;
  await aiService.callModel({ model: "m", messages: [{ role: "user", content: "good?" }] });
  const asking = fetch("https://api.example/number");
  await storage.set("votes", votes + 1);
  await bot.reply(msg, (await (await asking).text()) + " of " + (votes + 1));
  return { handled: true };
}`,
    {
      // While the model answers, another chat votes.
      models: { m: { answers: () => h.storage.set("votes", 5).then(() => "yes") } },
      fetch: {
        "https://api.example/number": async () => {
          asked += 1;
          await new Promise((resolve) => void setTimeout(resolve, 20));
          return new Response("one");
        },
      },
    },
  );
  const { replies, runs } = await h.user().says("yes");
  expect(replies).toEqual(["one of 6"]);
  expect(runs).toMatchObject([{ restarts: 1 }]);
  expect(asked).toBe(1);
});
