import {
  type BotAdapter,
  type HandlerContext,
  assertPermission,
  type PluginPermissions,
} from "@botwright/core";
import { describe, expect, test } from "vitest";
import { plugin, setUp } from "./dispatching.ts";
import { incoming, textMessage } from "./messages.ts";

const ALL = { ai: true, search: true, media: true, creds: ["feishu" as const] };
const ASKED: readonly [operation: string, args: unknown[], without: PluginPermissions][] = [
  ["aiService.callModel", [{}], { ...ALL, ai: false }],
  ["searchService.search", ["q"], { ...ALL, search: false }],
  ["bot.downloadImage", [{}], { ...ALL, media: false }],
  ["getPlatformCreds", ["feishu"], { ...ALL, creds: ["wecom"] }],
];

test.each(ASKED)("%s needs its permission once any are declared", (operation, args, without) => {
  const msg = textMessage();
  expect(() => assertPermission(undefined, operation, args, msg)).not.toThrow();
  expect(() => assertPermission(ALL, operation, args, msg)).not.toThrow();
  for (const permissions of [without, {}]) {
    expect(() => assertPermission(permissions, operation, args, msg)).toThrow(
      expect.objectContaining({ code: "PERMISSION_DENIED" }),
    );
  }
});

const fetching = (permissions: PluginPermissions | undefined, url: string) => () =>
  assertPermission(permissions, "fetch", [url, {}], textMessage(), (host) => host === "a.example");

test("fetch needs the host of its address, where the plugin says which hosts it may reach", () => {
  expect(fetching({ hosts: ["a.example"] }, "https://a.example/x")).not.toThrow();
  expect(fetching(undefined, "https://b.example/x")).not.toThrow();
  expect(fetching({ hosts: ["a.example"] }, "https://b.example/x")).toThrow(
    'the plugin does not have the permission for fetch: its meta.permissions lacks hosts: ["b.example"]',
  );
  // What is no address is refused by the fetch itself.
  expect(fetching({}, "b.example")).not.toThrow();
  const long = `https://${"b".repeat(400)}.example/`;
  expect(fetching({}, long)).toThrow(/hosts: \["b{1,253}"\]$/u);
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

/** Every way to send, to a person and with the token of a message. */
const SENDS: Record<string, (bot: BotAdapter, to: string, token: string) => Promise<unknown>> = {
  reply: (bot, from, contextToken) => bot.reply({ from, contextToken }, "text"),
  sendText: (bot, to, token) => bot.sendText(to, "text", token),
  sendImage: (bot, to) => bot.sendImage(to, new Uint8Array(1)),
  sendVideo: (bot, to) => bot.sendVideo(to, new Uint8Array(1)),
  sendFile: (bot, to) => bot.sendFile(to, new Uint8Array(1), "a.txt"),
  sendTyping: (bot, to) => bot.sendTyping(to),
  cancelTyping: (bot, to) => bot.cancelTyping(to),
};
const DENIED = "PERMISSION_DENIED";

/** The codes of what one handler tried, `"done"` without one. */
async function attempt(
  permissions: PluginPermissions | undefined,
  tries: (context: HandlerContext) => readonly (() => Promise<unknown>)[],
): Promise<unknown[]> {
  const codes: unknown[] = [];
  const asks = plugin("asks", async (context) => {
    for (const once of tries(context)) {
      codes.push(
        await once().then(
          () => "done",
          (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
        ),
      );
    }
    return { handled: true };
  });
  const meta = { ...asks.meta, ...(permissions !== undefined && { permissions }) };
  const { dispatcher } = setUp([{ ...asks, meta }]);
  await dispatcher.dispatch(incoming());
  return codes;
}

describe.each(Object.entries(SENDS))("bot.%s to another person", (name, send) => {
  const elsewhere = ["2002", "1001 ", "", "01001", "1001:7"];
  const ask = ({ bot }: HandlerContext): (() => Promise<unknown>)[] =>
    elsewhere.map((to) => () => send(bot, to, ""));

  test("needs proactive", async () => {
    expect(await attempt({}, ask)).toEqual(elsewhere.map(() => DENIED));
    expect(await attempt({ proactive: false }, ask)).toEqual(elsewhere.map(() => DENIED));
    expect(await attempt({ proactive: true }, ask)).toEqual(elsewhere.map(() => "done"));
    expect(await attempt(undefined, ask)).toEqual(elsewhere.map(() => "done"));
  });

  test("differs from an answer by the message as the host got it", async () => {
    const codes = await attempt({}, ({ bot, msg }) => {
      msg.from = "2002";
      return [() => send(bot, "2002", ""), () => send(bot, "1001", "")];
    });
    expect(codes).toEqual([DENIED, "done"]);
  });

  test("names the permission that is missing", () => {
    const args = name === "reply" ? [{ from: "2002", contextToken: "" }, "x"] : ["2002", "x"];
    expect(() => assertPermission({}, `bot.${name}`, args, textMessage())).toThrow(
      /proactive: true/u,
    );
  });
});

test.each(["reply", "sendText"])(
  "a token of another message needs proactive: bot.%s",
  async (name) => {
    const send = SENDS[name];
    const ask = ({ bot }: HandlerContext): (() => Promise<unknown>)[] =>
      ["", "1001:7", "2002:5"].map((token) => async () => send?.(bot, "1001", token));
    expect(await attempt({}, ask)).toEqual(["done", "done", DENIED]);
    expect(await attempt({ proactive: true }, ask)).toEqual(["done", "done", "done"]);
  },
);

test("voice is a send like the others", () => {
  const msg = textMessage();
  const ask = (permissions: PluginPermissions, ...args: unknown[]) => {
    assertPermission(permissions, "bot.sendVoice", args, msg);
    return true;
  };
  const bytes = new Uint8Array(1);
  expect(ask({}, "1001", bytes)).toBe(true);
  expect(ask({}, "1001", bytes, "1001:7", {})).toBe(true);
  expect(ask({ proactive: true }, "2002", bytes)).toBe(true);
  expect(() => ask({}, "2002", bytes)).toThrow(/proactive: true/u);
  expect(() => ask({}, "1001", bytes, "2002:5")).toThrow(/proactive: true/u);
});

test("what is no text is refused by its type", async () => {
  const codes = await attempt({}, ({ bot }) => [
    async () => callWith(bot, "sendText", [["2002"], "x"]),
    async () => callWith(bot, "reply", [null, "x"]),
  ]);
  expect(codes).toEqual(["INVALID_ARGUMENT", "INVALID_ARGUMENT"]);
});

/** Calls what the types would not let a test call. */
function callWith(bot: BotAdapter, name: string, args: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(bot, name);
  return typeof method === "function" ? Reflect.apply(method, bot, args) : undefined;
}
