import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The secrets of a host with its own database. */
export interface KeyFile {
  /** The value of `BOTWRIGHT_KEYS`. */
  readonly keys: string;
  /** The value of `BOTWRIGHT_SESSION_SECRET`. */
  readonly sessionSecret: string;
  /** The password of the demo's user. */
  readonly demoPassword: string;
}

/**
 * Reads the secrets of a host with its own database from `secrets.env` in the data folder, and generates them at the
 * first start. Without this file, the sealed values in the database cannot be opened: back up both, in different
 * places.
 */
export async function openKeyFile(folder: string): Promise<KeyFile> {
  const path = join(folder, "secrets.env");
  // Not private to this user, because PostgreSQL runs as another user when the host runs as root.
  await mkdir(folder, { recursive: true });
  const made = {
    keys: `k1:${randomBytes(32).toString("base64")}`,
    sessionSecret: randomBytes(32).toString("base64url"),
    demoPassword: randomBytes(9).toString("base64url"),
  };
  const text = `BOTWRIGHT_KEYS=${made.keys}
BOTWRIGHT_SESSION_SECRET=${made.sessionSecret}
DEMO_PASSWORD=${made.demoPassword}
`;
  try {
    // `wx` fails if the file exists, so that of two processes that start at once only one creates it.
    await writeFile(path, text, { flag: "wx", mode: 0o600 });
    return made;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const written = await readFile(path, "utf8");
  return {
    keys: valueOf(written, "BOTWRIGHT_KEYS", path),
    sessionSecret: valueOf(written, "BOTWRIGHT_SESSION_SECRET", path),
    demoPassword: valueOf(written, "DEMO_PASSWORD", path),
  };
}

function valueOf(text: string, name: string, path: string): string {
  const value = new RegExp(`^${name}=(.+)$`, "m").exec(text)?.[1];
  if (value === undefined)
    throw new Error(`${path} has no line ${name}=…: restore it from a backup`);
  return value;
}
