import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { packageFolders, root } from "./repository.ts";

/** A folder with more source files needs folders in it. */
const MAX_FILES = 16;
/** A released migration stays as it is, in its file. */
const MIGRATIONS = /\/migrations$/u;
/** Folders without written sources; those with a dot are made for the time of a test. */
const NO_SOURCES = /^(generated|assets|\..*)$/u;

interface Folder {
  /** From `packages`, as `core/src/rules`. */
  readonly path: string;
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

function readFolders(path: string): Folder[] {
  const entries = readdirSync(`${root}/packages/${path}`, { withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isDirectory() && !NO_SOURCES.test(entry.name))
    .map(({ name }) => name);
  const files = entries.filter(({ name }) => /\.tsx?$/u.test(name)).map(({ name }) => name);
  return [{ path, folders, files }, ...folders.flatMap((name) => readFolders(`${path}/${name}`))];
}

const folders = packageFolders
  .flatMap((name) => readdirSync(`${root}/packages/${name}`).map((entry) => `${name}/${entry}`))
  .filter((path) => ["src", "guest"].includes(basename(path)))
  .flatMap(readFolders);

test("no folder of sources has too many files", () => {
  expect(folders.length).toBeGreaterThan(packageFolders.length);
  const large = folders.filter(
    ({ path, files }) => files.length > MAX_FILES && !MIGRATIONS.test(path),
  );
  expect(large.map(({ path, files }) => `${path}: ${files.length}`)).toEqual([]);
});

test("the architecture names all folders of those that it lists", () => {
  const page = readFileSync(`${root}/docs/architecture.md`, "utf8");
  const rows = [...page.matchAll(/^\| `(?<path>[a-z-]+\/[a-z/-]+)` +\| (?<names>.*)\|$/gmu)];
  expect(rows.length).toBeGreaterThan(15);
  const named = rows.map(({ groups }) => ({
    path: groups?.["path"],
    folders: [...(groups?.["names"] ?? "").matchAll(/`([a-z-]+)`/gu)].map(([, name = ""]) => name),
  }));
  expect(named.map((row) => ({ ...row, folders: row.folders.toSorted() }))).toEqual(
    named.map(({ path }) => ({
      path,
      folders: folders.find((folder) => folder.path === path)?.folders.toSorted(),
    })),
  );
});
