import { validatePluginMeta } from "@botwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inspectPlugin } from "../src/index.ts";

const handler = "async function handler() { return { handled: true }; }";

const metaOf = (text: string): unknown =>
  inspectPlugin(`export const meta = ${text}; export ${handler}`).meta;

describe("every accepted form of a plugin", () => {
  test.each([
    ["named exports", `export const meta = { slug: "ab" }; export ${handler}`],
    [
      "a constant",
      `export const meta = { slug: "ab" }; export const handler = async () => ({ handled: true });`,
    ],
    [
      "no async",
      `export const meta = { slug: "ab" }; export const handler = () => ({ handled: true });`,
    ],
    ["an export list", `const meta = { slug: "ab" }; ${handler} export { handler, meta };`],
    [
      "other names",
      `const m = { slug: "ab" }; const h = ${handler}; export { h as handler, m as "meta" };`,
    ],
    [
      "a default export",
      `export default { meta: { slug: "ab" }, ${handler.replace(" function", "")} };`,
    ],
    [
      "a named default",
      `const meta = { slug: "ab" }; ${handler} export { plugin as default }; const plugin = { meta, handler };`,
    ],
    [
      "a frozen default",
      `export default Object.freeze({ meta: { slug: "ab" }, handler: ${handler} });`,
    ],
    ["module.exports", `module.exports = { meta: { slug: "ab" }, handler: ${handler} };`],
    ["exports", `exports.meta = { slug: "ab" }; exports.handler = ${handler};`],
    [
      "module.exports.x",
      `module.exports.meta = { slug: "ab" }; module.exports.handler = ${handler};`,
    ],
    ["both at once", `exports = module.exports = { meta: { slug: "ab" }, handler: ${handler} };`],
    ["a later name", `let meta; meta = { slug: "ab" }; export { meta }; export ${handler}`],
  ])("%s", (_form, source) => {
    const { ok, meta, findings } = inspectPlugin(source);
    expect(findings).toEqual([]);
    expect({ ok, meta }).toEqual({ ok: true, meta: { slug: "ab" } });
  });

  test("named exports come before the default, and that before CommonJS", () => {
    const source = `
      export const meta = { slug: "named" };
      export default { meta: { slug: "default" }, handler: ${handler} };
      module.exports = { meta: { slug: "commonjs" } };`;
    expect(inspectPlugin(source).meta).toEqual({ slug: "named" });
  });
});

