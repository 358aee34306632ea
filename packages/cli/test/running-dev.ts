import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { run } from "../src/run.ts";
import { createTestTerminal, type Folder, makeFolder, type TestTerminal } from "./terminal.ts";

/** A folder with files in it. */
export async function withFiles(files: Record<string, string>): Promise<Folder> {
  const folder = await makeFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text);
  return folder;
}

export interface Running extends AsyncDisposable {
  readonly terminal: TestTerminal;
  readonly url: string;
}

/** `dev`, until the test ends. */
export async function start(folder: Folder, ...words: readonly string[]): Promise<Running> {
  const terminal = createTestTerminal(folder.path);
  const ending = run(["dev", "--port", "0", ...words], terminal);
  const [, url = ""] = await terminal.waitFor(/page +(http:\S+)\/\n/);
  return {
    terminal,
    url,
    async [Symbol.asyncDispose]() {
      terminal.interrupt();
      expect(await ending).toBe(0);
    },
  };
}
