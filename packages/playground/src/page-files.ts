import { readdirSync, readFileSync } from "node:fs";

/** A static file of the chat page. */
export interface PageFile {
  readonly type: string;
  readonly content: string;
}

/** The folder of the assets: next to this module in the sources, next to the bundle in the package. */
const FOLDER = new URL("assets/", import.meta.url);
const TYPES: ReadonlyMap<string, string> = new Map([
  ["html", "text/html; charset=utf-8"],
  ["css", "text/css; charset=utf-8"],
  ["js", "text/javascript; charset=utf-8"],
]);

/** Reads the files of the chat page by their paths; `page.html` is served at `/`. */
export function readPage(): ReadonlyMap<string, PageFile> {
  return new Map(
    readdirSync(FOLDER).map((name) => [
      name === "page.html" ? "/" : `/${name}`,
      {
        type: TYPES.get(name.split(".").at(-1) ?? "") ?? "text/plain",
        content: readFileSync(new URL(name, FOLDER), "utf8"),
      },
    ]),
  );
}
