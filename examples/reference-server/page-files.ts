import { readdir, readFile } from "node:fs/promises";

/** A file of the chat page, as it is served. */
export interface PageFile {
  path: string;
  type: string;
  content: string;
}

const FOLDER = new URL("page/", import.meta.url);
const TYPES: ReadonlyMap<string, string> = new Map([
  ["html", "text/html; charset=utf-8"],
  ["css", "text/css; charset=utf-8"],
  ["js", "text/javascript; charset=utf-8"],
]);

/** Reads the chat page; `page.html` is what `/` shows. */
export async function readPage(): Promise<PageFile[]> {
  const names = await readdir(FOLDER);
  return Promise.all(
    names.map(async (name) => ({
      path: name === "page.html" ? "/" : `/${name}`,
      type: TYPES.get(name.split(".").at(-1) ?? "") ?? "text/plain",
      content: await readFile(new URL(name, FOLDER), "utf8"),
    })),
  );
}
