import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { describeError } from "@botwright/core";
import { UsageError } from "./exit.ts";

/**
 * Reads a file that a person has named on the command line.
 *
 * @param missing the error message when it does not exist
 * @throws {UsageError} when it does not exist, is a folder or cannot be read
 */
export async function readNamedFile(
  given: string,
  cwd: string,
  missing: string = thereIsNo(given),
): Promise<Buffer> {
  try {
    return await readFile(resolve(cwd, given));
  } catch (cause) {
    throw explainUnreadable(given, cause, missing);
  }
}

/** Explains the file system's error for a file that a person has named. */
export function explainUnreadable(
  given: string,
  cause: unknown,
  missing: string = thereIsNo(given),
): UsageError {
  if (isMissing(cause)) return new UsageError(missing, { cause });
  if (codeOf(cause) === "EISDIR") {
    return new UsageError(`${given} is a folder: name a file in it`, { cause });
  }
  return new UsageError(`${given} cannot be read: ${describeError(cause).message}`, { cause });
}

/** Whether an error of the file system says that a file does not exist. */
export function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function thereIsNo(given: string): string {
  return `There is no file ${given}`;
}

/** Whether there is a folder at the path. */
export function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
