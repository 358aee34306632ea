import {
  createBot,
  createDispatcher,
  createLogger,
  createRunLog,
  definePlugin,
} from "@botwright/core";
import { createServices } from "../src/index.ts";
import { expect, test } from "vitest";
import { fakePlatform, incoming } from "../../core/test/messages.ts";

test("each line is in the log once, and one about a run has no secret", async () => {
  const lines: unknown[] = [];
  const { logger, onEvent } = createRunLog(
    createLogger(({ level, message, fields }) => lines.push([level, message, fields])),
  );
  const services = createServices({
    ai: { models: [{ name: "m", provider: "none" }], providers: {} },
    logger,
  });
  const asks = definePlugin({
    meta: { slug: "asks", config_schema: [{ key: "key", label: "Key", type: "password" }] },
    async handler({ aiService, config }) {
      await aiService.callModel({ model: "m", messages: [] });
      throw new Error(`not with ${String(config["key"])}`);
    },
  });
  const dispatcher = createDispatcher({
    plugins: [{ plugin: asks, config: { key: "k-12345" } }],
    bot: createBot(fakePlatform().adapter),
    services: services.forAccount(1),
    logger,
    onEvent,
  });
  await dispatcher.dispatch(incoming({ id: "7" }));
  logger.warn("about no run", { botId: 1 });
  const run = { plugin: "asks", callId: "1/7/asks" };
  expect(lines).toMatchObject([
    ["error", "a model names a provider that does not exist", { ...run, name: "m" }],
    ["warn", "a handler failed", { ...run, message: "not with __secret.config.key__" }],
    ["warn", "about no run", { botId: 1 }],
  ]);
  expect(lines).toHaveLength(3);
  expect(JSON.stringify(lines)).not.toContain("k-12345");
});
