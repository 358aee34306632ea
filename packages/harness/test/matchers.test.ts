import { describe, expect, test } from "vitest";
import { createHarness, expectTurn, type Turn } from "../src/index.ts";
import "../src/vitest.ts";

const PLUGIN = `
  export const meta = { slug: "clerk" };
  export async function handler({ bot, msg }) {
    if (msg.text === "fail") throw new Error("out of ink");
    if (msg.text !== "go") return { handled: false };
    await bot.reply(msg, "**done** at 12:30");
    await bot.sendFile(msg.from, Buffer.from("1,2"), "list.csv");
    return { handled: true };
  }`;

async function turnOf(text: string): Promise<Turn> {
  await using h = await createHarness(PLUGIN);
  return await h.user().says(text);
}

describe("in vitest", () => {
  test("what holds passes", async () => {
    const turn = await turnOf("go");
    expect(turn).toBeHandled();
    expect(turn).toBeHandled("clerk");
    expect(turn).toHaveReplied();
    expect(turn).toHaveReplied("done at 12:30");
    expect(turn).toHaveReplied(/\d+:\d+/g);
    expect(turn).toHaveSent({ type: "file", name: /csv$/, bytes: Buffer.from("1,2") });
    expect(turn).not.toHaveReplied("done");
    expect(turn).not.toHaveSent({ type: "image" });
    expect(await turnOf("hello")).not.toBeHandled();
  });

  test("what does not hold says what happened instead", async () => {
    const turn = await turnOf("go");
    expect(() => expect(turn).toHaveReplied("ready")).toThrow(
      'Expected a reply "ready".\nclerk has handled it.\nSent:\n  "done at 12:30"\n  file, list.csv, 3 bytes',
    );
    const failed = await turnOf("fail");
    expect(() => expect(failed).toBeHandled()).toThrow(
      /has failed: out of ink at clerk.js:4:\d+ in handler \(PLUGIN_ERROR\)\n.*Nothing was sent/s,
    );
    expect(() => expect(turn).not.toBeHandled()).toThrow("Expected the message not to be handled.");
  });
});

describe("elsewhere", () => {
  test("each check throws when it does not hold", async () => {
    const turn = await turnOf("go");
    expectTurn(turn).toBeHandled("clerk");
    expectTurn(turn).toHaveSent({ name: "list.csv" });
    expectTurn(turn).not.toHaveReplied("no");
    expectTurn(turn).not.not.toHaveReplied(/done/);
    expect(() => expectTurn(turn).toBeHandled("other")).toThrow(
      expect.objectContaining({ code: "EXPECTATION_FAILED" }),
    );
    expect(() => expectTurn(turn).not.toHaveSent({ bytes: Buffer.from("1,2") })).toThrow(
      "a message with bytes 3 bytes",
    );
  });
});
