import { randomBytes } from "node:crypto";

/** A file that the platform holds. */
export interface StoredFile {
  readonly bytes: Uint8Array;
  readonly name: string | undefined;
}

/** A file that the bot has uploaded. */
export interface UploadedFile extends StoredFile {
  readonly type: string;
}

/** How long a link to a file works, in milliseconds. */
const LINK_MS = 600_000;

/** What people have sent, by download code, and what the bot has uploaded, by media id. */
export class FileStore {
  readonly #codes = new Map<string, StoredFile>();
  readonly #links = new Map<string, { readonly file: StoredFile; readonly until: number }>();
  readonly #uploads = new Map<string, UploadedFile>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Keeps a file that a person has sent; the answer is its download code. */
  keep(file: StoredFile): string {
    const code = newCode();
    this.#codes.set(code, file);
    return code;
  }

  /** The key of a new link to the file behind a code. */
  link(code: string): string | undefined {
    const file = this.#codes.get(code);
    if (file === undefined) return undefined;
    const key = randomBytes(24).toString("base64url");
    this.#links.set(key, { file, until: this.#now() + LINK_MS });
    return key;
  }

  /** The file behind a link that has not ended yet. */
  atLink(key: string): StoredFile | undefined {
    const link = this.#links.get(key);
    return link !== undefined && this.#now() < link.until ? link.file : undefined;
  }

  /** Keeps an upload; the answer is its media id. */
  upload(file: UploadedFile): string {
    const id = `@l${randomBytes(16).toString("base64url")}`;
    this.#uploads.set(id, file);
    return id;
  }

  uploaded(id: unknown): UploadedFile | undefined {
    return typeof id === "string" ? this.#uploads.get(id) : undefined;
  }
}

/** An unused download code. */
export function newCode(): string {
  return randomBytes(48).toString("base64");
}
