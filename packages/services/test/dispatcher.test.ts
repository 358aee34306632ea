import {
  type BotEvent,
  createBot,
  createDispatcher,
  definePlugin,
  type HandlerContext,
} from "@botwright/core";
import { createServices } from "@botwright/services";
import { expect, test } from "vitest";
import { fakePlatform, incoming } from "../../core/test/messages.ts";

const { adapter } = fakePlatform();

// spec: context.storage, storage.isolated
test("a dispatcher hands each plugin the services of its account, and what is for hosts to none", async () => {
  const services = createServices();
  const seen: HandlerContext[] = [];
  const plugins = ["one", "two"].map((slug) =>
    definePlugin({
      meta: { slug },
      async handler(context) {
        seen.push(context);
        await context.storage.set("who", slug);
        return { handled: false };
      },
    }),
  );
  const dispatcher = createDispatcher({
    plugins,
    bot: createBot(adapter),
    userId: 7,
    services: services.forAccount(7),
  });
  await dispatcher.dispatch(incoming({ id: "1" }));
  expect(await services.forAccount(7)("one").storage.get("who")).toBe("one");
  expect(await services.forAccount(7)("two").storage.get("who")).toBe("two");
  expect(await services.forAccount(8)("one").storage.get("who")).toBeNull();
  expect(Object.keys(seen[0]?.aiService ?? {}).toSorted()).toEqual([
    "callModel",
    "getFreeImageQuota",
    "getImageUsageToday",
    "getModelInfo",
    "getModelsByCategory",
    "isFreeModel",
  ]);
});

test("what a host leaves out says that it is not there", async () => {
  const { aiService, searchService, getPlatformCreds } = createServices().forAccount(1)("a");
  const messages = [{ role: "user", content: "?" }];
  expect((await aiService.callModel({ model: "m", messages })).error).toMatch(/no model "m"/);
  expect(await aiService.getModelsByCategory("chat")).toEqual([]);
  await expect(searchService.search("")).rejects.toMatchObject({ code: "INVALID_QUERY" });
  await expect(searchService.search("cats")).rejects.toMatchObject({ code: "API_ERROR" });
  expect(await getPlatformCreds("feishu")).toBeNull();
});

test("what goes wrong at a call of a model is a line of the run that made it", async () => {
  const models = [{ name: "m", provider: "nobody" }];
  const services = createServices({ ai: { models, providers: {} } });
  const asks = definePlugin({
    meta: { slug: "asks" },
    async handler({ aiService }) {
      await aiService.callModel({ model: "m", messages: [{ role: "user", content: "hi" }] });
      return { handled: true };
    },
  });
  const logs: BotEvent[] = [];
  const dispatcher = createDispatcher({
    plugins: [asks],
    bot: createBot(adapter),
    services: services.forAccount(1),
    onEvent: (event) => void (event.type === "log" && logs.push(event)),
  });
  await dispatcher.dispatch(incoming({ id: "1" }));
  expect(logs).toMatchObject([
    {
      botDbId: 1,
      messageId: "1",
      plugin: "asks",
      level: "error",
      message: "a model names a provider that does not exist",
    },
  ]);
});
