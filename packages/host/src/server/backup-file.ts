import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { createBackup } from "../backup/create-backup.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import { DatabaseError } from "../errors.ts";
import { connectionOf, type DatabaseConfig, openBesideHosts } from "./connection-of.ts";

/**
 * Writes a backup of the database, also while hosts use it. It writes `<file>.new`, and renames this file when the
 * backup is complete.
 *
 * @param file the path of the backup: lines of JSON, compressed by gzip
 */
export async function writeBackup(config: DatabaseConfig, file: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const db = await openBesideHosts(config, stack);
  const unfinished = `${file}.new`;
  try {
    const target = createWriteStream(unfinished, { mode: 0o600 });
    await pipeline(Readable.from(createBackup(db)), createGzip(), target);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * Restores a backup into an empty database, which no host may use meanwhile.
 *
 * @returns the number of rows
 */
export async function readBackup(config: DatabaseConfig, file: string): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const connection = await connectionOf(config, stack, false);
  try {
    return await restoreBackup({ connection, text: readText(file) });
  } catch (error) {
    throw isCompressionError(error) ? notWhole(file, error) : error;
  }
}

/** Yields the text of a compressed file, and opens the file only when the first chunk is read. */
async function* readText(file: string): AsyncGenerator<string, void, undefined> {
  const text = createGunzip().setEncoding("utf8");
  // The pipeline destroys `text` with its error, so that the loop below throws the same error.
  pipeline(createReadStream(file), text).catch(() => {});
  for await (const chunk of text) yield String(chunk);
}

function isCompressionError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

function notWhole(file: string, cause: unknown): DatabaseError {
  return new DatabaseError(`${file} is no backup, or not a whole one`, {
    code: "BACKUP_INVALID",
    cause,
  });
}
