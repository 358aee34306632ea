import { cutText } from "@botwright/core";
import { platformError } from "../error-codes.ts";
import type { Redact } from "../redact.ts";

/** A file that is about to be uploaded. */
export interface UploadSize {
  /** Name of the platform, for people. */
  readonly service: string;
  /** The platform's method or path. */
  readonly call: string;
  readonly redact: Redact;
  readonly bytes: { readonly length: number };
  /** The fewest bytes that the platform takes. @default 1 */
  readonly min?: number;
  /** The most bytes that the platform takes. Platforms without a documented limit pass none. @default Infinity */
  readonly max?: number;
}

/**
 * Refuses what the platform would refuse anyway, without sending it there.
 *
 * @throws {PlatformError} `MEDIA_TOO_LARGE`, or `PLATFORM_BAD_REQUEST` for too few bytes
 */
export function checkUploadSize({ bytes, min = 1, max = Infinity, ...parts }: UploadSize): void {
  const { length } = bytes;
  if (length >= min && length <= max) return;
  const isTooLarge = length > max;
  const bound = isTooLarge ? `at most ${max} can be sent` : `at least ${min} must be sent`;
  throw platformError({
    ...parts,
    code: isTooLarge ? "MEDIA_TOO_LARGE" : "PLATFORM_BAD_REQUEST",
    description: `${length} bytes, but ${bound}`,
  });
}

/** What ends a header or leaves a folder, and the marks that turn the direction of a text around. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}"\\/\u202a-\u202e\u2066-\u2069]/gu;
/** File systems keep no longer names. */
const MAX_NAME_BYTES = 255;
/** What follows the last dot, if it is short enough to tell a kind. */
const EXTENSION = /\.[^.]{1,16}$/u;

/**
 * A file name as it may go out: it can stand in quotes in a header of a form, it names no folder,
 * it shows its extension, and it is at most 255 bytes long.
 */
export function safeFilename(name: string): string {
  // Reads only as much as the result may contain, however long the text is.
  const ends = name.length > 1024 ? name.slice(0, 512) + name.slice(-512) : name;
  const safe = ends.toWellFormed().replaceAll(UNSAFE, "_");
  if (/^\.{0,2}$/.test(safe)) return "file";
  const extension = EXTENSION.exec(safe)?.[0] ?? "";
  const stem = safe.slice(0, safe.length - extension.length);
  return cutText(stem, MAX_NAME_BYTES - Buffer.byteLength(extension), "utf8") + extension;
}
