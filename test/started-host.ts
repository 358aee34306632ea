import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./repository.ts";
import { type RunningCommand, startCommand } from "./running-command.ts";

/** Starts `npm start` where no package manager is: it installs nothing that is there. */
export function startHost(folder: string): RunningCommand {
  const env = {
    ...process.env,
    PORT: "0",
    PATH: dirname(process.execPath),
    BOTWRIGHT_DATA: folder,
  };
  return startCommand("exec node scripts/start.mjs", root, env);
}

/** What `npm start` has printed behind a word. */
export function printed(command: RunningCommand, what: string): string {
  return new RegExp(`^${what} +(.+)$`, "m").exec(command.output())?.[1] ?? "";
}

/** A folder for the data of a host, that is gone afterwards. */
export async function makeDataFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "botwright-start-"));
  // The database server of root is another user, who has to enter it: else the data are elsewhere, and stay.
  await chmod(path, 0o711);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
