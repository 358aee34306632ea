import { adapterContract } from "@botwright/adapter-kit/contract";
import { createBot, createDispatcher, definePlugin } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { CAPABILITIES, createPigeonAdapter } from "./adapter.ts";
import { parseEvent } from "./parse.ts";
import { startPigeon } from "./simulator.ts";

describe("the contract of adapters", () => {
  const cases = adapterContract({
    capabilities: CAPABILITIES,
    async open() {
      const pigeon = await startPigeon();
      const { token, baseUrl: apiBase } = pigeon;
      return {
        inspector: pigeon,
        user: "ann",
        secrets: [token],
        createAdapter: (parts) => createPigeonAdapter({ ...parts, token, apiBase }),
        refuseSends() {
          pigeon.block("ann");
          return "PLATFORM_FORBIDDEN";
        },
        revoke: () => pigeon.revoke(),
      };
    },
  });
  test.concurrent.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

test("an event becomes a message", () => {
  const ann = { id: "ann", name: "Ann" };
  const event = {
    id: "7",
    from: ann,
    text: "yes",
    sent_at: 1_770_000_000,
    answers: { from: ann, text: "three o'clock?" },
  };
  expect(parseEvent(event, "pigeon-bot")).toEqual({
    id: "7",
    message: {
      type: "text",
      text: "yes",
      textWithQuote: "[引用: three o'clock?]\nyes",
      from: "ann",
      to: "pigeon-bot",
      timestamp: 1_770_000_000_000,
      contextToken: "7",
      messageId: 7,
      quotedMessage: { title: "Ann", text: "Ann | three o'clock?", item: event.answers },
      raw: event,
    },
  });
});

test("plugins answer on it as on any platform", async () => {
  const pigeon = await startPigeon();
  const adapter = createPigeonAdapter({ token: pigeon.token, apiBase: pigeon.baseUrl });
  const echo = definePlugin({
    meta: { slug: "echo" },
    async handler({ bot, msg }) {
      await bot.reply(msg, `**${msg.text}**`);
      return { handled: true };
    },
  });
  const dispatcher = createDispatcher({ plugins: [echo], bot: createBot(adapter) });
  await adapter.start((incoming) => dispatcher.dispatch(incoming));
  await pigeon.say({ from: "ann", text: "hello" });
  expect(await pigeon.waitForSent(1)).toEqual([{ to: "ann", type: "text", text: "hello" }]);
  await adapter.stop();
  await pigeon.close();
});
