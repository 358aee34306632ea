import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { packageFolders, root } from "./house.ts";

const run = promisify(execFile);
/** Beside the committed folder, as generated code names its sources by relative paths. */
const folderOf = (name: string): string => `${root}/packages/${name}/src/.regenerated`;

afterAll(() =>
  Promise.all(packageFolders.map((name) => rm(folderOf(name), { recursive: true, force: true }))),
);

/** A package's `generate` script, told to write elsewhere. */
async function regenerate(name: string): Promise<string | undefined> {
  const cwd = `${root}/packages/${name}`;
  const manifest: { scripts?: Record<string, string> } = JSON.parse(
    await readFile(`${cwd}/package.json`, "utf8"),
  );
  const script = manifest.scripts?.["generate"];
  if (script === undefined) return undefined;
  const output = folderOf(name);
  const command = script.replace("src/generated", output);
  if (command === script) throw new Error(`${name}: "generate" must name src/generated`);
  await run("pnpm", ["exec", "sh", "-c", command], { cwd });
  return output;
}

async function readAll(path: string): Promise<Record<string, string>> {
  const names = (await readdir(path)).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(`${path}/${name}`, "utf8")));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""]));
}

test.each(packageFolders)("the generated code of %s is what its generator writes", async (name) => {
  const committed = `${root}/packages/${name}/src/generated`;
  const output = await regenerate(name);
  const expected = existsSync(committed) ? await readAll(committed) : {};
  expect(output === undefined ? {} : await readAll(output)).toEqual(expected);
});
