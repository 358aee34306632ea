import { readFile } from "node:fs/promises";
import { root } from "./repository.ts";

/** A fenced block of a page. */
export interface Fence {
  /** Its position: `docs/plugin-guide.md:12`. */
  readonly place: string;
  /** The first word behind the fence. */
  readonly language: string;
  /** What follows it: `plugin` in `js plugin`. */
  readonly info: string;
  readonly code: string;
}

const FENCE = /^```(?<language>\w*) ?(?<info>[^\n]*)\n(?<code>[\s\S]*?)^```$/gm;

/** Reads the blocks of a page, a path from the repository's root, in their order. */
export async function readFences(path: string): Promise<readonly Fence[]> {
  const page = await readFile(`${root}/${path}`, "utf8");
  return [...page.matchAll(FENCE)].map(({ index, groups }) => ({
    place: `${path}:${page.slice(0, index).split("\n").length}`,
    language: groups?.["language"] ?? "",
    info: groups?.["info"] ?? "",
    code: groups?.["code"] ?? "",
  }));
}
