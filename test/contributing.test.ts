import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageFolders, root } from "./repository.ts";

/** Where a path of a row may begin: rows shorten what they have just named. */
const BASES = [
  "",
  "packages/",
  ...packageFolders.flatMap((name) => [`packages/${name}/`, `packages/${name}/src/`]),
];

/** The paths in backticks, without patterns such as `adapter-*` and `<platform>`. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/gu)].map(([, path = ""]) => path);
  return quoted.filter((path) => /^[a-z][\w.-]*\/[\w./-]*$/u.test(path));
}

test("every file that CONTRIBUTING.md names is there", () => {
  const paths = pathsIn(readFileSync(`${root}/CONTRIBUTING.md`, "utf8"));
  expect(paths.length).toBeGreaterThan(50);
  const gone = paths.filter((path) => !BASES.some((base) => existsSync(`${root}/${base}${path}`)));
  expect(gone).toEqual([]);
});