describe("a literal", () => {
  test("of every kind is read as it runs", () => {
    expect(
      metaOf(`{
        "slug": 'ab', name: \`A
b\`, description: "a" + "b" + \`c\`, icon: "🔌", priority: +70, triggers: ["a", "\\u4f60"],
        config_schema: [{ key: "k", label: "", type: "number", default: -1.5e3 },
          { key: "n", label: "", type: "boolean", default: null, placeholder: undefined }],
        permissions: { hosts: [], ai: !0, search: !1 },
      }`),
    ).toEqual({
      slug: "ab",
      name: "A\nb",
      description: "abc",
      icon: "🔌",
      priority: 70,
      triggers: ["a", "你"],
      config_schema: [
        { key: "k", label: "", type: "number", default: -1500 },
        { key: "n", label: "", type: "boolean", default: null },
      ],
      permissions: { hosts: [], ai: true, search: false },
    });
  });

  test.each([
    "{ slug }",
    "{ ...base }",
    "{ slug: `${name}` }",
    "{ slug: make() }",
    "{ get slug() { return 'ab'; } }",
    "{ slug() {} }",
    "{ [key]: 1 }",
    "{ ['name']: 'n' }",
    "{ name: 'a', name: 'b' }",
    "{ name: 'a', 'name': 'b' }",
    "{ permissions: undefined_ }",
    "{ triggers: [, 'a'] }",
    "{ triggers: [...list] }",
    "{ name: /x/ }",
    "{ priority: 1n }",
    "{ priority: 1 + 2 }",
    "{ __proto__: { slug: 'ab' } }",
    "make()",
  ])("is not %s", (text) => {
    const source = `const slug = "ab", name = "n", key = "k", base = {}, list = [], make = () => ({});
      export const meta = ${text}; export ${handler}`;
    const { ok, meta, findings } = inspectPlugin(source);
    expect({ ok, meta }).toEqual({ ok: false, meta: null });
    expect(findings.map(({ rule }) => rule)).toContain("meta-not-literal");
  });

  test("of any JSON is read as JSON.parse reads it", () => {
    const unlikely = fc.jsonValue({ maxDepth: 4 }).filter((value) => {
      const isOwnProto = /"__proto__"/u.test(JSON.stringify(value));
      return !isOwnProto;
    });
    fc.assert(
      fc.property(unlikely, (value) => {
        const json = JSON.stringify(value).replaceAll(/[\u2028\u2029]/gu, "");
        const item = { key: "k", label: "l", type: "text", default: JSON.parse(json) };
        const meta = metaOf(`{ config_schema: [${JSON.stringify(item)}] }`);
        expect(meta).toEqual({ config_schema: [item] });
      }),
    );
  });

  // spec: meta.categories
  test("is checked by core, and every wrong field is a finding with its path and place", () => {
    const text = `{ slug: "ab", permissions: { hosts: ["a.example", 5] }, category: "news" }`;
    const { meta, findings } = inspectPlugin(`export const meta = ${text}; export ${handler}`);
    expect(meta).toBeNull();
    expect(findings.map(({ message, column }) => [message.split(" ")[0], column])).toEqual([
      ["meta.permissions.hosts[1]", 71],
      ["meta.category", 87],
    ]);
    expect(validatePluginMeta({ category: "news" }).success).toBe(false);
  });
});

const findingsOf = (text: string): unknown[] =>
  inspectPlugin(`export const meta = ${text}; export ${handler}`).findings.map(
    ({ rule, severity, message, column }) => [rule, severity, message.split(": ").at(-1), column],
  );

describe("a field that is probably not meant so", () => {
  test.each([
    ['{ slug: "ab", triggrs: [] }', "did you mean triggers?"],
    ['{ slug: "ab", permissions: { serach: true } }', "did you mean search?"],
  ])("is a warning with what was meant: %s", (text, advice) => {
    const column = expect.any(Number);
    expect(findingsOf(text)).toContainEqual(["unknown-meta-field", "warning", advice, column]);
    expect(metaOf(text)).not.toBeNull();
  });

  test("stands at its place, and a host says what a host is", () => {
    const text = '{ slug: "ab", permissions: { hosts: ["https://x/v1"] } }';
    const advice = 'a host is a name without scheme, port and path, write "x"';
    expect(findingsOf(text)).toContainEqual(["invalid-host", "warning", advice, 58]);
  });

  test.each([
    ['[{ key: "a", label: "A", type: "number", default: "5" }]', "use a number"],
    [
      '[{ key: "a", label: "A", type: "text" }, { key: "a", label: "B", type: "text" }]',
      "only the first one is set",
    ],
    ['[{ key: "a", label: "A", type: "select" }]', "add options: [{ value"],
  ])("is a setting that a host cannot set as it is declared: %s", (schema, advice) => {
    const code = `export const meta = { config_schema: ${schema} }; export ${handler}`;
    expect(inspectPlugin(code).findings).toContainEqual(
      expect.objectContaining({
        rule: "unusable-setting",
        severity: "warning",
        message: expect.stringContaining(advice),
      }),
    );
  });
});

describe("who wrote it", () => {
  const source = `export const meta = { slug: "bot-menu", priority: 5 };
    export async function handler({ pool }) { return { handled: pool !== undefined }; }`;

  // spec: order.third-party, context.pool
  test("third-party plugins run from 60 to 90, without a database", () => {
    const { findings } = inspectPlugin(source);
    expect(findings.map(({ rule }) => rule)).toEqual(["priority-out-of-range", "built-in-only"]);
  });

  test("built-in ones may do both", () => {
    expect(inspectPlugin(source, { thirdParty: false }).findings).toEqual([]);
  });
});

