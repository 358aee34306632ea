import { createHarness, type HarnessOptions, replay } from "@botwright/harness";
import { describe, expect, test } from "vitest";

const OPTIONS: HarnessOptions = {
  limits: { wallMs: 5000 },
  models: { slow: { answers: { text: "at last", afterMs: 8000 } } },
  fetch: { "https://api.example.com/slow": (_request, wait) => wait(8000).then(() => "late") },
};

const handlerOf = (body: string): string => `
  export const meta = { slug: "slow", permissions: { hosts: ["api.example.com"], ai: true } };
  export async function handler({ bot, msg, storage, aiService }) {
    const ask = () => aiService.callModel({ model: "slow", messages: [{ role: "user", content: "?" }] });
    await storage.set("before", 1);
    ${body}
    return { handled: true };
  }`;

/** The record of a run that its deadline ends. */
async function recordOf(
  source: string,
): Promise<Awaited<ReturnType<Awaited<ReturnType<typeof createHarness>>["record"]>>> {
  await using h = await createHarness(source, OPTIONS);
  const { error } = await h.user().says("hello");
  expect(error).toMatchObject({ code: "PLUGIN_TIMEOUT" });
  return h.record();
}

describe("the run of a handler is replayed as it was whose time was up while", () => {
  test.each([
    ["it waited for a model, to reply", "await bot.reply(msg, (await ask()).text);"],
    ["it waited for a model, to end", "await ask();"],
    [
      "it waited for a model that another call overtook",
      "ask().then(() => bot.reply(msg, 'a')); await ask(); await ask();",
    ],
    ["it waited for a server", "await fetch('https://api.example.com/slow');"],
    ["its timers went off", "for (;;) await new Promise((resolve) => setTimeout(resolve, 700));"],
  ])("%s", async (_while, body) => {
    const source = handlerOf(body);
    const report = await replay(await recordOf(source), source);
    expect(report).toMatchObject({ same: true, outcome: { error: { code: "PLUGIN_TIMEOUT" } } });
  });
});

test("a changed handler differs where it asks for something else, or ends", async () => {
  const record = await recordOf(handlerOf("await ask();"));
  expect(await replay(record, handlerOf("await storage.get('other'); await ask();"))).toMatchObject(
    {
      same: false,
      difference: { kind: "changed-call", sequence: 2 },
    },
  );
  expect(await replay(record, handlerOf("void ask();"))).toMatchObject({
    same: false,
    difference: { kind: "outcome", now: { status: "handled" } },
  });
});
