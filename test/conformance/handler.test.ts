import { createBot, createDispatcher, createMemoryStorage } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { afterAll, expect, test } from "vitest";
import { fakePlatform, incoming } from "../../packages/core/test/messages.ts";

const sandbox = createSandbox({ workers: 1 });
afterAll(() => sandbox.close());

/** What a sandboxed plugin finds in its context, although the host offers a database. */
async function look(expression: string): Promise<unknown> {
  const plugin = await sandbox.load(`export async function handler(context) {
    await context.storage.set("seen", ${expression});
    return { handled: true };
  }`);
  const storage = createMemoryStorage().open(1, "looks");
  const dispatcher = createDispatcher({
    plugins: [plugin],
    bot: createBot(fakePlatform().adapter),
    services: () => ({ storage, pool: { query: () => [] } }),
  });
  await dispatcher.dispatch(incoming());
  return storage.get("seen");
}

// spec: context.names, context.pool, get-creds.only-way
test("a sandboxed plugin has the names of the specification, and no database", async () => {
  expect(await look("Object.keys(context).sort()")).toEqual([
    "aiService",
    "bot",
    "botDbId",
    "config",
    "getPlatformCreds",
    "mediaBuffer",
    "messageId",
    "msg",
    "quotedMessage",
    "searchService",
    "storage",
    "userId",
  ]);
  expect(await look("typeof context.pool")).toBe("undefined");
});

// spec: plugin.no-other-methods
test("its bot has the methods of the specification, and no others", async () => {
  expect(await look("Object.keys(context.bot).sort()")).toEqual([
    "cancelTyping",
    "downloadFile",
    "downloadImage",
    "downloadRaw",
    "downloadVideo",
    "downloadVoice",
    "platform",
    "reply",
    "sendFile",
    "sendImage",
    "sendText",
    "sendTyping",
    "sendVideo",
  ]);
});

// spec: context.media-buffer, context.quoted-message
test("without a medium and a quote there is null", async () => {
  expect(await look("[context.mediaBuffer, context.quotedMessage]")).toEqual([null, null]);
});
