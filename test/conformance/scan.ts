import { glob, readFile } from "node:fs/promises";
import { root } from "../repository.ts";
import { findMarks, type Mark } from "./marks.ts";

/** Where tests stand. Contract suites are tests that packages offer. */
const TESTS = ["packages/*/{test,src/contract}/**/*.ts", "test/**/*.ts", "examples/**/*.ts"];
const LEFT_OUT = /(?:^|\/)(?:node_modules|fixtures|templates)(?:\/|$)/u;

/** All marks of the repository, by file and line. */
export async function scanMarks(): Promise<Mark[]> {
  const files: string[] = [];
  for await (const file of glob(TESTS, { cwd: root, exclude: (path) => LEFT_OUT.test(path) })) {
    files.push(file);
  }
  const marks = files.toSorted().map(async (file) => {
    const text = await readFile(`${root}/${file}`, "utf8");
    return text.includes("// spec: ") ? findMarks(file, text) : [];
  });
  return (await Promise.all(marks)).flat();
}
