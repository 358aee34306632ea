import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageFolders, root } from "./repository.ts";

const FIELDS = [
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
] as const;

type Manifest = Readonly<
  Partial<Record<(typeof FIELDS)[number], Readonly<Record<string, string>>>>
>;

/** The packages that a manifest names and that are not of this repository; types go with what they describe. */
function dependenciesOf(folder: string): string[] {
  const manifest: Manifest = JSON.parse(readFileSync(`${root}/${folder}package.json`, "utf8"));
  return FIELDS.flatMap((field) => Object.entries(manifest[field] ?? {}))
    .filter(([, version]) => !version.startsWith("workspace:"))
    .map(([name]) => name)
    .filter((name) => !name.startsWith("@types/"));
}

/** The names in the first column of the tables below a heading, some of which stand for a whole scope. */
function namesBelow(heading: string): Set<string> {
  const page = readFileSync(`${root}/docs/decisions.md`, "utf8");
  const section = page.slice(page.indexOf(heading));
  const cells = section.split("\n").flatMap((line) => /^\| ([^|]+) \|/u.exec(line)?.[1] ?? []);
  return new Set(cells.flatMap((cell) => cell.replaceAll("\\", "").trim().split(", ")));
}

test("every dependency has a reason in docs/decisions.md", () => {
  const explained = namesBelow("## Dependencies, and why each");
  const named = ["", ...packageFolders.map((name) => `packages/${name}/`)].flatMap(dependenciesOf);
  expect(named.length).toBeGreaterThan(60);
  const unexplained = named.filter(
    (name) => !explained.has(name) && !explained.has(name.replace(/\/.*/u, "/*")),
  );
  expect(unexplained).toEqual([]);
});
