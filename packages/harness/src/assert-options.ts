import {
  assertOptions,
  invalidInput,
  isRecord,
  oneOf,
  OPTION_RULES,
  type OptionRules,
  PLATFORMS,
  readLimits,
} from "@botwright/core";
import { DEFAULT_LIMITS } from "@botwright/sandbox";
import type { FakeCredentials } from "./fakes/credentials.ts";
import { isSearchAnswer } from "./fakes/search.ts";
import { isSource, type PluginInput } from "./load/load-plugin.ts";
import type { ChainedPlugin, HarnessOptions } from "./options.ts";

const { count, list, number, object, size } = OPTION_RULES;

const PLUGIN =
  "the path of a plugin's file, its text, a file: URL, or a plugin made by definePlugin";

const RULES: OptionRules<HarnessOptions> = {
  platform: oneOf(PLATFORMS),
  variant: oneOf(["multi", "single"]),
  runIn: oneOf(["sandbox", "host"]),
  config: object,
  priority: number,
  others: list,
  models: object,
  credits: size,
  freeImagesPerDay: size,
  search: {
    expected: "an object of lists of hits or error codes by query, or a function",
    accepts: (value) =>
      typeof value === "function" ||
      (isRecord(value) && Object.values(value).every(isSearchAnswer)),
  },
  fetch: object,
  credentials: object,
  now: {
    expected: "a Date, milliseconds, or a text such as 2026-02-28T23:59:00Z",
    accepts: isTime,
  },
  seed: number,
  limits: object,
  botDbId: count,
  userId: count,
};

const CREDENTIALS_RULES: OptionRules<FakeCredentials> = {
  feishu: object,
  wecom: object,
  dingtalk: object,
};

const CHAINED_RULES: OptionRules<ChainedPlugin> = {
  plugin: { expected: PLUGIN, accepts: isPlugin },
  priority: number,
  config: object,
};

/** Whether a `Date` can be made of it. */
function isTime(value: unknown): boolean {
  const isOfKind = value instanceof Date || typeof value === "number" || typeof value === "string";
  return isOfKind && !Number.isNaN(new Date(value).getTime());
}

/**
 * Checks the options of `createHarness`, because a test in JavaScript has no compiler that does. The contents of a
 * plugin's declaration and `models` are checked where they are used. Each value is an answer in `fetch`.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the option
 */
export function assertHarnessInput(plugin: unknown, options: HarnessOptions): void {
  assertPlugin("plugin", plugin);
  assertOptions("options", options, RULES);
  assertOptions("options.credentials", options.credentials ?? {}, CREDENTIALS_RULES);
  readLimits(DEFAULT_LIMITS, options.limits);
  for (const [index, other] of (options.others ?? []).entries()) {
    const path = `options.others[${index}]`;
    assertPlugin(path, isChained(other) ? other.plugin : other);
    if (isChained(other)) assertOptions(path, other, CHAINED_RULES);
  }
}

function isChained(other: PluginInput | ChainedPlugin): other is ChainedPlugin {
  return isRecord(other) && "plugin" in other;
}

function assertPlugin(path: string, value: unknown): void {
  if (!isPlugin(value)) throw invalidInput(`${path} must be ${PLUGIN}`);
}

function isPlugin(value: unknown): boolean {
  return (
    isSource(value) ||
    (isRecord(value) && isRecord(value["meta"]) && typeof value["handler"] === "function")
  );
}
