import { chown, cp, mkdir, readFile, stat } from "node:fs/promises";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import type { PostgresBinaries } from "./binaries.ts";

/** The user that the server runs as; `undefined`: the user of this process. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** The folder for data and programs if the host runs as root and the server's user cannot enter the wanted folders. */
const SHARED_FOLDER = "/var/lib/botwright";

/** `nobody`, on every Linux distribution. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/**
 * Finds the user for the server. PostgreSQL refuses to run as root. If the host runs as root, the server runs as the
 * owner of its data; for a new data folder it is the system's user `postgres`, or `nobody` if there is none.
 *
 * @param data the server's data folder
 */
export async function findServerUser(data: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const found = await stat(data).catch(() => undefined);
  if (found !== undefined && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  const users = await readFile("/etc/passwd", "utf8").catch(() => "");
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(users) ?? [];
  return uid === undefined || gid === undefined ? NOBODY : { uid: Number(uid), gid: Number(gid) };
}

/**
 * Returns a folder that the server's user can use: the wanted one, or a folder in {@link SHARED_FOLDER} if the user
 * cannot enter a parent of the wanted one, such as `/root`. Its name is a hash of the wanted path, so that every start
 * uses the same folder.
 */
export async function usableFolder(wanted: string, user: ServerUser | undefined): Promise<string> {
  if (user === undefined || (await canEnter(dirname(wanted), user))) return wanted;
  const hash = createHash("sha256").update(wanted).digest("hex").slice(0, 12);
  return join(SHARED_FOLDER, hash);
}

/** Creates a folder that belongs to the server's user, and that no other user can read. */
export async function makeFolder(path: string, user: ServerUser | undefined): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (user !== undefined) await chown(path, user.uid, user.gid);
}

/**
 * Returns programs that the server's user can run. If the user cannot enter the folder of the package, the programs are
 * copied, once per version.
 */
export async function usableBinaries(
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
  version: string,
): Promise<PostgresBinaries> {
  const folder = dirname(binaries.postgres);
  if (user === undefined || (await canEnter(folder, user))) return binaries;
  const copied = join(SHARED_FOLDER, `postgres-${version}`);
  await cp(dirname(folder), copied, { recursive: true, verbatimSymlinks: true, force: false });
  return { initdb: join(copied, "bin/initdb"), postgres: join(copied, "bin/postgres") };
}

/** Whether the user can enter a folder and all its parents; folders that do not exist yet count as enterable. */
async function canEnter(folder: string, user: ServerUser): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined) {
      const bit = found.uid === user.uid ? 0o100 : found.gid === user.gid ? 0o010 : 0o001;
      if ((found.mode & bit) === 0) return false;
    }
    if (path === dirname(path)) return true;
  }
}
