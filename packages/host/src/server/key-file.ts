import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
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
  const written = (await readIfThere(path)) ?? (await createOrRead(path));
  return {
    keys: valueOf(written, "BOTWRIGHT_KEYS", path),
    sessionSecret: valueOf(written, "BOTWRIGHT_SESSION_SECRET", path),
    demoPassword: valueOf(written, "DEMO_PASSWORD", path),
  };
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/**
 * Creates the file, or reads that of another process which has just created it. The text is written under another name
 * first, and a link gives it this one: no process ever reads a part of the file, and one that is killed in between
 * leaves no file of this name.
 */
async function createOrRead(path: string): Promise<string> {
  const text = `BOTWRIGHT_KEYS=k1:${randomBytes(32).toString("base64")}
BOTWRIGHT_SESSION_SECRET=${randomBytes(32).toString("base64url")}
DEMO_PASSWORD=${randomBytes(9).toString("base64url")}
`;
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text, { flag: "wx", mode: 0o600 });
  try {
    await link(draft, path);
    return text;
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    return await readFile(path, "utf8");
  } finally {
    await unlink(draft);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function valueOf(text: string, name: string, path: string): string {
  const value = new RegExp(`^${name}=(.+)$`, "m").exec(text)?.[1];
  if (value === undefined)
    throw new Error(`${path} has no line ${name}=…: restore it from a backup`);
  return value;
}
