import {
  assertOptions,
  createBot,
  createBotRuntime,
  oneOf,
  OPTION_RULES,
  type OptionRules,
  readLimits,
} from "@botwright/core";
import { expect, test } from "vitest";
import { fakePlatform } from "./messages.ts";

interface Options {
  models?: object;
  level?: "low" | "high";
  size?: number;
}

const RULES: OptionRules<Options> = {
  models: OPTION_RULES.object,
  level: oneOf(["low", "high"]),
  size: OPTION_RULES.size,
};

/** Calls a function as an author of JavaScript may: with anything. */
function applied(called: (...args: never[]) => unknown, ...args: unknown[]): () => unknown {
  return () => Reflect.apply(called, undefined, args);
}

function refusal(message: string): unknown {
  return expect.objectContaining({ code: "INVALID_INPUT", message });
}

test.each([
  [{ modells: {} }, "options.modells is unknown: did you mean models?"],
  [{ x: 1, y: 2 }, "options.x is unknown: options has models, level, size (and 1 more)"],
  [{ models: [] }, "options.models must be an object"],
  [{ level: "middle" }, 'options.level must be "low" or "high"'],
  [{ size: -1 }, "options.size must be a number from 0 on"],
  [5, "options must be an object"],
])("options that are wrong are refused by their name: %j", (given, message) => {
  expect(applied(assertOptions, "options", given, RULES)).toThrow(refusal(message));
});

test("options that are left out or undefined have their defaults", () => {
  for (const given of [{}, { models: {}, level: "low", size: Infinity }, { models: undefined }]) {
    expect(applied(assertOptions, "options", given, RULES)).not.toThrow();
  }
});

test("a limit that does not exist is refused", () => {
  const defaults = { cpuMs: 1, wallMs: 2 };
  expect(applied(readLimits, defaults, { wall: 3 })).toThrow(
    refusal("limits.wall is unknown: limits has cpuMs, wallMs"),
  );
  expect(applied(readLimits, defaults, { wallMS: 3 })).toThrow(
    refusal("limits.wallMS is unknown: did you mean wallMs?"),
  );
  expect(applied(readLimits, defaults, 3)).toThrow(refusal("limits must be an object"));
});

const { adapter } = fakePlatform();
const NO_ADAPTER = "adapter must be an adapter, as createTelegramAdapter makes one";

test.each([
  [undefined, "options must be an object: { adapter, plugins }"],
  [{ plugins: [] }, NO_ADAPTER],
  [{ adapter: { platform: "telegram" }, plugins: [] }, NO_ADAPTER],
  [{ adapter, plugins: [], onevent() {} }, "options.onevent is unknown: did you mean onEvent?"],
  [{ adapter, plugins: [], services: 1 }, "options.services must be a function"],
  [{ adapter }, "plugins must be a list of plugins, or a function that resolves to one"],
  [
    { adapter, plugins: "a.js" },
    "plugins must be a list of plugins, or a function that resolves to one",
  ],
  [
    { adapter, plugins: ["a.js"] },
    "plugins[0] must be a plugin, as definePlugin and sandbox.load make",
  ],
  [
    { adapter, plugins: [Promise.resolve()] },
    "plugins[0] is a promise: write await in front of sandbox.load(…)",
  ],
  [
    { adapter, plugins: [undefined] },
    "plugins[0] must be a plugin, as definePlugin and sandbox.load make",
  ],
])("a runtime says what its options lack: %#", (options, message) => {
  expect(applied(createBotRuntime, options)).toThrow(refusal(message));
});

test("a bot without an adapter is refused", () => {
  expect(applied(createBot)).toThrow(refusal(NO_ADAPTER));
});
