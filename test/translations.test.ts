import { glob, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { readFences } from "./fences.ts";
import { root } from "./repository.ts";

const CODE = /`([^`\n]+)`/g;

const pages: string[] = [];
for await (const page of glob("docs/*.zh.md", { cwd: root })) pages.push(page);
const pairs = pages.toSorted().map((translated) => ({
  translated,
  original: translated.replace(".zh.md", ".md"),
}));

/**
 * What a page is made of, but for its words: headings, lists, rows of tables, and pictures. A picture with
 * words may have another one for Chinese, whose name ends with `-zh`.
 */
async function outline(path: string): Promise<string> {
  const page = await readFile(`${root}/${path}`, "utf8");
  return page
    .replaceAll(/^```[^]*?^```$/gm, "```")
    .split("\n")
    .map((line) => {
      const [block = ""] = /^(?:#+ |- |\d\. |\||```|$)/.exec(line) ?? ["text"];
      const cells = block === "|" ? line.split(/(?<!\\)\|/).length : "";
      const pictures = [...line.matchAll(/images\/[\w.-]+/g)].map(([name]) =>
        name.replace("-zh.", "."),
      );
      return [block, cells, ...pictures].join(" ");
    })
    .join("\n");
}

/** A page's fenced blocks, wherever they stand. */
async function blocks(path: string): Promise<object[]> {
  const fences = await readFences(path);
  return fences.map(({ language, info, code }) => ({ language, info, code }));
}

/** The parts of a text that are the same in every language: names of code, and numbers. */
async function facts(path: string): Promise<object> {
  const page = await readFile(`${root}/${path}`, "utf8");
  const text = page.replaceAll(/^```[^]*?^```$/gm, "").replaceAll(/\]\([^)]*\)/g, "]");
  // Placeholders are translated.
  const code = [...text.matchAll(CODE)].map(([, name = ""]) => name.replaceAll(/<[^>]*>/g, "<>"));
  const numbers = [...text.replaceAll(CODE, "").matchAll(/\d[\d.]*/g)].map(([number]) => number);
  return { code: [...new Set(code)].toSorted(), numbers: numbers.toSorted() };
}

test("the pages that a newcomer reads first are there in Chinese", () => {
  expect(pages.toSorted()).toEqual([
    "docs/console.zh.md",
    "docs/getting-started.zh.md",
    "docs/plugin-guide.zh.md",
    "docs/reference.zh.md",
  ]);
});

test.each(pairs)("$translated has the blocks of $original", async ({ translated, original }) => {
  expect(await blocks(translated)).toEqual(await blocks(original));
});

test.each(pairs)("$translated has the parts of $original", async ({ translated, original }) => {
  expect(await outline(translated)).toBe(await outline(original));
  expect(await facts(translated)).toEqual(await facts(original));
});

test.each(pairs)("$translated and $original lead to each other", async (pair) => {
  for (const [page, other] of [
    [pair.translated, pair.original],
    [pair.original, pair.translated],
  ] as const) {
    const [, , links = ""] = (await readFile(`${root}/${page}`, "utf8")).split("\n");
    expect(links).toContain(`](${basename(other)})`);
  }
});
