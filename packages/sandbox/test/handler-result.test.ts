import { createDispatcher, type HandlerContext, type Plugin, silentLogger } from "@botwright/core";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { createSandbox, type SandboxEvent } from "../src/index.ts";
import { readHandlerOutcome } from "../src/main/call/handler-outcome.ts";
import { createContext } from "./context.ts";

const events: SandboxEvent[] = [];
const sandbox = createSandbox({ onEvent: (event) => events.push(event), workers: 1 });
afterAll(() => sandbox.close());

const load = (body: string): Promise<Plugin> =>
  sandbox.load(`export async function handler({ bot, msg, storage }) { ${body} }`);

describe("a handler's result is a fresh { handled } and nothing more", () => {
  test.each([
    ["true", "return { handled: true };", true],
    ["false", "return { handled: false };", false],
    ["with other members", "return { handled: true, secret: msg, list: [1] };", true],
    ["of a class", "return new (class Result { handled = false; })();", false],
    [
      "by a getter, which is read in the machine",
      "return { get handled() { return true; } };",
      true,
    ],
    ["by a toJSON", "return { toJSON: () => ({ handled: true }) };", true],
    ["beside a prototype key", `return JSON.parse('{"__proto__":{"x":1},"handled":true}');`, true],
    ["the last of two", `return JSON.parse('{"handled":false,"handled":true}');`, true],
  ])("%s", async (_what, body, handled) => {
    const plugin = await load(body);
    const result = await plugin.handler(createContext().context);
    expect(Reflect.ownKeys(result)).toEqual(["handled"]);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(result).toEqual({ handled });
  });
});

const INVALID: readonly [what: string, body: string, message: string][] = [
  ["nothing", "", "undefined"],
  ["null", "return null;", "null"],
  ["a boolean", "return true;", "the boolean true"],
  ["a number", "return 42;", "the number 42"],
  ["a text", "return 'secret';", "a text of 6 characters"],
  ["a list", "return [{ handled: true }];", "an array"],
  ["an object without it", "return { done: true };", "an object without handled"],
  [
    "a text in it",
    "return { handled: 'yes' };",
    "an object whose handled is a text of 3 characters",
  ],
  ["a number in it", "return { handled: 1 };", "an object whose handled is the number 1"],
  ["null in it", "return { handled: null };", "an object whose handled is null"],
  [
    "it in the prototype key",
    `return JSON.parse('{"__proto__":{"handled":true}}');`,
    "an object without handled",
  ],
  ["it inherited", "return Object.create({ handled: true });", "an object without handled"],
  [
    "it hidden",
    "return Object.defineProperty({}, 'handled', { value: true });",
    "an object without",
  ],
  ["a function", "return () => ({ handled: true });", "undefined"],
  ["a toJSON without value", "return { handled: true, toJSON() {} };", "undefined"],
  [
    "a huge one",
    "return { handled: true, more: 'x'.repeat(1e5) };",
    "more than 65536 characters of JSON",
  ],
  ["a deep one", "let v = true; for (let i = 0; i < 300; i++) v = [v]; return v;", "an array"],
];

const never = (): Promise<never> => new Promise(() => {});

describe("anything else is an error of the plugin, for every caller", () => {
  test.each(INVALID)("%s", async (_what, body, what) => {
    const plugin = await load(body);
    await expect(plugin.handler(createContext().context)).rejects.toMatchObject({
      name: "PluginError",
      code: "PLUGIN_INVALID_RESULT",
      message: expect.stringContaining(`the handler returned ${what}`),
    });
  });

  test("which says what to do, and holds nothing of what was returned", async () => {
    const plugin = await load("return { token: 'secret' };");
    const error: unknown = await plugin.handler(createContext().context).catch((thrown) => thrown);
    expect(error).toMatchObject({
      message:
        "the handler returned an object without handled: return { handled: true } or { handled: false }",
    });
  });

  test("and is reported with its code, and metered", async () => {
    const plugin = await load("await storage.get('k'); return 1;");
    let calls = 0;
    const onUsage = ({ hostCalls }: { hostCalls: number }): void => void (calls += hostCalls);
    await plugin.handler(createContext().context, { id: "told", onUsage }).catch(() => {});
    expect(calls).toBe(1);
    const ended = events.find((event) => event.type === "call-ended" && event.callId === "told");
    expect(ended).toMatchObject({ code: "PLUGIN_INVALID_RESULT" });
  });

  test("but host calls that were begun are done first, as for a good result", async () => {
    const plugin = await load("void bot.reply(msg, 'begun'); return 'no result';");
    const { context } = createContext();
    const sent: string[] = [];
    const reply: HandlerContext["bot"]["reply"] = async (_to, text) => {
      await sleep(20);
      sent.push(text);
      return { status: "sent" };
    };
    const slow = { ...context, bot: { ...context.bot, reply } };
    const invalid = { code: "PLUGIN_INVALID_RESULT" };
    await expect(plugin.handler(slow)).rejects.toMatchObject(invalid);
    expect(sent).toEqual(["begun"]);
  });

  test("a limit that is broken while that goes on does not change the outcome", async () => {
    const plugin = await sandbox.load(
      "export async function handler({ storage }) { void storage.get('k'); return 5; }",
      { limits: { wallMs: 500 } },
    );
    const { context } = createContext();
    const stuck = { ...context, storage: { ...context.storage, get: never } };
    const invalid = { code: "PLUGIN_INVALID_RESULT" };
    await expect(plugin.handler(stuck)).rejects.toMatchObject(invalid);
  });
});

test("a result that is too large is not parsed", () => {
  const parse = JSON.parse;
  let parsed = 0;
  JSON.parse = (...args) => {
    parsed++;
    return parse(...args);
  };
  try {
    const long = JSON.stringify({ handled: true, more: "x".repeat(70_000) });
    expect(readHandlerOutcome(long)).toMatchObject({ failure: { code: "PLUGIN_INVALID_RESULT" } });
    expect(parsed).toBe(0);
    expect(readHandlerOutcome('{"handled":true}')).toEqual({ result: { handled: true } });
    expect(parsed).toBe(1);
  } finally {
    JSON.parse = parse;
  }
});

const source = (priority: number, result: string): string =>
  `export const meta = { priority: ${priority} }; export const handler = () => (${result});`;

test("a dispatcher calls it invalid, warns, and the next plugin has its turn", async () => {
  const first = await sandbox.load(source(10, "{ handled: 'yes' }"), { slug: "odd" });
  const second = await sandbox.load(source(20, "{ handled: true }"), { slug: "good" });
  const { bot, msg } = createContext().context;
  const warnings: unknown[] = [];
  const warn = (text: string, fields: unknown): void => void warnings.push([text, fields]);
  const logger = { ...silentLogger, warn };
  const dispatcher = createDispatcher({ plugins: [first, second], bot, logger });
  const { handledBy, runs } = await dispatcher.dispatch({ id: "1", message: msg });
  expect(handledBy).toBe("good");
  expect(runs.map(({ plugin, status, error }) => [plugin, status, error])).toEqual([
    ["odd", "invalid", undefined],
    ["good", "handled", undefined],
  ]);
  expect(warnings).toEqual([
    ["a handler did not return { handled: boolean }", expect.objectContaining({ plugin: "odd" })],
  ]);
});
