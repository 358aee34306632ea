import { randomBytes } from "node:crypto";
import { extname } from "node:path";
import { type MediaFormat, mediaFormatOf } from "../../message/media-format.ts";
import { mimeOf } from "../../http/mime.ts";
import type { Upload } from "../../http/multipart.ts";
import { amrSeconds } from "./amr.ts";
import { WireError } from "../answer.ts";
import type { WecomAnswer, WecomMediaType } from "../wire.ts";

/** A temporary media file. */
export interface StoredMedia {
  readonly type: WecomMediaType;
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly mime: string;
  readonly until: number;
}

const MIB = 1 << 20;
/** A file must have more than this number of bytes. */
const MIN_BYTES = 5;
/** The largest part that one call downloads, in bytes. */
export const DOWNLOAD_LIMIT: number = 20 * MIB;
const LIFE_MS = 3 * 24 * 3600 * 1000;

const KINDS: Readonly<
  Record<WecomMediaType, { max: number; tooLarge: number; extension: string; mime: string }>
> = {
  image: { max: 10 * MIB, tooLarge: 40009, extension: ".jpg", mime: "image/jpeg" },
  voice: { max: 2 * MIB, tooLarge: 45001, extension: ".amr", mime: "audio/amr" },
  video: { max: 10 * MIB, tooLarge: 40011, extension: ".mp4", mime: "video/mp4" },
  file: { max: 20 * MIB, tooLarge: 45001, extension: "", mime: "application/octet-stream" },
};

/** Whether the text is a type of media. */
export function isMediaType(text: string): text is WecomMediaType {
  return Object.hasOwn(KINDS, text);
}

/** Stores the corp's media by media_id, which is valid for three days. */
export class MediaStore {
  readonly #media = new Map<string, StoredMedia>();
  /** Pictures by the path of their second URL. */
  readonly #pictures = new Map<string, StoredMedia>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Stores the file of a person or an upload, without checking its bytes. */
  add(type: WecomMediaType, bytes: Uint8Array, name?: string, mime?: string): string {
    const id = `${type.charAt(0)}${randomBytes(48).toString("base64url")}`;
    const kind = KINDS[type];
    this.#media.set(id, {
      type,
      bytes,
      name: name ?? `${id}${kind.extension}`,
      mime: mime ?? mimeOf(name) ?? kind.mime,
      until: this.#now() + LIFE_MS,
    });
    return id;
  }

  /** Creates a second URL of a picture, and returns its path. */
  publish(id: string): string {
    const path = `/wwpic/${randomBytes(12).toString("hex")}/0`;
    this.#pictures.set(path, this.get(id));
    return path;
  }

  /** The picture with this second URL, which does not expire after three days. */
  picture(path: string): StoredMedia | undefined {
    return this.#pictures.get(path);
  }

  /** The answer to media/upload. @throws WireError for a file that the platform does not accept */
  upload(type: string, part: Upload | undefined): WecomAnswer {
    if (!isMediaType(type)) throw new WireError(40005);
    // The part must have a file name, because people see it.
    if (part === undefined || part.name === "" || part.bytes.length === 0)
      throw new WireError(44001);
    if (part.bytes.length <= MIN_BYTES) throw new WireError(40006);
    const { max, tooLarge } = KINDS[type];
    if (part.bytes.length > max) throw new WireError(tooLarge);
    if (!looksLike(type, part.bytes)) throw new WireError(40004);
    if (type === "voice" && amrSeconds(part.bytes) > 60) throw new WireError(45007);
    const id = this.add(type, part.bytes, part.name);
    const created_at = String(Math.floor(this.#now() / 1000));
    // The errmsg is empty here, whereas other calls answer "ok".
    return { errmsg: "", type, media_id: id, created_at };
  }

  /** @throws WireError 40007 when the media_id is unknown or older than three days */
  get(id: string): StoredMedia {
    if (id === "") throw new WireError(41006);
    const media = this.#media.get(id);
    if (media === undefined || this.#now() >= media.until) throw new WireError(40007);
    return media;
  }
}

/** The file name of a download: the media_id, or the file's own name. */
export function dispositionOf(id: string, media: StoredMedia): string {
  if (media.type !== "file") {
    const extension = extname(media.name) || KINDS[media.type].extension;
    return `attachment; filename="${id}${extension}"`;
  }
  // Both forms occur on the platform; only the second carries all characters.
  return /^[\w. -]+$/.test(media.name)
    ? `attachment; filename="${media.name}"`
    : `attachment; filename*=UTF-8''${encodeURIComponent(media.name)}`;
}

/** The formats by which a type is recognised; a file may have any format. */
const FORMATS: Readonly<Partial<Record<WecomMediaType, readonly MediaFormat[]>>> = {
  image: ["png", "jpeg"],
  voice: ["amr"],
  video: ["mp4"],
};

function looksLike(type: WecomMediaType, bytes: Uint8Array): boolean {
  const formats = FORMATS[type];
  const format = mediaFormatOf(bytes);
  return formats === undefined || (format !== undefined && formats.includes(format));
}
