import {
  createBot,
  createDispatcher,
  createMemoryJournal,
  createMemoryStorage,
  InfrastructureError,
  type Plugin,
} from "@botwright/core";
import { connectSimulator } from "@botwright/harness";
import { expect, test } from "vitest";
import { createBuiltinPlugins } from "../src/index.ts";

/**
 * Sends messages to the trusted plugins. The host fails after each run of a plugin once, so that the message
 * is handled again with the same journal.
 *
 * @param pauseMs between the two
 */
async function talk(
  texts: readonly string[],
  { slug, config = {}, pauseMs = 0 }: { slug: string; config?: object; pauseMs?: number },
) {
  const posted: string[] = [];
  const builtin = createBuiltinPlugins({
    fetch: async (_url, { headers }) => {
      posted.push(new Headers(headers).get("webhook-id") ?? "");
      return new Response("ok");
    },
  });
  const found = builtin.find(({ meta }) => meta.slug === slug);
  if (found === undefined) throw new Error(`there is no plugin ${slug}`);
  const failed = new Set<string>();
  const plugin: Plugin = {
    ...found,
    async handler(context, call) {
      const result = await found.handler(context, call);
      const id = call?.id ?? "";
      if (failed.has(id)) return result;
      failed.add(id);
      throw new InfrastructureError("the database is gone");
    },
  };
  await using telegram = await connectSimulator("telegram");
  const { adapter, simulator } = telegram;
  const journal = createMemoryJournal();
  const storage = createMemoryStorage();
  const dispatcher = createDispatcher({
    plugins: [{ plugin, config: { ...config } }],
    bot: createBot(adapter),
    journal,
    services: () => ({ storage: storage.open(1, slug) }),
  });
  const runs: unknown[] = [];
  await adapter.start(async (incoming) => {
    await expect(dispatcher.dispatch(incoming)).rejects.toThrow("the database is gone");
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs);
    });
    const result = await dispatcher.dispatch(incoming);
    runs.push(...result.runs.map(({ status, error }) => error?.message ?? status));
    return "accepted";
  });
  for (const [index, text] of texts.entries()) {
    await simulator.say({ from: telegram.idOf("ann"), text });
    await expect.poll(() => runs.length).toBe(index + 1);
  }
  await adapter.stop();
  return { runs, posted, sent: simulator.sent().map(({ text }) => text) };
}

test("a webhook is posted once, with what time it was then", async () => {
  const config = { url: "https://hooks.example.com/", secret: "whsec_c2VjcmV0" };
  const { runs, posted } = await talk(["hello"], {
    slug: "webhook-forward",
    config,
    // Another second: a signature of now would be another request.
    pauseMs: 1100,
  });
  expect(runs).toEqual(["passed"]);
  expect(posted).toEqual([expect.stringMatching(/^msg_/)]);
});

test.each([
  ["idiom-chain", ["成语接龙", "提示"], {}],
  ["twenty-four", ["24 points", "skip"], {}],
  ["keyword-reply", ["hi"], { rules: "hi => a || b || c || d || e || f || g || h" }],
  ["auto-greeting", ["hi"], { stop: true }],
  ["bot-menu", ["menu"], {}],
  ["message-filter", ["casino"], { words: "casino" }],
])("%s answers each message once, with the same words", async (slug, texts, config) => {
  const { runs, sent } = await talk(texts, { slug, config });
  expect(runs).toEqual(texts.map(() => "handled"));
  expect(sent).toHaveLength(texts.length);
});
