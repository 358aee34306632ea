import type { BigIntStats } from "node:fs";
import { mkdir, open, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { BotwrightError } from "@botwright/core";

/** Identifies one state of a file: changes when the file is modified or replaced. */
export type FileVersion = string;

/** The version of a file; undefined when the file does not exist or its status cannot be read. */
export async function versionOf(path: string): Promise<FileVersion | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && versionIn(found);
}

/** Inode, size and modification time, all of which a rename keeps. */
function versionIn({ ino, size, mtimeNs }: BigIntStats): FileVersion {
  return `${ino} ${size} ${mtimeNs}`;
}

/**
 * Replaces a file atomically: a reader, or a process that starts after a crash, finds either the old or the
 * new text. Resolves with the new file's version when the text is on disk.
 *
 * @throws {BotwrightError} `STORAGE_FILE_FAILED`
 */
export async function replaceFile(path: string, text: string): Promise<FileVersion> {
  const folder = dirname(path);
  const draft = `${path}.new`;
  try {
    await mkdir(folder, { recursive: true });
    // Read from the draft, because after the rename another process may replace the file.
    const version = await writeThrough(draft, text);
    await rename(draft, path);
    await syncFolder(folder);
    return version;
  } catch (cause) {
    throw new BotwrightError(`${path} cannot be written: check its folder and the free space`, {
      code: "STORAGE_FILE_FAILED",
      cause,
    });
  }
}

async function writeThrough(path: string, text: string): Promise<FileVersion> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    return versionIn(await file.stat({ bigint: true }));
  } finally {
    await file.close();
  }
}

/** Syncs the folder, so that the rename is on disk; not all systems support it. */
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
