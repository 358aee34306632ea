import { mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { BotwrightError } from "@botwright/core";

/**
 * Replaces a file atomically: a reader, or a process that starts after a crash, finds either the old or the
 * new text. Resolves when the text is on disk.
 *
 * @throws {BotwrightError} `STORAGE_FILE_FAILED`
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  const draft = `${path}.new`;
  try {
    await mkdir(folder, { recursive: true });
    await writeThrough(draft, text);
    await rename(draft, path);
    await syncFolder(folder);
  } catch (cause) {
    throw new BotwrightError(`${path} cannot be written: check its folder and the free space`, {
      code: "STORAGE_FILE_FAILED",
      cause,
    });
  }
}

async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs the folder, which contains the new name; not possible on all systems. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined);
  try {
    await folder?.sync();
  } catch {
    return;
  } finally {
    await folder?.close();
  }
}
