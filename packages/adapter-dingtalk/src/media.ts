import { hasCode, invalidMediaReference } from "@botwright/adapter-kit";
import { SERVICE } from "./api/errors.ts";

/** The largest upload, in bytes. */
export const UPLOAD_LIMIT: number = 20 * 1024 * 1024;

/** One or two download codes, each encoded as base64url. */
const REFERENCE = /^dingtalk:([\w-]{1,4096})(?:\.([\w-]{1,4096}))?$/;
/** A download code: base64 in either of its two alphabets. */
const CODE = /^[\w+/=-]{1,3072}$/;

/**
 * Makes the reference to a file: its download codes, the preferred one first. The inbound pipeline seals the reference
 * for its chat before a plugin sees it, so a plugin can only hand back references of this chat.
 */
export function formatReference(codes: readonly string[]): string {
  return `dingtalk:${codes.map((code) => Buffer.from(code).toString("base64url")).join(".")}`;
}

function readReference(reference: string): string[] {
  const [, ...codes] = REFERENCE.exec(reference) ?? [];
  return codes
    .filter((code) => code !== undefined)
    .map((code) => Buffer.from(code, "base64url").toString())
    .filter((code) => CODE.test(code));
}

/** The part of the API that downloads. */
interface MediaApi {
  /** Downloads the file of a download code. */
  readonly download: (code: string, maxBytes: number) => Promise<Uint8Array>;
}

/**
 * Downloads the file behind a reference; the second code is tried when DingTalk refuses the first.
 *
 * @param maxBytes The caller's limit.
 * @throws {InvalidInputError} `INVALID_MEDIA_REFERENCE`
 * @throws {PlatformError} `MEDIA_TOO_LARGE` above 100 MiB, `PLATFORM_*`
 */
export async function downloadReference(
  api: MediaApi,
  reference: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const [code, other] = readReference(reference);
  if (code === undefined) throw invalidMediaReference(SERVICE);
  try {
    return await api.download(code, maxBytes);
  } catch (error) {
    const isRefused =
      hasCode(error, "PLATFORM_BAD_REQUEST") || hasCode(error, "PLATFORM_NOT_FOUND");
    if (other === undefined || !isRefused) throw error;
    return api.download(other, maxBytes);
  }
}
