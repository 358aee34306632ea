/** @module-tag long */
import { createHarness, type Harness } from "@botwright/harness";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pluginIn, SLUGS } from "./modes.ts";

/** Texts of the largest size that make a careless expression slow. */
const TEXTS: Readonly<Record<string, string>> = {
  "full stops": `${".".repeat(60_000)}a`,
  blanks: `赌${" ".repeat(60_000)}a`,
  "blanks between characters": "赌 ".repeat(16_000),
  "invisible characters": `${"\u200b".repeat(20_000)}a`,
  "characters that grow": "\ufdfa".repeat(20_000),
  parentheses: "(".repeat(60_000),
  placeholders: "{text}".repeat(10_000),
  "combining marks": `a${"\u0300".repeat(30_000)}${"\u0316".repeat(30_000)}`,
  "half emoji": "\ud83d".repeat(20_000),
};

const words = Array.from({ length: 1000 }, (_, index) => `a*赌${index}*b`).join("\n");

const SETTINGS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "message-filter": { words },
  "keyword-reply": { rules: "a => {text}", mode: "contains" },
  "auto-greeting": { greeting: "{text}" },
};

describe.each(SLUGS)("%s", (slug) => {
  let harness: Harness;

  beforeAll(async () => {
    const models = { free: { answers: "fine" } };
    const config = SETTINGS[slug] ?? {};
    harness = await createHarness(pluginIn("sandboxed", slug), { config, models });
  });
  afterAll(() => harness[Symbol.asyncDispose]());

  test.each(Object.keys(TEXTS))("has time for %s", async (name) => {
    const { error } = await harness.user(name).says(TEXTS[name] ?? "");
    expect(error).toBeUndefined();
  });
});
