import { hasCode, wrongReference } from "@botwright/adapter-kit";
import { SERVICE } from "./api-errors.ts";
import type { Api } from "./api.ts";

/** The largest upload, in bytes. */
export const UPLOAD_LIMIT: number = 20 * 1024 * 1024;

const PREFIX = "dingtalk:";

/** The opaque reference under which plugins see a file: its download codes, the best one first. */
export function formatReference(codes: readonly string[]): string {
  return PREFIX + codes.map((code) => Buffer.from(code).toString("base64url")).join(".");
}

function readReference(reference: string): string[] {
  if (!reference.startsWith(PREFIX)) return [];
  const codes = reference.slice(PREFIX.length).split(".");
  return codes.map((code) => Buffer.from(code, "base64url").toString()).filter(Boolean);
}

/**
 * Fetches the bytes behind a reference.
 *
 * @throws {InvalidInputError} `INVALID_MEDIA_REFERENCE`
 * @throws {PlatformError} `MEDIA_TOO_LARGE` above 100 MiB, `PLATFORM_*`
 */
export async function downloadReference(api: Api, reference: string): Promise<Uint8Array> {
  const [code, other] = readReference(reference);
  if (code === undefined) throw wrongReference(SERVICE);
  try {
    return await api.download(code);
  } catch (error) {
    const isRefused =
      hasCode(error, "PLATFORM_BAD_REQUEST") || hasCode(error, "PLATFORM_NOT_FOUND");
    if (other === undefined || !isRefused) throw error;
    return api.download(other);
  }
}
