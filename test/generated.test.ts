/** @module-tag long */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { packageFolders, root } from "./repository.ts";

const run = promisify(execFile);
/** Beside the committed folder, as generated code names its sources by relative paths. */
const folderOf = (name: string): string => `${root}/packages/${name}/src/.regenerated`;

afterAll(() =>
  Promise.all(packageFolders.map((name) => rm(folderOf(name), { recursive: true, force: true }))),
);

/** A package's `generate` script, with another output folder. */
async function regenerate(name: string): Promise<string | undefined> {
  const cwd = `${root}/packages/${name}`;
  const manifest: { scripts?: Record<string, string> } = JSON.parse(
    await readFile(`${cwd}/package.json`, "utf8"),
  );
  const script = manifest.scripts?.["generate"];
  if (script === undefined) return undefined;
  const output = folderOf(name);
  const command = script.replaceAll("src/generated", output);
  if (command === script) throw new Error(`${name}: "generate" must name src/generated`);
  // As a package manager runs a script, whose own start would take as long.
  const PATH = [`${cwd}/node_modules/.bin`, `${root}/node_modules/.bin`, process.env["PATH"]].join(
    ":",
  );
  await run("sh", ["-c", command], { cwd, env: { ...process.env, PATH } });
  return output;
}

/** The hash of each file: contents as long as these say nothing when they are printed. */
async function hashAll(path: string): Promise<Record<string, string>> {
  const names = (await readdir(path)).toSorted();
  const hashes = await Promise.all(
    names.map(async (name) =>
      createHash("sha256")
        .update(await readFile(`${path}/${name}`))
        .digest("hex"),
    ),
  );
  return Object.fromEntries(names.map((name, index) => [name, hashes[index] ?? ""]));
}

test.each(packageFolders)("the generated code of %s is what its generator writes", async (name) => {
  const committed = `${root}/packages/${name}/src/generated`;
  const output = await regenerate(name);
  const expected = existsSync(committed) ? await hashAll(committed) : {};
  const written = output === undefined ? {} : await hashAll(output);
  expect(written, `out of date: run "pnpm generate" and commit`).toEqual(expected);
});
