import { describeMetaIssue, findMetaWarnings, validatePluginMeta } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { type Finding, inspectPlugin, unfinishedInspection } from "../src/index.ts";
import { CHINESE } from "../src/words/chinese.ts";
import { ENGLISH } from "../src/words/english.ts";
import { findingInChinese } from "../src/zh.ts";
import { SOURCES } from "./every-sentence.ts";

/** All findings of the files that together have every sentence. */
const findings: readonly Finding[] = [
  ...SOURCES.flatMap((source) => inspectPlugin(source).findings),
  ...unfinishedInspection().findings,
];

/** The placeholders of a text, such as `{#kind}`. */
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{[#@]?\w+\}/gu)].map(([found]) => found).toSorted();

const quotedIn = (text: string): string[] =>
  [...text.matchAll(/"[^"]*"/gu)].map(([found]) => found);

/** Texts that are names or signs, the same in both languages. */
const NAMES = new Set([
  "js-x-ray",
  "owner/meta",
  "owner/permissions",
  "data/base32",
  "data/base64",
  "where/one",
  "as/data",
  "origin/storage",
]);

describe.each(["messages", "terms", "meta"] as const)("the Chinese %s", (table) => {
  const [english, chinese]: readonly Readonly<Record<string, string>>[] = [
    ENGLISH[table],
    CHINESE[table],
  ];
  test("are complete, with the same placeholders", () => {
    expect(Object.keys(chinese ?? {}).toSorted()).toEqual(Object.keys(english ?? {}).toSorted());
    for (const [key, text] of Object.entries(english ?? {})) {
      // A value may stand in a sentence twice.
      const wanted = new Set(placeholders(text));
      expect([key, new Set(placeholders(chinese?.[key] ?? ""))]).toEqual([key, wanted]);
    }
  });
  test("are Chinese", () => {
    const foreign = Object.entries(chinese ?? {}).filter(
      ([key, text]) => !NAMES.has(key) && !/\p{Script=Han}/u.test(text),
    );
    expect(foreign).toEqual([]);
  });
});

test("the advice for meta names the same values", () => {
  for (const [path, text] of Object.entries(ENGLISH.meta)) {
    const chinese: Readonly<Record<string, string>> = CHINESE.meta;
    expect([path, quotedIn(chinese[path] ?? "")]).toEqual([path, quotedIn(text)]);
  }
});

test("every sentence is found somewhere, and worded in both languages with all of its values", () => {
  const found = new Set(findings.map(({ sentence }) => sentence?.key));
  const all = Object.keys(ENGLISH.messages).filter((key) => key !== "js-x-ray");
  expect(all.filter((key) => !found.has(key))).toEqual([]);
  for (const finding of findings) {
    const { message, sentence } = finding;
    expect(sentence).toBeDefined();
    for (const text of [message, findingInChinese(finding)]) {
      expect(placeholders(text)).toEqual([]);
      expect(text).not.toMatch(/\[object|\{[#@]/u);
    }
    expect(findingInChinese(finding)).toMatch(/\p{Script=Han}/u);
  }
});

test("every term is used", () => {
  const values: ReadonlySet<unknown> = new Set(
    findings.flatMap(({ sentence }) => Object.values(sentence?.values ?? {})).flat(),
  );
  expect(Object.keys(ENGLISH.terms).filter((key) => !values.has(key))).toEqual([]);
});

test("a finding crosses JSON, as hosts store it", () => {
  const stored: readonly Finding[] = JSON.parse(JSON.stringify(findings));
  expect(stored.map((finding) => findingInChinese(finding))).toEqual(
    findings.map((finding) => findingInChinese(finding)),
  );
});

const HANDLER = "export const handler = () => ({ handled: true });";

test("what is said of meta is what core says of it", () => {
  const wrong = { slug: "m", name: 1, triggers: {}, priority: [], icon: null, permissions: "all" };
  const source = `export const meta = ${JSON.stringify(wrong)};\n${HANDLER}`;
  const validation = validatePluginMeta(wrong);
  const issues = validation.success ? [] : validation.errors;
  expect(issues.length).toBeGreaterThan(5);
  expect(messagesOf(source, "invalid-meta").toSorted()).toEqual(
    issues.map((issue) => describeMetaIssue(issue)).toSorted(),
  );
  const doubtful = {
    slugg: "dice",
    nothingLikeIt: 1,
    permissions: { hosts: ["https://a.example/", ""], aii: true },
    config_schema: [{ key: "a", label: "b", type: "text", lable: "c" }],
  };
  const warned = messagesOf(`export const meta = ${JSON.stringify(doubtful)};\n${HANDLER}`);
  for (const { message } of findMetaWarnings(doubtful)) expect(warned).toContain(message);
});

function messagesOf(source: string, only?: string): string[] {
  return inspectPlugin(source).findings.flatMap(({ rule, message }) =>
    only === undefined || rule === only ? [message] : [],
  );
}

test("a finding without a sentence, or with one of another release, keeps its English message", () => {
  const [finding] = findings;
  if (finding === undefined) throw new Error("there is no finding");
  const { sentence: _sentence, ...old } = finding;
  expect(findingInChinese(old)).toBe(old.message);
  const later = { ...finding, sentence: { key: "not-known-yet", values: {} } };
  expect(findingInChinese(later)).toBe(later.message);
  const inherited = { ...finding, sentence: { key: "toString", values: {} } };
  expect(findingInChinese(inherited)).toBe(finding.message);
});

test("a scanner's own message stays as it is", () => {
  const { findings: scanned } = inspectPlugin(HANDLER, {
    scanners: [(_source, report) => report("js-x-ray", { start: 0, end: 1 }, "looks odd")],
  });
  const found = scanned.find(({ rule }) => rule === "js-x-ray");
  expect(found).toMatchObject({ message: "looks odd" });
  expect(found).not.toHaveProperty("sentence");
  expect(found && findingInChinese(found)).toBe("looks odd");
});

test("what a file names is shown as it is, and cut", () => {
  const braces = `export const meta = { "{#kind}{more}": 1 };\n${HANDLER}`;
  const [finding] = inspectPlugin(braces).findings;
  expect(finding && findingInChinese(finding)).toContain("meta.{#kind}{more} 不是 meta 的字段");
  const name = "x".repeat(10_000);
  const long = inspectPlugin(`${HANDLER}\n${name}();`).findings.find(
    ({ rule }) => rule === "unknown-global",
  );
  expect(long?.message.length).toBeLessThan(500);
  expect(JSON.stringify(long?.sentence).length).toBeLessThan(500);
});

test("a terminal is given no control character of a file, nor of a scanner", () => {
  const source = `export async function handler(ctx) { await ctx.bot["rep\\u001b[31mly\\u202e"](); return { handled: true }; }`;
  const { findings: found } = inspectPlugin(source, {
    scanners: [(_source, report) => report("js-x-ray", { start: 0, end: 1 }, "looks \u001bodd")],
  });
  const unknown = found.find(({ rule }) => rule === "unknown-method");
  expect(unknown?.message).toContain(String.raw`there is no bot.rep\u001b[31mly\u202e`);
  expect(unknown && findingInChinese(unknown)).toContain(String.raw`rep\u001b[31mly\u202e`);
  expect(found.find(({ rule }) => rule === "js-x-ray")?.message).toBe(String.raw`looks \u001bodd`);
});

test("the number of further places is said too", () => {
  const many = Array.from({ length: 30 }, (_, index) => `unknownGlobal${index}();`).join("\n");
  const last = inspectPlugin(`${HANDLER}\n${many}`).findings.findLast(
    ({ rule }) => rule === "unknown-global",
  );
  expect(last?.message).toMatch(/ \(and 10 places more\)$/u);
  expect(last && findingInChinese(last)).toMatch(/（另有 10 处）$/u);
});
