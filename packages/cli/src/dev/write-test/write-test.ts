import { type Platform, shortenText } from "@botwright/core";
import type { ConversationTest } from "@botwright/playground";
import { type ObservedAnswers, collectAnswers } from "./observed-answers.ts";
import type { TranscriptStep } from "../runs/transcript.ts";
import { code, type Code, literal } from "./write-literal.ts";
import { writeSteps } from "./write-steps.ts";

/** A plugin of the conversation. */
export interface TestedPlugin {
  readonly slug: string;
  /** The path of its file, relative to the test. */
  readonly file: string;
  /** Its settings, without secrets. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** Options of {@link writeTest}. */
export interface WriteTestOptions {
  readonly platform: Platform;
  /** The conversation, not empty. */
  readonly steps: readonly TranscriptStep[];
  /** The loaded plugins, in order; the first is the one under test. */
  readonly plugins: readonly [TestedPlugin, ...TestedPlugin[]];
  /** The name of the person with this id; it consists of letters, digits, `_` and `-`. */
  readonly nameOf: (id: string) => string;
}

/**
 * Writes a conversation as a test for `botwright test`: the answers of models, searches and URLs
 * become a script, the values that were in storage are set, and each answer of the bot is expected.
 */
export function writeTest(options: WriteTestOptions): ConversationTest {
  const { platform, plugins, nameOf } = options;
  const [main, ...others] = plugins;
  const { steps } = options;
  const answers = collectAnswers(steps.flatMap(({ calls }) => calls));
  const [first] = steps;
  const setup = literal(
    {
      platform,
      now: new Date(first?.at ?? 0).toISOString(),
      ...(Object.keys(main.config).length > 0 && { config: main.config }),
      ...(others.length > 0 && { others: others.map(otherPlugin) }),
      ...answers,
    } satisfies ObservedAnswers & Record<string, unknown>,
    "  ",
  );
  const { lines, files, usesAssert } = writeSteps(steps, { slug: main.slug, nameOf });
  const imports = [
    ...(usesAssert ? ['import assert from "node:assert/strict";'] : []),
    'import { test } from "node:test";',
    'import { createHarness, playConversation } from "botwright";',
  ];
  const title = steps.map(({ message }) => message.text.trim()).find((text) => text !== "");
  const body = [
    code`const h = await createHarness(${pluginUrl(main.file)}, ${setup});`.code,
    "t.after(() => h.close());",
    ...(files.size === 0
      ? []
      : [code`const files = ${literal(Object.fromEntries(files), "  ")};`.code]),
    ...lines,
  ];
  const source = `${imports.join("\n")}

test(${literal(firstLine(title ?? platform)).code}, async (t) => {
${body.map((line) => `  ${line}\n`).join("")}});
`;
  return {
    file: `${main.slug}.conversation.test.js`,
    code: withNames(source, steps, nameOf),
  };
}

function pluginUrl(file: string): Code {
  return code`new URL(${literal(file)}, import.meta.url)`;
}

function otherPlugin({ file, config }: TestedPlugin): unknown {
  const plugin = pluginUrl(file);
  return Object.keys(config).length > 0 ? { plugin, config } : plugin;
}

const MAX_TITLE_LENGTH = 60;

function firstLine(text: string): string {
  const [line = ""] = text.split("\n");
  return shortenText(line, MAX_TITLE_LENGTH);
}

/** Replaces ids by names, because in a harness a person's id is the name. */
function withNames(
  source: string,
  steps: readonly TranscriptStep[],
  nameOf: (id: string) => string,
): string {
  let text = source;
  for (const id of new Set(steps.map(({ message }) => message.from))) {
    const name = nameOf(id);
    const pattern = new RegExp(
      `(?<![\\w])${id.replaceAll(/[^\w]/g, String.raw`\$&`)}(?![\\w])`,
      "g",
    );
    if (name !== id) text = text.replaceAll(pattern, name);
  }
  return text;
}
