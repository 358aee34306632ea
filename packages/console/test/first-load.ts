import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** What a visitor loads before the first page is there. */
export interface FirstLoad {
  /** The files beside the page itself. */
  readonly files: readonly string[];
  /** All of them, each compressed by gzip. */
  readonly bytes: number;
}

/** Finds the files of a build that its page and its first script name. */
export async function readFirstLoad(dist: string): Promise<FirstLoad> {
  const page = await readFile(join(dist, "index.html"), "utf8");
  const files = [...page.matchAll(/(?:src|href)="\/([^"]+)"/gu)].map(([, path = ""]) => path);
  // What a script imports is loaded before it runs. The list grows while it is read.
  for (const path of files) {
    if (!path.endsWith(".js")) continue;
    const code = await readFile(join(dist, path), "utf8");
    for (const [, name = ""] of code.matchAll(
      /\bimport(?:[^;"'()]*\bfrom)?["']\.\/([^"']+)["']/gu,
    )) {
      if (!files.includes(`assets/${name}`)) files.push(`assets/${name}`);
    }
  }
  const contents = await Promise.all(files.map((path) => readFile(join(dist, path))));
  const all = [Buffer.from(page), ...contents];
  return { files, bytes: all.reduce((sum, file) => sum + gzipSync(file).length, 0) };
}
