import { chmod, readFile, rename, rm } from "node:fs/promises";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseError } from "../errors.ts";
import type { PostgresBinaries } from "./binaries.ts";
import { startProcess } from "./server-process.ts";
import { makeFolder, type ServerUser } from "./server-user.ts";

/** The major version of the included PostgreSQL; a data folder belongs to one major version. */
export const MAJOR = "18";

/**
 * The limit of the path of the Unix socket's lock file, in bytes. Systems allow 104 or 108 bytes for a socket's path.
 */
const MAX_SOCKET_LENGTH = 100;

/** Creates the folder of the socket, in the system's temporary folder if the path would be too long otherwise. */
export async function makeSocketFolder(
  folder: string,
  user: ServerUser | undefined,
): Promise<string> {
  const near = join(folder, "run");
  const hash = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  const isShort = Buffer.byteLength(join(near, ".s.PGSQL.5432.lock")) < MAX_SOCKET_LENGTH;
  const path = isShort ? near : join(tmpdir(), `botwright-${hash}`);
  await makeFolder(path, user);
  // Fails if the folder belongs to another user, who could answer in the server's place.
  await chmod(path, 0o700);
  return path;
}

/** Creates the data folder as `data.new`, and renames it when it is complete, because the start may be interrupted. */
export async function createData(
  { initdb }: PostgresBinaries,
  folder: string,
  data: string,
  user: ServerUser | undefined,
): Promise<void> {
  const version = await readFile(join(data, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version?.trim() === MAJOR) return;
  if (version !== undefined) throw otherVersion(data, version.trim());
  const unfinished = join(folder, "data.new");
  await rm(unfinished, { recursive: true, force: true });
  const args = ["-D", unfinished, "-U", "botwright", "--auth=trust", "--data-checksums"];
  const init = startProcess(initdb, [...args, "-E", "UTF8", "--locale=C.UTF-8"], user);
  await init.ended;
  if (init.child.exitCode !== 0) throw postgresFailed(init.output());
  await rename(unfinished, data);
}

/** The error for a server that does not start, with the last lines of its output. */
export function postgresFailed(output: string): DatabaseError {
  const message = `PostgreSQL could not be started; its last lines:\n${output}`;
  return new DatabaseError(message, { code: "POSTGRES_FAILED" });
}

function otherVersion(data: string, version: string): DatabaseError {
  const message = `${data} is of PostgreSQL ${version}, the included one is ${MAJOR}: dump it with the old version and restore it into a new folder`;
  return new DatabaseError(message, { code: "POSTGRES_VERSION" });
}
