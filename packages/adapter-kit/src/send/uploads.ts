import { cutText } from "@botwright/core";
import { platformError } from "../error-codes.ts";
import type { Redact } from "../redact.ts";

/** A file that is about to be uploaded. */
export interface UploadSize {
  /** The platform's name, for people. */
  readonly service: string;
  /** The platform's method or path. */
  readonly call: string;
  readonly redact: Redact;
  readonly bytes: { readonly length: number };
  /** The fewest bytes that the platform accepts. @default 1 */
  readonly min?: number;
  /** The most bytes that the platform accepts. @default Infinity, for platforms without a documented limit */
  readonly max?: number;
}

/**
 * Refuses a file that the platform would refuse, without uploading it.
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

/** Characters that end a header, separate folders, or change the direction of the text. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}"\\/\u202a-\u202e\u2066-\u2069]/gu;
/** The longest name of common file systems, in bytes. */
const MAX_NAME_BYTES = 255;
/** The last dot and the characters after it, if they are few enough to be an extension. */
const EXTENSION = /\.[^.]{1,16}$/u;

/**
 * Makes a file name safe: it can stand in quotes in a header of a form, it names no folder,
 * its extension is visible, and it is at most 255 bytes long.
 */
export function safeFilename(name: string): string {
  // Reads only the ends of a long name, so that its length does not matter.
  const ends = name.length > 1024 ? name.slice(0, 512) + name.slice(-512) : name;
  const safe = ends.toWellFormed().replaceAll(UNSAFE, "_");
  if (/^\.{0,2}$/.test(safe)) return "file";
  const extension = EXTENSION.exec(safe)?.[0] ?? "";
  const stem = safe.slice(0, safe.length - extension.length);
  return cutText(stem, MAX_NAME_BYTES - Buffer.byteLength(extension), "utf8") + extension;
}
