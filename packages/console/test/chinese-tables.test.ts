/** @module-tag long */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { CHINESE_PHRASES } from "../src/developer/editor-phrases.ts";
import { CHINESE_FAILURES } from "../src/i18n/chinese-failures.ts";

const HAN = /\p{Script=Han}/u;

/** The packages that the editor is made of. */
const EDITOR = ["autocomplete", "commands", "language", "lint", "merge", "search", "view"];

/** The words of the editor, which it passes to functions called `phrase`. */
function phrasesOf(name: string): string[] {
  // Packages that the console does not name itself stand beside those that it does.
  const beside = fileURLToPath(import.meta.resolve("codemirror"));
  const path = fileURLToPath(import.meta.resolve(`@codemirror/${name}`, `file://${beside}`));
  const source = readFileSync(join(dirname(path), "index.js"), "utf8");
  return [...source.matchAll(/\bphrase\(([^)]*)\)/gu)].flatMap(([, given = ""]) =>
    [...given.matchAll(/"([^"]*)"/gu)].map(([, phrase = ""]) => phrase),
  );
}

test("every word of the editor has a Chinese one, with the same places to fill in", () => {
  const phrases = new Set(EDITOR.flatMap((name) => phrasesOf(name)));
  expect(phrases.size).toBeGreaterThan(25);
  expect(Object.keys(CHINESE_PHRASES).toSorted()).toEqual([...phrases].toSorted());
  for (const [phrase, words] of Object.entries(CHINESE_PHRASES)) {
    expect(words).toMatch(HAN);
    expect([phrase, words.includes("$")]).toEqual([phrase, phrase.includes("$")]);
  }
});

const PACKAGES = fileURLToPath(new URL("../..", import.meta.url));

/** The codes of failures that a plugin's run, a host call or a connection can have. */
const CODE =
  /"((?:FETCH|INFRASTRUCTURE|NETWORK|PLATFORM|PLUGIN|PROVIDER|SANDBOX|STORAGE)_[A-Z_]+)"/gu;

const isCode = (text: string): boolean => `"${text}"`.match(CODE) !== null;

/** Codes of these forms that no owner or author reads in a trace. */
const NOT_SHOWN = new Set([
  // Of files on a developer's disk.
  "STORAGE_FILE_CHANGED",
  "STORAGE_FILE_FAILED",
  "STORAGE_FILE_INVALID",
]);

test("every failure of a run, a host call or a connection has Chinese words", () => {
  const codes = new Set<string>();
  for (const name of ["core", "services", "sandbox", "guarded-fetch", "adapter-*"]) {
    for (const file of globSync(`${name}/src/**/*.ts`, { cwd: PACKAGES })) {
      const source = readFileSync(join(PACKAGES, file), "utf8");
      for (const [, code = ""] of source.matchAll(CODE)) codes.add(code);
    }
  }
  expect(codes.size).toBeGreaterThan(40);
  const missing = [...codes].filter((code) => !CHINESE_FAILURES.has(code) && !NOT_SHOWN.has(code));
  expect(missing).toEqual([]);
  const ofNone = [...CHINESE_FAILURES.keys()].filter((code) => isCode(code) && !codes.has(code));
  expect(ofNone).toEqual([]);
  for (const words of CHINESE_FAILURES.values()) expect(words).toMatch(HAN);
});
