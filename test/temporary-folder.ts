/**
 * Vitest's global setup: on Linux, the temporary folder of tests and of the processes that they start is in
 * memory, unless `TMPDIR` names one. A disk takes several times as much of the processor to make and delete thousands of
 * small files.
 */
import { chmod, mkdtemp, readdir, readFile, rm, statfs } from "node:fs/promises";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** Bytes that have to be free there: containers often give it a few megabytes. */
const NEEDED = 2 * 2 ** 30;
const PREFIX = "botwright-tests-";

/** @returns what deletes the folder, with all that tests have left in it */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["TMPDIR"] !== undefined || !(await hasMemory())) return undefined;
  await deleteLeftovers();
  const folder = await mkdtemp(join(MEMORY, `${PREFIX}${process.pid}-`));
  // The database server of root is another user, who has to pass through it.
  await chmod(folder, 0o711);
  process.env["TMPDIR"] = folder;
  return async () => {
    delete process.env["TMPDIR"];
    await rm(folder, { recursive: true, maxRetries: 10 });
  };
}

/** Whether there is a file system in memory with enough space, from which programs may be run. */
async function hasMemory(): Promise<boolean> {
  const mounts = await readFile("/proc/self/mounts", "utf8").catch(() => "");
  const [, options] = / \/dev\/shm tmpfs (\S+) /u.exec(mounts) ?? [];
  const refused = new Set(options?.split(","));
  if (options === undefined || refused.has("noexec") || refused.has("ro")) return false;
  const { bavail, bsize } = await statfs(MEMORY);
  return bavail * bsize >= NEEDED;
}

/** Deletes the folders of runs that were killed. */
async function deleteLeftovers(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`, "u").exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    // Another user's stay.
    await rm(join(MEMORY, name), { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process may not be asked.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