describe("a message", () => {
  test("never repeats a secret", () => {
    const key = ["sk", "live", "A8s7D6f5G4h3J2k1L0qWeRtY"].join("-");
    const source = `export const meta = { slug: "ab", [\`x${key}\`]: make("${key}") };
      const token = "${key}"; eval("${key}"); fetch("http://u:${key}@a.example/?k=${key}");
      ${handler.replace("{ ", `{ return "${key}"; `)} export { handler };`;
    const { findings } = inspectPlugin(source);
    expect(findings.length).toBeGreaterThan(4);
    expect(JSON.stringify(findings)).not.toContain(key);
  });
});

/** The places and the sentences of what misleads. */
const misleading = (text: string): string[] =>
  inspectPlugin(`export const meta = ${text}; export ${handler}`).findings.flatMap(
    ({ rule, severity, message }) =>
      rule === "misleading-meta" && severity === "warning" ? [message] : [],
  );

const invisible = (field: string, code: string): string =>
  `${field} has the character U+${code}, which is invisible or changes how the text around it is shown`;

describe("a text that shows otherwise than it is", () => {
  test.each([
    [String.raw`{ name: "Ech\u202eo" }`, invisible("meta.name", "202E")],
    [String.raw`{ description: "a\u2066b" }`, invisible("meta.description", "2066")],
    [String.raw`{ icon: "\u3164" }`, invisible("meta.icon", "3164")],
    [String.raw`{ version: "1.0\u200b" }`, invisible("meta.version", "200B")],
    [String.raw`{ triggers: ["a", "b\u200d"] }`, invisible("meta.triggers[1]", "200D")],
    [String.raw`{ name: "Echo\n1.0 approved" }`, invisible("meta.name", "000A")],
    [String.raw`{ name: "Echo\u001b[2J" }`, invisible("meta.name", "001B")],
    [String.raw`{ name: "\u115f\u1160" }`, invisible("meta.name", "115F")],
    [String.raw`{ name: "\u2800" }`, invisible("meta.name", "2800")],
    [String.raw`{ name: "a\u{e0041}" }`, invisible("meta.name", "E0041")],
    [
      String.raw`{ config_schema: [{ key: "k", label: "l\u200f", type: "text" }] }`,
      invisible("meta.config_schema[0].label", "200F"),
    ],
    [
      String.raw`{ config_schema: [{ key: "k", label: "l", type: "select", options: [{ value: 1, label: "\ufeff" }] }] }`,
      invisible("meta.config_schema[0].options[0].label", "FEFF"),
    ],
    [String.raw`{ name: " \u3000" }`, "meta.name is nothing but blanks"],
  ])("is a warning: %s", (text, message) => {
    expect(misleading(text)).toEqual([message]);
    expect(metaOf(text)).not.toBeNull();
  });

  test("stands at its place", () => {
    const text = String.raw`{ triggers: ["a", "\u202eb"] }`;
    expect(findingsOf(text)).toEqual([
      ["misleading-meta", "warning", invisible("meta.triggers[1]", "202E"), 39],
    ]);
  });

  test("is no description of several lines", () => {
    expect(misleading(String.raw`{ description: "one\ntwo" }`)).toEqual([]);
  });

  test.each([
    "👩‍💻",
    "❤️‍🔥",
    "🏳️‍🌈",
    "🏃🏽‍♀️",
    "1️⃣",
    "☺︎",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "می‌خواهم",
    "क्‍ष",
    "葛󠄀",
    "聊天 Echo – 1.0 ©",
    "",
  ])("is no emoji and no text of another script: %s", (text) => {
    expect(
      misleading(`{ name: ${JSON.stringify(text)}, triggers: [${JSON.stringify(text)}] }`),
    ).toEqual([]);
  });
});
