import { readdir, readFile } from "node:fs/promises";

/** The languages of the page. */
export type Language = "en" | "zh";

/** A text of the page, or its plural forms. */
export type PageText = string | Readonly<Record<string, string>>;

/** The texts of a language by their keys. */
type PageTexts = Readonly<Record<string, PageText>>;

/** The folder of the page's files. */
const ASSETS: URL = new URL("../src/assets/", import.meta.url);

/** Reads the texts of a language. */
export async function readTexts(language: Language): Promise<PageTexts> {
  const module: unknown = await import(new URL(`texts-${language}.js`, ASSETS).href);
  const texts: unknown = Object(module)["texts"];
  if (!isTexts(texts)) throw new TypeError(`texts-${language}.js exports no table of texts`);
  return texts;
}

/** The form of a text that it has for most values. */
export function formOf(text: PageText | undefined): string {
  return (typeof text === "object" ? text["other"] : text) ?? "";
}

function isTexts(value: unknown): value is PageTexts {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).every(
    (text: unknown) =>
      typeof text === "string" ||
      (typeof text === "object" &&
        text !== null &&
        Object.values(text).every((form) => typeof form === "string")),
  );
}

/** The page's files with an ending, by name, without the texts. */
export async function readAssets(ending: ".css" | ".html" | ".js"): Promise<Map<string, string>> {
  const names = (await readdir(ASSETS)).filter(
    (name) => name.endsWith(ending) && !name.startsWith("texts-"),
  );
  const read = names.map(
    async (name) => [name, await readFile(new URL(name, ASSETS), "utf8")] as const,
  );
  return new Map(await Promise.all(read));
}
