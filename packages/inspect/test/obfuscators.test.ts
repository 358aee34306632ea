/** @module-tag long */
import { transform } from "esbuild";
import { type ObfuscatorOptions, obfuscate } from "javascript-obfuscator";
import jsfuck from "jsfuck";
import { beforeAll, describe, expect, test } from "vitest";
import { inspectPlugin } from "../src/index.ts";
import { scanWithJsXRay } from "../src/js-x-ray.ts";
import { clean, cleanSource, plugin } from "./fixtures.ts";

const made = new Map<string, string>();

/** Obfuscating takes longer than all the rest, and several tests ask for the same. */
function obfuscated(source: string, options: ObfuscatorOptions): string {
  const key = JSON.stringify([source, options]);
  const code = made.get(key) ?? obfuscate(source, { seed: 7, ...options }).getObfuscatedCode();
  made.set(key, code);
  return code;
}

const errorsOf = (source: string): string[] =>
  inspectPlugin(source)
    .findings.filter(({ severity }) => severity === "error")
    .map(({ rule }): string => rule);

const signsOf = (source: string): string[] =>
  inspectPlugin(source).findings.flatMap(({ rule }) => (rule.startsWith("obf") ? [rule] : []));

const PRESETS = ["default", "low-obfuscation", "medium-obfuscation", "high-obfuscation"] as const;

describe.each(["echo", "caches", "commonjs"])("javascript-obfuscator on %s", (name) => {
  // spec: code.obfuscated
  test.each(PRESETS)("with the preset %s is refused", (optionsPreset) => {
    expect(errorsOf(obfuscated(cleanSource(name), { optionsPreset }))).toContain("obfuscated");
  });
});

const mangled = { identifierNamesGenerator: "mangled" } as const;

describe("javascript-obfuscator with names that look like a minifier's", () => {
  test.each<[string, ObfuscatorOptions]>([
    ["a list of texts", mangled],
    ["a list of encrypted texts", { ...mangled, stringArrayEncoding: ["rc4"] }],
    ["escapes", { ...mangled, stringArray: false, unicodeEscapeSequence: true }],
    ["tricks against changes", { ...mangled, stringArray: false, selfDefending: true }],
  ])("is refused for %s", (_what, options) => {
    expect(errorsOf(obfuscated(cleanSource("weather"), options))).toContain("obfuscated");
  });

  test("is suspected for texts in pieces, or for nothing but its habits", () => {
    const habits: ObfuscatorOptions = { ...mangled, stringArray: false };
    const pieces: ObfuscatorOptions = { ...habits, splitStrings: true, splitStringsChunkLength: 3 };
    for (const options of [habits, pieces]) {
      expect(signsOf(obfuscated(cleanSource("weather"), options))).not.toEqual([]);
    }
  });
});

describe("JavaScript of six characters", () => {
  test.each([true, false])("is refused (run at once: %s)", (run) => {
    const code = jsfuck.JSFuck.encode("bot.reply(msg)", run);
    expect(errorsOf(code)).toContain("obfuscated");
    expect(errorsOf(`export async function handler() { ${code}; }`)).toContain("obfuscated");
  });
});

describe("minified code is no obfuscated code", () => {
  const minified = new Map<string, string>();
  // CommonJS files get a wrapper that hides what they export.
  const modules = clean.filter(({ source }) => !/\bexports\b/.test(source));
  beforeAll(async () => {
    for (const { name, source } of modules) {
      const { code } = await transform(source, { minify: true, format: "esm" });
      minified.set(name, code);
    }
  });

  test.each(modules)("$name", ({ name }) => {
    const { ok, findings } = inspectPlugin(minified.get(name) ?? "");
    expect(ok).toBe(true);
    const warnings = findings.filter(({ severity }) => severity === "warning");
    // Minified, a variable may be set in the middle of an expression.
    const allowed = new Set<string>(["minified", "module-state"]);
    expect(warnings.filter(({ rule }) => !allowed.has(rule))).toEqual([]);
  });
});

describe("js-x-ray as a second opinion", () => {
  const options = { scanners: [scanWithJsXRay] };

  test.each(clean)("warns of nothing in $name", ({ source }) => {
    const { ok, findings } = inspectPlugin(source, options);
    expect(ok).toBe(true);
    expect(findings.filter(({ severity }) => severity === "warning")).toEqual([]);
  });

  test("names the obfuscator", () => {
    const code = obfuscated(cleanSource("weather"), { optionsPreset: "low-obfuscation" });
    expect(inspectPlugin(code, options).findings).toContainEqual(
      expect.objectContaining({
        rule: "js-x-ray",
        severity: "warning",
        message: "js-x-ray: obfuscator.io",
        line: 1,
        column: 1,
      }),
    );
  });

  test("says where the rest is", () => {
    const source = plugin("return /^(a+)+$/.test(ctx.msg.text);");
    const places = inspectPlugin(source, options).findings.map(
      ({ message, line, column }) => `${message}@${line}:${column}`,
    );
    expect(places).toContain("js-x-ray: unsafe-regex@4:10");
  });

  test("a file that overflows it is still answered", () => {
    const sum = `x = 1${" + 1".repeat(2400)};`;
    expect(inspectPlugin(plugin(sum, "let x;"), options).ok).toBe(true);
  });

  test.each(["weather", "commonjs"])(
    "sees nothing in obfuscated %s that the own rules do not see",
    (name) => {
      const all: ObfuscatorOptions[] = PRESETS.map((optionsPreset) => ({ optionsPreset }));
      const seenOnlyByJsXRay = [...all, mangled, { ...mangled, stringArray: false }]
        .map((preset) => obfuscated(cleanSource(name), preset))
        .filter((code) =>
          inspectPlugin(code, options).findings.some(
            ({ rule, severity }) => rule === "js-x-ray" && severity === "warning",
          ),
        )
        .filter((code) => signsOf(code).length === 0);
      expect(seenOnlyByJsXRay).toEqual([]);
    },
  );
});
