import { createBot, type MessageType, PLATFORMS } from "@botwright/core";
import { expect, test } from "vitest";
import { BINDINGS, createIdleAdapter, DECLARED } from "../platforms/declared.ts";

// spec: platform.identifiers, bot.platform
test("five platforms have their identifiers, in the order of the specification", async () => {
  const identifiers = ["wechat", "feishu", "wecom", "dingtalk", "telegram"];
  expect(PLATFORMS).toEqual(identifiers);
  const bots = await Promise.all(
    BINDINGS.map(async (binding) => createBot(await createIdleAdapter(binding))),
  );
  expect(bots.map(({ platform }) => platform)).toEqual(identifiers);
});

// spec: platform.feishu-binding, platform.wecom-binding, platform.dingtalk-binding
// spec: platform.telegram-binding
test.each([
  ["feishu", ["app_id", "app_secret"]],
  ["wecom", ["corp_id", "agent_id", "secret"]],
  ["dingtalk", ["app_key", "app_secret", "robot_code"]],
  ["telegram", ["token"]],
] as const)("a bot of %s is bound by no more than %j", (platform, names) => {
  const binding = BINDINGS.find((one) => one.platform === platform);
  const required = binding?.fields.filter((field) => field.required).map(({ name }) => name);
  expect(required).toEqual(names);
});

const SOME = ["text", "image", "file"] as const;
const ALL = [...SOME, "voice", "video"] as const;

// spec: platform.wechat-receives, platform.feishu-receives, platform.wecom-receives
// spec: platform.dingtalk-receives, platform.telegram-receives
test.each<[string, readonly MessageType[]]>([
  ["wechat", ALL],
  ["feishu", SOME],
  ["wecom", SOME],
  ["dingtalk", SOME],
  ["telegram", ALL],
])("people on %s can send %j", (platform, kinds) => {
  const declared = DECLARED.find(({ binding }) => binding.platform === platform);
  expect(declared?.capabilities.receive).toEqual(expect.arrayContaining([...kinds]));
});
