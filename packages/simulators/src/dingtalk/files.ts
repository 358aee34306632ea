import { randomBytes } from "node:crypto";

/** A file that the platform stores. */
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

/** Stores the files of people by download code, and the uploads of the bot by media id. */
export class FileStore {
  readonly #codes = new Map<string, StoredFile>();
  readonly #links = new Map<string, { readonly file: StoredFile; readonly until: number }>();
  readonly #uploads = new Map<string, UploadedFile>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Stores a file that a person has sent; returns its download code. */
  keep(file: StoredFile): string {
    const code = newCode();
    this.#codes.set(code, file);
    return code;
  }

  /** Creates a link to the file of a download code; returns the link's key. */
  link(code: string): string | undefined {
    const file = this.#codes.get(code);
    if (file === undefined) return undefined;
    const key = randomBytes(24).toString("base64url");
    this.#links.set(key, { file, until: this.#now() + LINK_MS });
    return key;
  }

  /** The file of a link that has not expired. */
  atLink(key: string): StoredFile | undefined {
    const link = this.#links.get(key);
    return link !== undefined && this.#now() < link.until ? link.file : undefined;
  }

  /** Stores an upload; returns its media id. */
  upload(file: UploadedFile): string {
    const id = `@l${randomBytes(16).toString("base64url")}`;
    this.#uploads.set(id, file);
    return id;
  }

  uploaded(id: unknown): UploadedFile | undefined {
    return typeof id === "string" ? this.#uploads.get(id) : undefined;
  }
}

/** Makes a new download code. */
export function newCode(): string {
  return randomBytes(48).toString("base64");
}
