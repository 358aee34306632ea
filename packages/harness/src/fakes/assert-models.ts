import {
  assertOptions,
  invalidInput,
  isRecord,
  oneOf,
  OPTION_RULES,
  type OptionRules,
} from "@botwright/core";
import type { AIAnswer, Answer, ModelScript } from "./model-script.ts";

const { flag, object, size, text } = OPTION_RULES;

const ANSWER_RULES: OptionRules<AIAnswer> = {
  text,
  imageUrl: text,
  usage: object,
  error: text,
  afterMs: size,
};

const MODEL_RULES: OptionRules<ModelScript> = {
  answers: {
    expected: "a text, an object such as { text }, a list of these, or a function",
    accepts: (value) =>
      typeof value === "function" ||
      [value].flat().every((one) => typeof one === "string" || isRecord(one)),
  },
  category: oneOf(["chat", "vision", "image"]),
  free: flag,
  inputPrice: size,
  outputPrice: size,
  multiplier: size,
};

/**
 * Checks what a test says of its models. A misspelt `answers` would fail the plugin's call as one that the test does
 * not describe, and an answer of the wrong type would be an empty text.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the option
 */
export function assertModels(path: string, models: Readonly<Record<string, ModelScript>>): void {
  for (const [name, model] of Object.entries(models)) {
    const place = `${path}[${JSON.stringify(name)}]`;
    if (!isRecord(model)) throw invalidInput(`${place} must be an object such as { answers: "…" }`);
    assertOptions<ModelScript>(place, model, MODEL_RULES);
    const { answers } = model;
    if (typeof answers === "function") continue;
    for (const answer of [answers ?? []].flat()) assertAnswer(`${place}.answers`, answer);
  }
}

/** @throws {InvalidInputError} `INVALID_INPUT` for what is neither a text nor an {@link AIAnswer} */
export function assertAnswer(path: string, answer: Answer): void {
  if (typeof answer !== "string") assertOptions(path, answer, ANSWER_RULES);
}
