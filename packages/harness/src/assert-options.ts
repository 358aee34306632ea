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
import type { AIAnswer, ModelScript } from "./fakes/ai.ts";
import type { FakeCredentials } from "./fakes/credentials.ts";
import { isSource } from "./load/load-plugin.ts";
import type { HarnessOptions } from "./options.ts";

const { count, flag, list, number, object, size, text } = OPTION_RULES;

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

const MODEL_RULES: OptionRules<ModelScript> = {
  answers: {
    expected: "a text, an answer, a list of them, or a function",
    accepts: (value) =>
      typeof value === "string" ||
      typeof value === "function" ||
      Array.isArray(value) ||
      isRecord(value),
  },
  category: oneOf(["chat", "vision", "image"]),
  free: flag,
  inputPrice: size,
  outputPrice: size,
  multiplier: size,
};

const ANSWER_RULES: OptionRules<AIAnswer> = {
  text,
  imageUrl: text,
  usage: object,
  error: text,
  afterMs: size,
};

/** Whether a `Date` can be made of it. */
function isTime(value: unknown): boolean {
  const isOfKind = value instanceof Date || typeof value === "number" || typeof value === "string";
  return isOfKind && !Number.isNaN(new Date(value).getTime());
}

/**
 * Checks the options of `createHarness`, because a test in JavaScript has no compiler that does. The contents of a
 * plugin's declaration and of `fetch`, and what functions answer, are checked where they are used.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the option
 */
export function assertHarnessInput(plugin: unknown, options: HarnessOptions): void {
  assertPlugin("plugin", plugin);
  assertOptions("options", options, RULES);
  assertOptions("options.credentials", options.credentials ?? {}, CREDENTIALS_RULES);
  assertModels(options.models ?? {});
  readLimits(DEFAULT_LIMITS, options.limits);
  for (const [index, other] of (options.others ?? []).entries()) {
    const isChained = isRecord(other) && "plugin" in other;
    assertPlugin(`options.others[${index}]`, isChained ? other.plugin : other);
  }
}

function assertModels(models: Readonly<Record<string, ModelScript>>): void {
  for (const [name, model] of Object.entries(models)) {
    const path = `options.models[${JSON.stringify(name)}]`;
    assertOptions(path, model, MODEL_RULES);
    const { answers } = model;
    if (Array.isArray(answers)) {
      for (const [index, answer] of answers.entries()) {
        assertAnswer(`${path}.answers[${index}]`, answer);
      }
    } else if (typeof answers === "object") assertAnswer(`${path}.answers`, answers);
  }
}

function assertAnswer(path: string, answer: unknown): void {
  if (typeof answer === "string") return;
  if (!isRecord(answer)) throw invalidInput(`${path} must be a text or an answer`);
  assertOptions<AIAnswer>(path, answer, ANSWER_RULES);
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
