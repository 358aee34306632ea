import { requirePermission, type PluginPermissions } from "@botwright/core";
import { expect, test } from "vitest";
import { plugin, setUp } from "./dispatching.ts";
import { incoming } from "./messages.ts";

const ALL = { ai: true, search: true, media: true, creds: ["feishu" as const] };
const ASKED: readonly [operation: string, args: unknown[], without: PluginPermissions][] = [
  ["aiService.callModel", [{}], { ...ALL, ai: false }],
  ["searchService.search", ["q"], { ...ALL, search: false }],
  ["bot.downloadImage", [{}], { ...ALL, media: false }],
  ["getPlatformCreds", ["feishu"], { ...ALL, creds: ["wecom"] }],
];

test.each(ASKED)("%s needs its permission once any are declared", (operation, args, without) => {
  expect(() => requirePermission(undefined, operation, args)).not.toThrow();
  expect(() => requirePermission(ALL, operation, args)).not.toThrow();
  for (const permissions of [without, {}]) {
    expect(() => requirePermission(permissions, operation, args)).toThrow(
      expect.objectContaining({ code: "PERMISSION_DENIED" }),
    );
  }
});

test("a dispatcher holds every plugin to what it declares", async () => {
  const codes: unknown[] = [];
  const asks = plugin("asks", async ({ searchService, bot, msg }) => {
    await searchService.search("x").catch((error) => codes.push(error.code));
    await bot.reply(msg, "still allowed");
    return { handled: true };
  });
  const { dispatcher, sent } = setUp([{ ...asks, meta: { ...asks.meta, permissions: {} } }]);
  await dispatcher.dispatch(incoming());
  expect(codes).toEqual(["PERMISSION_DENIED"]);
  expect(sent).toHaveLength(1);
});
