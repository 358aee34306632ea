import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";

const SOURCES = fileURLToPath(new URL("../src", import.meta.url));
const TEXTS = join(SOURCES, "i18n/texts");

/** The texts of all areas, by language and key. */
const all = { en: new Map<string, string>(), zh: new Map<string, string>() };
/** Everything else that the console consists of. */
let code = "";

beforeAll(async () => {
  for (const entry of await readdir(SOURCES, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!/\.tsx?$/u.test(entry.name)) continue;
    if (entry.parentPath !== TEXTS) {
      code += await readFile(path, "utf8");
      continue;
    }
    for (const area of Object.values<unknown>(await import(path))) {
      for (const language of ["en", "zh"] as const) {
        const texts: unknown = Reflect.get(Object(area), language);
        for (const [key, text] of Object.entries(Object(texts))) {
          if (all[language].has(key)) throw new Error(`${key} stands twice`);
          all[language].set(key, String(text));
        }
      }
    }
  }
});

test("both languages have the same texts, with the same values filled in", () => {
  expect(all.en.size).toBeGreaterThan(500);
  expect([...all.zh.keys()]).toEqual([...all.en.keys()]);
  const differing = [...all.en].filter(([key, text]) => {
    const other = all.zh.get(key) ?? "";
    return other.trim() === "" || valuesIn(other) !== valuesIn(text);
  });
  expect(differing).toEqual([]);
});

test("every text is used", () => {
  const patterns = [...code.matchAll(/`([\w.-]+(?:\$\{[^}]+\}[\w.-]*)+)`/gu)].map(
    ([, template = ""]) =>
      new RegExp(
        `^${template.replaceAll(".", "\\.").replaceAll(/\$\{[^}]+\}/gu, "[\\w-]+")}$`,
        "u",
      ),
  );
  const unused = [...all.en.keys()].filter(
    (key) => !code.includes(`"${key}"`) && !patterns.some((pattern) => pattern.test(key)),
  );
  expect(unused).toEqual([]);
});

test.for([
  ["console.md", "en"],
  ["console.zh.md", "zh"],
] as const)("what %s tells to choose has that name", async ([name, language]) => {
  const page = await readFile(new URL(`../../../docs/${name}`, import.meta.url), "utf8");
  // At the beginning of a step stands what it is about.
  const labels = [...page.matchAll(/(^\d\. )?\*\*([^*]+)\*\*/gmu)].flatMap(
    ([, beginning, label = ""]) => (beginning === undefined ? [label] : []),
  );
  expect(labels.length).toBeGreaterThan(30);
  const texts = new Set(all[language].values());
  const missing = labels.filter((label) => !texts.has(label) && !NAMES.test(label));
  expect(missing).toEqual([]);
});

/** A plugin of the demo; a label that ends with a version. */
const NAMES = /^Notebook$|…$/u;

/** The names of what is filled in; words that depend on a number are one language's own. */
function valuesIn(text: string): string {
  const names = new Set([...text.matchAll(/\{(\w+)\}/gu)].map(([, name = ""]) => name));
  return [...names].toSorted((a, b) => a.localeCompare(b)).join(" ");
}
