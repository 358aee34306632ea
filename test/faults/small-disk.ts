import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A file system of its own, in memory, that a test can fill. */
export interface SmallDisk extends AsyncDisposable {
  readonly folder: string;
  /** Leaves no byte free. */
  fill(): Promise<void>;
  /** Gives back what `fill` has taken. */
  free(): Promise<void>;
}

/** Makes one of some MiB; `undefined` where this user may not mount: it takes root on Linux. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "botwright-disk-"));
  const options = `size=${megabytes}m,mode=755`;
  const isMounted = await run("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]).then(
    () => true,
    () => false,
  );
  if (!isMounted) {
    await rm(folder, { recursive: true });
    return undefined;
  }
  const ballast = join(folder, "ballast");
  return {
    folder,
    async fill() {
      await using file = await open(ballast, "w");
      for (let bytes = 2 ** 20; bytes >= 4096;) {
        const { bytesWritten } = await file.write(new Uint8Array(bytes)).catch(() => NONE);
        if (bytesWritten < bytes) bytes /= 2;
      }
    },
    free: () => rm(ballast, { force: true }),
    async [Symbol.asyncDispose]() {
      await run("umount", [folder]);
      await rm(folder, { recursive: true });
    },
  };
}

const NONE = { bytesWritten: 0 };
