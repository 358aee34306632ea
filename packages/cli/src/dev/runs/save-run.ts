import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { formatRecordedRun, type RecordedRun } from "@botwright/core";
import type { SavedRecord } from "@botwright/playground";
import { isFolder } from "../../named-file.ts";

/** Options of {@link saveRun}. */
export interface SaveRunOptions {
  readonly cwd: string;
  /**
   * The path of the record: a file, or an existing folder, which gets `<slug>.json`.
   *
   * @default `.botwright/runs/<slug>.json`
   */
  readonly path?: string | undefined;
  /** Uses the first free name of `<slug>.json`, `<slug>-2.json` … @default an existing record is replaced */
  readonly keepsOthers?: boolean;
}

/** The most records of one plugin that get a name of their own. */
const MAX_RECORDS = 1000;

/** Saves a run as a file for `botwright replay`. */
export async function saveRun(
  run: RecordedRun,
  { cwd, path, keepsOthers = false }: SaveRunOptions,
): Promise<SavedRecord> {
  const first = await chooseFile(cwd, path, `${run.plugin.slug}.json`);
  await mkdir(dirname(first), { recursive: true });
  const text = await formatRecordedRun(run);
  const file = keepsOthers ? await writeBeside(first, text) : first;
  if (!keepsOthers) await writeFile(file, text);
  const name = relative(cwd, file);
  // A shell would split a name at its blanks.
  const word = /\s/.test(name) ? JSON.stringify(name) : name;
  return { file: name, command: `botwright replay ${word}` };
}

async function chooseFile(cwd: string, path: string | undefined, name: string): Promise<string> {
  if (path === undefined) return resolve(cwd, ".botwright", "runs", name);
  const given = resolve(cwd, path);
  return (await isFolder(given)) ? join(given, name) : given;
}

async function writeBeside(first: string, text: string): Promise<string> {
  for (let number = 1; number <= MAX_RECORDS; number += 1) {
    const file = number === 1 ? first : first.replace(/\.json$/, `-${number}.json`);
    try {
      await writeFile(file, text, { flag: "wx" });
      return file;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
  await writeFile(first, text);
  return first;
}
