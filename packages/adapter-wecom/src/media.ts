import {
  checkUploadSize,
  createDownloads,
  hasCode,
  type HttpForm,
  invalidMediaReference,
  type MediaReferences,
  safeFilename,
  sniffExtension,
} from "@botwright/adapter-kit";
import { SERVICE } from "./api/errors.ts";
import type { Api } from "./api.ts";
import type { Pictures } from "./media/picture.ts";
import type { UploadType } from "./wire/api.ts";

const MIB = 1024 * 1024;

/** The largest upload of each type that WeCom accepts, in bytes. */
export const UPLOAD_LIMITS: Readonly<Record<UploadType, number>> = {
  image: 10 * MIB,
  video: 10 * MIB,
  file: 20 * MIB,
};
const MIN_BYTES = 6;

/** A reference; a media_id is base64url. */
const REFERENCE = /^wecom:([\w-]{1,512})$/;

/** Makes the reference to a media file; plugins see it sealed. */
export function formatReference(mediaId: string): string {
  return `wecom:${mediaId}`;
}

/** The fields of a media item, besides its reference, that plugins see. */
export interface MediaFields {
  readonly media_id: string;
  /** For a voice message: `amr`, `speex`, … */
  readonly format?: string;
  /** For a video. */
  readonly thumb_media_id?: string;
}

/** A downloaded file. */
interface Fetched {
  readonly bytes: Uint8Array;
  /** The file name; `""` when the answer has none. */
  readonly name: string;
}

/**
 * Makes the download methods: by media/get, and for a picture by its PicUrl if media/get fails.
 *
 * @throws {InvalidInputError} `INVALID_MEDIA_REFERENCE`
 * @throws {PlatformError} `MEDIA_TOO_LARGE`, `PLATFORM_NOT_FOUND` after three days, `PLATFORM_*`
 */
export function createMediaDownloads(
  api: Api,
  pictures: Pictures,
  references: MediaReferences,
): ReturnType<typeof createDownloads> {
  async function fetchMedia(reference: string, maxBytes: number): Promise<Fetched> {
    const [, mediaId] = REFERENCE.exec(reference) ?? [];
    if (mediaId === undefined) throw invalidMediaReference(SERVICE);
    try {
      const { bytes, headers } = await api.download(mediaId, maxBytes);
      return { bytes, name: nameIn(headers.get("content-disposition") ?? "") };
    } catch (error) {
      if (hasCode(error, "MEDIA_TOO_LARGE")) throw error;
      const bytes = await pictures.fetch(mediaId, maxBytes);
      if (bytes === undefined) throw error;
      return { bytes, name: "" };
    }
  }

  return createDownloads({
    service: SERVICE,
    references,
    fetch: async (reference, maxBytes) => (await fetchMedia(reference, maxBytes)).bytes,
    async fetchItem(item, reference, maxBytes) {
      const { bytes, name: file_name } = await fetchMedia(reference, maxBytes);
      // The callback of a file may lack its name, but the download has it.
      const isUnnamed = "file_name" in item && item.file_name === "" && file_name !== "";
      return { bytes, item: isUnnamed ? { ...item, file_name } : item };
    },
  });
}

/** The file name in a Content-Disposition, percent-encoded or as raw UTF-8; `""` when there is none. */
function nameIn(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded.trim());
    } catch {
      // The percent-encoding is invalid: the plain name is used.
    }
  }
  const [, plain = ""] = /filename="([^"]*)"/i.exec(disposition) ?? [];
  return Buffer.from(plain, "latin1").toString("utf8");
}

/** The type, name and MIME type of an upload. */
export interface Upload {
  readonly type: UploadType;
  readonly name: string;
  readonly mime: string;
}

/** The upload of a picture: WeCom accepts other formats, and larger pictures, only as files. */
export function imageUpload(bytes: Uint8Array): Upload {
  const extension = sniffExtension(bytes);
  const type = fits("image", bytes) && /png|jpg/.test(extension) ? "image" : "file";
  const mime = extension === ".png" ? "image/png" : "image/jpeg";
  return { type, name: `image${extension}`, mime: type === "image" ? mime : UNKNOWN_MIME };
}

/** The upload of a video: WeCom accepts other formats, and larger videos, only as files. */
export function videoUpload(bytes: Uint8Array): Upload {
  const extension = sniffExtension(bytes);
  const type = fits("video", bytes) && extension === ".mp4" ? "video" : "file";
  const mime = type === "video" ? "video/mp4" : UNKNOWN_MIME;
  return { type, name: `video${extension}`, mime };
}

/** The upload of a file. */
export function fileUpload(filename: string): Upload {
  return { type: "file", name: safeFilename(filename), mime: UNKNOWN_MIME };
}

/** The content type of files, and of the second attempt at any upload. */
export const UNKNOWN_MIME = "application/octet-stream";

function fits(type: UploadType, bytes: Uint8Array): boolean {
  return bytes.length <= UPLOAD_LIMITS[type];
}

/** Refuses a size that WeCom would refuse, before the upload. @throws {PlatformError} */
export function checkSize({ redact }: Api, { type }: Upload, bytes: Uint8Array): void {
  const max = UPLOAD_LIMITS[type];
  checkUploadSize({ service: SERVICE, call: "media/upload", redact, bytes, min: MIN_BYTES, max });
}

/** The form of media/upload, with the `filelength` that WeCom documents. */
export function uploadForm({ name, mime }: Upload, bytes: Uint8Array): HttpForm {
  const parameters = { filelength: bytes.length };
  return {
    file: { field: "media", filename: safeFilename(name), type: mime, bytes, parameters },
  };
}
