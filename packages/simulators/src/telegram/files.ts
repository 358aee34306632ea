import { createHash } from "node:crypto";
import { extname } from "node:path";
import { mimeOf } from "../http/mime.ts";
import { badRequest } from "./answer.ts";
import type { TelegramFileId } from "./wire.ts";

/** Telegram's kind of a file; a file of one kind cannot be sent as another. */
export type FileKind =
  | "animation"
  | "audio"
  | "document"
  | "photo"
  | "sticker"
  | "thumbnail"
  | "video"
  | "video_note"
  | "voice";

/** A file that the platform stores. */
export interface StoredFile {
  readonly kind: FileKind;
  readonly bytes: Uint8Array;
  readonly name: string | undefined;
  readonly mime: string | undefined;
  readonly ids: TelegramFileId & { readonly file_size: number };
}

/** The largest file that a bot can download: 20 MiB. */
const DOWNLOAD_LIMIT = 20 << 20;

/** The folder of each kind of file, and its type if the name has none. */
const KINDS: Readonly<
  Record<FileKind, { readonly folder: string; readonly extension: string; readonly mime?: string }>
> = {
  animation: { folder: "animations", extension: ".mp4", mime: "video/mp4" },
  audio: { folder: "music", extension: ".mp3", mime: "audio/mpeg" },
  document: { folder: "documents", extension: "" },
  photo: { folder: "photos", extension: ".jpg", mime: "image/jpeg" },
  sticker: { folder: "stickers", extension: ".webp", mime: "image/webp" },
  thumbnail: { folder: "thumbnails", extension: ".jpg", mime: "image/jpeg" },
  video: { folder: "videos", extension: ".mp4", mime: "video/mp4" },
  video_note: { folder: "video_notes", extension: ".mp4", mime: "video/mp4" },
  voice: { folder: "voice", extension: ".oga", mime: "audio/ogg" },
};

/** The extensions of documents that the server keeps (without "#" and "%"). */
const EXTENSION = /^\.[\p{L}\p{N}\p{M} !()+,=@$;[\]{}^~_-]{1,16}$/u;

/** Stores the files of all chats by file_id, and those that getFile has prepared by path. */
export class FileStore {
  readonly #files = new Map<string, StoredFile>();
  readonly #paths = new Map<string, StoredFile>();
  readonly #pathOf = new Map<StoredFile, string>();

  add(kind: FileKind, bytes: Uint8Array, name?: string, given?: string): StoredFile {
    const mime = given ?? mimeOf(name) ?? KINDS[kind].mime;
    const count = this.#files.size;
    const digest = createHash("sha1").update(kind).update(bytes).digest("base64url");
    const ids = {
      // One file may be sent often: each time it gets a new file_id, but the same file_unique_id.
      file_id: `BQAC${digest.slice(0, 20)}${kind.slice(0, 2)}AAIB${count.toString(36).padStart(6, "0")}QQ`,
      file_unique_id: `AgAD${digest.slice(0, 11)}`,
      file_size: bytes.length,
    };
    const file: StoredFile = { kind, bytes, name, mime, ids };
    this.#files.set(ids.file_id, file);
    return file;
  }

  get(fileId: string): StoredFile | undefined {
    return this.#files.get(fileId);
  }

  /** The result of getFile. @throws WireError when there is no such file, or it is too big. */
  prepare(fileId: string): TelegramFileId & { readonly file_path: string } {
    if (fileId === "") throw badRequest("file_id not specified");
    const file = this.#files.get(fileId);
    if (file === undefined) throw badRequest("invalid file_id");
    if (file.bytes.length > DOWNLOAD_LIMIT) throw badRequest("file is too big");
    return { ...file.ids, file_path: this.#path(file) };
  }

  /** The file under a path that {@link prepare} has returned. */
  atPath(path: string): StoredFile | undefined {
    return this.#paths.get(path);
  }

  #path(file: StoredFile): string {
    const known = this.#pathOf.get(file);
    if (known !== undefined) return known;
    const { folder, extension: fallback } = KINDS[file.kind];
    const extension = file.name === undefined ? "" : extname(file.name);
    const safe = EXTENSION.test(extension) ? extension : fallback;
    const path = `${folder}/file_${this.#paths.size}${safe}`;
    this.#paths.set(path, file);
    this.#pathOf.set(file, path);
    return path;
  }
}
