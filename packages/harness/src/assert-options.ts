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
import { isSource } from "./load/load-plugin.ts";
import type { HarnessOptions } from "./options.ts";

const { count, list, number, object, size } = OPTION_RULES;

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
    expected: "an object of answers by query, or a function",
    accepts: (value) => isRecord(value) || typeof value === "function",
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

/** Whether a `Date` can be made of it. */
function isTime(value: unknown): boolean {
  const isOfKind = value instanceof Date || typeof value === "number" || typeof value === "string";
  return isOfKind && !Number.isNaN(new Date(value).getTime());
}

/**
 * Checks the options of `createHarness`, because a test in JavaScript has no compiler that does. The contents of a
 * plugin's declaration, `models` and `fetch` are checked where they are used.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the option
 */
export function assertHarnessInput(plugin: unknown, options: HarnessOptions): void {
  assertPlugin("plugin", plugin);
  assertOptions("options", options, RULES);
  assertOptions("options.credentials", options.credentials ?? {}, CREDENTIALS_RULES);
  readLimits(DEFAULT_LIMITS, options.limits);
  for (const [index, other] of (options.others ?? []).entries()) {
    const isChained = isRecord(other) && "plugin" in other;
    assertPlugin(`options.others[${index}]`, isChained ? other.plugin : other);
  }
}

function assertPlugin(path: string, value: unknown): void {
  const isPlugin =
    isSource(value) ||
    (isRecord(value) && isRecord(value["meta"]) && typeof value["handler"] === "function");
  if (isPlugin) return;
  throw invalidInput(
    `${path} must be the path of a plugin's file, its text, a file: URL, or a plugin made by definePlugin`,
  );
}
