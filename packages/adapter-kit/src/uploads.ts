import { platformError } from "./error-codes.ts";
import type { Redact } from "./redact.ts";

/** A file that is about to be uploaded. */
export interface UploadSize {
  /** Name of the platform, for people. */
  readonly service: string;
  /** The platform's method or path. */
  readonly call: string;
  readonly redact: Redact;
  readonly bytes: Uint8Array;
  /** The fewest bytes that the platform takes. @default 1 */
  readonly min?: number;
  /** The most bytes that the platform takes. @default nobody knows */
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
  throw platformError({
    ...parts,
    code: length > max ? "MEDIA_TOO_LARGE" : "PLATFORM_BAD_REQUEST",
    description: `${length} bytes, but at least ${min} and at most ${max} can be sent`,
  });
}

/** A file name that can stand in quotes in a header of a form. */
export function safeFilename(name: string): string {
  return name.toWellFormed().replaceAll(/["\\\r\n]/g, "_") || "file";
}
