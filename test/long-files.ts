import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./repository.ts";

/** How a file begins whose tests all have the tag `long`. */
const ALL_LONG = "/** @module-tag long */";

/** The environment variable by which `run-tests.ts --quick` excludes them; its value does not matter. */
export const WITHOUT_LONG = "WITHOUT_LONG_TESTS";

/**
 * The test files whose tests all have the tag `long`, as absolute paths. Vitest's filter by tags imports every
 * file to read its tags, which takes 4 % of a quick run; files that are excluded by name are not imported.
 */
export function findLongFiles(): string[] {
  const patterns = [
    "packages/*/test/**/*.test.ts",
    "examples/**/*.test.{ts,js}",
    "test/**/*.test.ts",
  ];
  return globSync(patterns, { cwd: root, exclude: ["**/node_modules"] })
    .map((file) => join(root, file))
    .filter((file) => readFileSync(file, "utf8").startsWith(ALL_LONG));
}
