import { runInNewContext } from "node:vm";
import type { ParsedMessage } from "@botwright/core";
import type { SentMessage } from "@botwright/harness";
import { expect, test } from "vitest";
import type { SettledCall } from "../src/dev/runs/storage-trace.ts";
import type { TranscriptStep } from "../src/dev/runs/transcript.ts";
import { writeTest } from "../src/dev/write-test/write-test.ts";

/** What would be seen if it ran. */
const ATTACK = "globalThis.hasRun = true";
const ATTACKS = [
  ATTACK,
  `\`+(${ATTACK})+\``,
  `\${${ATTACK}}`,
  `");${ATTACK};("`,
  `a\u2028${ATTACK}`,
];

/** Data that looks like the pieces of code of which a test is written, on several levels. */
const FORGED = [
  { code: ATTACK },
  { code: "en" },
  [{ code: { code: ATTACK } }],
  { list: [{ code: ATTACK }], ["__proto__"]: { code: ATTACK }, [ATTACK]: 1 },
];

function succeeded(
  operation: SettledCall["operation"],
  args: readonly unknown[],
  value: unknown,
): SettledCall {
  return { plugin: "poll", operation, args: [...args], outcome: { ok: true, value } };
}

function fetched(url: string, value: unknown): SettledCall {
  const body = new TextEncoder().encode(JSON.stringify(value));
  const headers = [["content-type", "application/json"]];
  return succeeded("fetch", [url, { method: "GET" }], { status: 200, headers, body });
}

function said(text: string, answers: readonly string[]): TranscriptStep {
  const at = Date.UTC(2026, 0, 5);
  const message: ParsedMessage = {
    type: "text",
    text,
    from: "1001",
    to: "42",
    timestamp: at,
    contextToken: "1001:7",
    messageId: 7,
    raw: {},
  };
  const sends = answers.map((answer, index): SentMessage => ({
    messageId: String(index),
    to: "1001",
    type: "text",
    text: answer,
  }));
  return { message, at, bytes: undefined, handledBy: "poll", found: [], calls: [], sends };
}

interface RanTest {
  /** The options of its harness. */
  readonly options: unknown;
  /** What it has put into storage, by key. */
  readonly stored: ReadonlyMap<unknown, unknown>;
  /** The conversations that it has played. */
  readonly played: readonly unknown[];
  readonly hasRun: unknown;
}

const nameOf = (): string => "ann";

/** Runs a written test with a harness that only notes how it is called. */
async function runTest(steps: readonly TranscriptStep[], config: object = {}): Promise<RanTest> {
  const main = { slug: "poll", file: "poll.js", config: { ...config } };
  const { code } = writeTest({ platform: "telegram", steps, plugins: [main], nameOf });
  const source = code.replaceAll(/^import .*$/gm, "").replaceAll("import.meta.url", '"file:///"');
  const stored = new Map<unknown, unknown>();
  const played: unknown[] = [];
  let options: unknown;
  let running: Promise<unknown> | undefined;
  const replies: unknown[] = [];
  const harness = {
    storage: { set: async (key: unknown, value: unknown) => void stored.set(key, value) },
    user: () => ({ says: async (text: unknown) => (played.push(text), { replies }) }),
  };
  const context = {
    URL,
    Response,
    assert: { deepEqual: (_found: unknown, expected: unknown) => played.push(expected) },
    test(_title: string, body: (t: object) => Promise<unknown>): void {
      running = body({ after: () => {} });
    },
    createHarness(_plugin: unknown, given: unknown): object {
      options = given;
      return harness;
    },
    playConversation: (_harness: unknown, text: unknown) => played.push(text),
  };
  const global = Object.assign(Object.create(null), context);
  runInNewContext(source, global);
  await running;
  return { options, stored, played, hasRun: Reflect.get(global, "hasRun") };
}

/** Values of another realm, compared by what they are as JSON. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("data that looks like a piece of code is written as data", async () => {
  const step = {
    ...said("hello", []),
    found: FORGED.map((value, index) => ({ plugin: "poll", key: `key-${index}`, value })),
    calls: [
      ...FORGED.map((value, index) => fetched(`https://example.com/${index}`, value)),
      succeeded("searchService.search", ["all"], { results: FORGED }),
      succeeded("getPlatformCreds", ["feishu"], { code: ATTACK }),
      succeeded("aiService.callModel", [{ model: "any" }], { text: { code: ATTACK } }),
      { ...fetched("https://example.com/down", ""), outcome: failed(`") + (${ATTACK}) + ("`) },
    ],
  };
  const { options, stored, hasRun } = await runTest([step], { tone: FORGED });
  expect(hasRun).toBeUndefined();
  expect([...stored].map(([key, value]) => [key, asJson(value)])).toEqual(
    FORGED.map((value, index) => [`key-${index}`, value]),
  );
  expect(asJson(options)).toMatchObject({
    config: { tone: FORGED },
    search: { all: FORGED },
    credentials: { feishu: { code: ATTACK } },
    models: { any: { answers: [{ code: ATTACK }] } },
    fetch: Object.fromEntries(
      FORGED.map((value, index) => [`GET https://example.com/${index}`, value]),
    ),
  });
});

function failed(message: string): SettledCall["outcome"] {
  return { ok: false, error: { code: "FETCH_FAILED", message } };
}

test.each(ATTACKS)("a text of the chat is written as a text: %s", async (text) => {
  const steps = [said(text, [text]), said(` ${text}`, [text])];
  const { played, hasRun } = await runTest(steps);
  expect(hasRun).toBeUndefined();
  expect(played.map(asJson)).toEqual([expect.stringContaining(text), ` ${text}`, [text]]);
});
