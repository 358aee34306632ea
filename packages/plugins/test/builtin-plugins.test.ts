import { defaultPriority, findTriggerConflicts, type PluginPermissions } from "@botwright/core";
import { createHarness } from "@botwright/harness";
import { inspectPlugin } from "@botwright/inspect";
import { describe, expect, test } from "vitest";
import { createBuiltinPlugins } from "../src/index.ts";
import { texts as aiChat } from "../src/texts/ai-chat.ts";
import { texts as autoGreeting } from "../src/texts/auto-greeting.ts";
import { texts as botMenu } from "../src/texts/bot-menu.ts";
import { texts as idiomChain } from "../src/texts/idiom-chain.ts";
import { texts as messageFilter } from "../src/texts/message-filter.ts";
import { texts as twentyFour } from "../src/texts/twenty-four.ts";
import { MODES, pluginIn, SLUGS, sourceOf } from "./modes.ts";

const plugins = createBuiltinPlugins({ fetch });
const HAN = /\p{Script=Han}/u;

// spec: order.bot-menu, order.message-filter, order.keyword-reply, order.auto-greeting
// spec: order.webhook-forward, order.games, order.ai-chat
test("they run in the order of the specification's table", () => {
  const priorities = plugins.map(({ meta }) => [meta.slug, defaultPriority(meta)]);
  expect(priorities).toEqual([
    ["bot-menu", 5],
    ["message-filter", 10],
    ["keyword-reply", 30],
    ["auto-greeting", 40],
    ["webhook-forward", 50],
    ["idiom-chain", 80],
    ["twenty-four", 80],
    ["ai-chat", 100],
  ]);
});

test("none reacts to the words of another one", () => {
  expect(findTriggerConflicts(plugins.map(({ meta }) => meta))).toMatchObject({
    exact: [],
    prefix: [],
  });
});

test("each may do what it does, and nothing more", () => {
  const declared = Object.fromEntries(
    plugins.map(({ meta }): [string, PluginPermissions | undefined] => [
      meta.slug,
      meta.permissions,
    ]),
  );
  expect(declared).toEqual({
    "bot-menu": { hosts: [] },
    "message-filter": { hosts: [] },
    "keyword-reply": { hosts: [] },
    "auto-greeting": { hosts: [] },
    "webhook-forward": { hosts: ["*"] },
    "idiom-chain": { hosts: [] },
    "twenty-four": { hosts: [] },
    "ai-chat": { hosts: [], ai: true, media: true },
  });
});

describe.each(SLUGS)("%s", (slug) => {
  test("as a file is one module that a reviewer has nothing to say about", async () => {
    const code = await sourceOf(slug);
    expect(code).not.toMatch(/^import /m);
    // Chinese stands there as Chinese.
    expect(code).toMatch(HAN);
    const { ok, meta, findings } = inspectPlugin(code, { thirdParty: false });
    expect(ok).toBe(true);
    expect(meta).toEqual(plugins.find((plugin) => plugin.meta.slug === slug)?.meta);
    const found = findings.filter(({ severity }) => severity !== "info").map(({ rule }) => rule);
    // An owner's web server may be anywhere.
    expect(found).toEqual(slug === "webhook-forward" ? ["any-host"] : []);
  });

  test.each(MODES)("%s, lets a message pass that is none of its business", async (mode) => {
    await using h = await createHarness(pluginIn(mode, slug));
    await h.user("ann").says("hello there");
    const { runs, error } = await h.user("ann").says("(no words");
    expect(error).toBeUndefined();
    expect(runs.map(({ status }) => status)).toEqual([slug === "ai-chat" ? "handled" : "passed"]);
  });

  test("has its names, settings and choices in both languages", () => {
    const meta = plugins.find((plugin) => plugin.meta.slug === slug)?.meta;
    const labels = [
      meta?.name,
      meta?.description,
      ...(meta?.config_schema ?? []).flatMap(({ label, options }) => [
        label,
        ...(options ?? []).map((option) => option.label),
      ]),
    ];
    const written = labels.filter((label) => label !== "中文" && label !== "English");
    for (const label of written) expect(label).toMatch(/^.*\S \/ \S.*$/u);
  });
});

test.each(Object.entries({ aiChat, autoGreeting, botMenu, idiomChain, messageFilter, twentyFour }))(
  "the texts of %s are complete in both languages",
  (_name, { zh, en }) => {
    expect(Object.keys(zh)).toEqual(Object.keys(en));
    for (const text of Object.values(zh)) expect(shown(text)).toMatch(HAN);
    for (const text of Object.values(en)) expect(shown(text)).not.toMatch(HAN);
  },
);

function shown(text: unknown): string {
  return typeof text === "function" ? String(text("1", "2")) : String(text);
}
