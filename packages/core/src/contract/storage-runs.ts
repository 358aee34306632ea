import assert from "node:assert/strict";
import { createBot } from "../runtime/create-bot.ts";
import { definePlugin } from "../runtime/define-plugin.ts";
import { createDispatcher } from "../runtime/dispatcher.ts";
import type { PlatformAdapter } from "../ports/adapter.ts";
import type { StorageProvider } from "../ports/storage.ts";
import type { IncomingMessage } from "../types/message.ts";
import type { ContractCase } from "./case.ts";

const MESSAGES = 20;

/** The rules that plugin runs need of a storage: no write of a plain `get` and `set` is lost. */
export function storageRunCases(
  create: () => StorageProvider | Promise<StorageProvider>,
): ContractCase[] {
  return [
    {
      name: "loses no write of twenty runs that get and set one key at once",
      async run() {
        const storage = (await create()).open(1, "poll");
        const poll = definePlugin({
          meta: { slug: "poll" },
          async handler(context) {
            const votes = Object((await context.storage.get("votes")) ?? {});
            await context.storage.set("votes", { ...votes, [context.msg.text]: true });
            return { handled: true };
          },
        });
        const bot = createBot(deafAdapter);
        const dispatcher = createDispatcher({
          plugins: [poll],
          bot,
          services: () => ({ storage }),
        });
        const messages = Array.from({ length: MESSAGES }, (_, voter) => messageOf(voter));
        const results = await Promise.all(messages.map((message) => dispatcher.dispatch(message)));
        assert.ok(results.every(({ handledBy }) => handledBy === "poll"));
        assert.equal(Object.keys(Object(await storage.get("votes"))).length, MESSAGES);
      },
    },
  ];
}

function messageOf(voter: number): IncomingMessage {
  const message = {
    type: "text" as const,
    text: `voter ${voter}`,
    from: `${voter}`,
    to: "bot",
    timestamp: 0,
    contextToken: "",
    messageId: voter,
    raw: {},
  };
  return { id: `${voter}`, message };
}

const nothing = (): Promise<never> => Promise.reject(new Error("nothing is sent or downloaded"));

/** An adapter for bots that must never send anything. */
const deafAdapter: PlatformAdapter = {
  platform: "telegram",
  capabilities: {
    receive: ["text"],
    send: ["text"],
    typing: false,
    quotes: false,
    transcription: false,
    idempotency: false,
    mediaLimits: {},
    textLimits: [],
  },
  start: async () => {},
  stop: async () => {},
  sendText: nothing,
  download: nothing,
  downloadRaw: nothing,
};
