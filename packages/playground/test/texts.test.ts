import { PLATFORMS, type RunTrace } from "@botwright/core";
import type { ChatPageErrorCode, LoginView, PageState } from "@botwright/playground";
import type { SentMessage } from "@botwright/simulators";
import { describe, expect, test } from "vitest";
import { findKeys, findNames } from "./find-literals.ts";
import { formOf, type PageText, readAssets, readTexts } from "./page-texts.ts";

const en = await readTexts("en");
const zh = await readTexts("zh");
const scripts = await readAssets(".js");
const markup = [...(await readAssets(".html")).values()].join("\n");

const CODES = {
  CROSS_SITE: true,
  EMPTY_CHAT: true,
  INTERNAL_ERROR: true,
  INVALID_INPUT: true,
  METHOD_NOT_ALLOWED: true,
  NOT_FOUND: true,
  NOT_KEPT: true,
  NOT_LOGGED_IN: true,
  NOT_SCANNED: true,
  NOT_SIMULATED: true,
  NO_QR_CODE: true,
  STOPPING: true,
  TOO_LARGE: true,
  TOO_MANY: true,
  UNKNOWN_PLATFORM: true,
} satisfies Record<ChatPageErrorCode, true>;
const STATES = {
  starting: true,
  login: true,
  connected: true,
  failed: true,
  unbound: true,
} satisfies Record<PageState, true>;
const STAGES = {
  starting: true,
  waiting: true,
  scanned: true,
  connected: true,
  failed: true,
} satisfies Record<LoginView["stage"], true>;
const ENDS = {
  handled: true,
  passed: true,
  invalid: true,
  failed: true,
  interrupted: true,
} satisfies Record<RunTrace["status"], true>;
const KINDS = {
  text: true,
  image: true,
  voice: true,
  video: true,
  file: true,
} satisfies Record<SentMessage["type"], true>;
/** The names in keys that the page puts together, such as `state.connected`. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  error: ["OFFLINE", ...Object.keys(CODES)],
  state: Object.keys(STATES),
  login: Object.keys(STAGES),
  run: Object.keys(ENDS),
  kind: Object.keys(KINDS),
  platform: PLATFORMS,
  without: ["typing", "quotes", "image", "voice", "video", "file"],
  tools: ["log", "storage", "settings", "answers", "clock"],
};
const GROUPED: ReadonlySet<string> = new Set(
  Object.entries(GROUPS).flatMap(([group, names]) => names.map((name) => `${group}.${name}`)),
);

const formsOf = (text: PageText | undefined): string[] =>
  typeof text === "object" ? Object.values(text) : [text ?? ""];

/** The names of the values that a text has, in any of its forms. */
function valuesOf(text: PageText | undefined): string[] {
  const found = formsOf(text).flatMap((form) => [...form.matchAll(/\{(\w+)\}/gu)]);
  return [...new Set(found.map(([, name = ""]) => name))].toSorted();
}

const isChinese = (text: PageText): boolean => /\p{Script=Han}/u.test(formOf(text));

describe("the languages", () => {
  test("have the same keys in the same order", () => {
    expect(Object.keys(zh)).toEqual(Object.keys(en));
  });

  test("have the same values in each text", () => {
    for (const key of Object.keys(en)) {
      expect([key, valuesOf(zh[key])]).toEqual([key, valuesOf(en[key])]);
    }
  });

  test("have the plural forms that they distinguish", () => {
    for (const [texts, locale] of [
      [en, "en-GB"],
      [zh, "zh-CN"],
    ] as const) {
      const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
      const plurals = Object.values(texts).filter((text) => typeof text === "object");
      for (const text of plurals) expect(Object.keys(text).toSorted()).toEqual(forms.toSorted());
    }
    expect(typeof en["run.credits"]).toBe("object");
  });

  test("are what they say they are", () => {
    const wrong = Object.keys(en).filter((key) => isChinese(en[key] ?? ""));
    expect(wrong).toEqual(["page.language"]);
    const foreign = Object.keys(zh).filter((key) => !isChinese(zh[key] ?? ""));
    expect(foreign).toEqual([
      "page.language",
      "platform.telegram",
      "run.cpu",
      "run.gas",
      "log.where",
    ]);
  });
});

describe("each text", () => {
  test("is there where the page names it", () => {
    const named = [...scripts].flatMap(([name, code]) => findKeys(name, code));
    const marked = [...markup.matchAll(/data-t(?:-[a-z-]+)?="([^"]*)"/gu)].map(([, key]) => key);
    expect(named.length).toBeGreaterThan(50);
    expect(marked.length).toBeGreaterThan(10);
    expect([...named, ...marked].filter((key) => !Object.hasOwn(en, key ?? ""))).toEqual([]);
  });

  test("is used", () => {
    const names = new Set([...scripts].flatMap(([name, code]) => [...findNames(name, code)]));
    for (const [, key = ""] of markup.matchAll(/data-t(?:-[a-z-]+)?="([^"]*)"/gu)) names.add(key);
    const isUsed = (key: string): boolean =>
      names.has(key) || (GROUPED.has(key) && names.has(key.slice(0, key.indexOf(".") + 1)));
    expect(Object.keys(en).filter((key) => !isUsed(key))).toEqual([]);
  });

  test("is there for every code that the server sends", () => {
    expect([...GROUPED].filter((key) => !Object.hasOwn(en, key))).toEqual([]);
  });
});
