import { randomBytes } from "node:crypto";
import {
  cleanCause,
  createLostCallPolicy,
  decryptAesInChunks,
  encryptAesInChunks,
  fieldsOf,
  invalidMediaReference,
  platformCodeOf,
  platformError,
  type PlatformErrorCode,
  retry,
  textOf,
  type Unchecked,
} from "@botwright/adapter-kit";
import { type Clock, digestInChunks, InvalidInputError, type MediaItem } from "@botwright/core";
import type { SessionStore } from "./adapter/session-store.ts";
import type { Addresses } from "./api/address.ts";
import type { Api } from "./api.ts";
import { SERVICE } from "./api/answer.ts";
import { formatKey, isParam, normalizeKey, readKey } from "./media/reference.ts";
import type { CdnMedia, MediaPayload } from "./wire.ts";
import { type UploadAddress, UPLOAD_TYPES } from "./wire/api.ts";

/** The largest download, in bytes. */
const MAX_DOWNLOAD = 100 * 1024 * 1024;
/** The most bytes that encryption adds to a stored file: PKCS#7 pads it to whole blocks. */
const MAX_PADDING = 16;
/** Pauses before the second and the third attempt of an upload, in milliseconds. */
const UPLOAD_PAUSES_MS = [1000, 2000];

/** An uploaded file, as the item of a message refers to it. */
export interface Uploaded {
  readonly media: CdnMedia;
  /** Bytes of the ciphertext. */
  readonly cipherSize: number;
}

/** The services that downloads and uploads use. */
export interface MediaContext {
  readonly api: Api;
  readonly addresses: Addresses;
  readonly store: SessionStore;
  readonly clock: Clock;
}

/**
 * Downloads the stored, encrypted file of a reference; repeats a download that was lost on the way.
 *
 * @throws {InvalidInputError} `INVALID_MEDIA_REFERENCE`
 * @throws {PlatformError} `MEDIA_TOO_LARGE` above 100 MiB, `PLATFORM_*`
 */
export async function downloadReference(
  parts: MediaContext,
  reference: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const { api, addresses, store, clock } = parts;
  const link = await store.link(reference);
  if (link === "" && !isParam(reference)) throw invalidMediaReference(SERVICE);
  const query = `encrypted_query_param=${encodeURIComponent(reference)}`;
  const url = link === "" ? `${addresses.cdnBase}/download?${query}` : addresses.trusted(link);
  const fetchStored = (): Promise<Uint8Array> =>
    api.download(url, Math.min(MAX_DOWNLOAD, maxBytes));
  return retry(fetchStored, { waitMs: createLostCallPolicy(clock), clock });
}

/** Downloads and decrypts a media item. A picture without a key is stored unencrypted. */
export async function downloadItem(
  parts: MediaContext,
  item: MediaItem,
  reference: string,
  maxBytes: number,
): Promise<Uint8Array> {
  // A quoted item has the form of the wire, in which a picture has a key next to `media` too.
  const keyText = normalizeKey(
    textOf(fieldsOf<MediaPayload>(item).aeskey),
    textOf(fieldsOf<CdnMedia>(item.media).aes_key),
  );
  const isPlain = keyText === "" && "mid_size" in item;
  // Reads the key before the download, so that an item with a wrong key costs none.
  const key = isPlain ? undefined : readKey(keyText);
  const padding = key === undefined ? 0 : MAX_PADDING;
  const stored = await downloadReference(parts, reference, maxBytes + padding);
  return key === undefined ? stored : decrypt(stored, key, parts.api);
}

async function decrypt(stored: Uint8Array, key: Buffer, api: Api): Promise<Uint8Array> {
  try {
    return await decryptAesInChunks(stored, { key });
  } catch (error) {
    throw new InvalidInputError("The file cannot be decrypted: its bytes and its key differ", {
      code: "INVALID_MEDIA_REFERENCE",
      cause: cleanCause(error, api.redact),
    });
  }
}

/**
 * Encrypts a file with AES-128-ECB and a random key, asks the server for an upload URL, and uploads
 * the ciphertext there. The CDN answers with the download parameter.
 *
 * @throws {PlatformError} `PLATFORM_*`
 */
export async function uploadMedia(
  parts: MediaContext,
  to: string,
  bytes: Uint8Array,
  kind: keyof typeof UPLOAD_TYPES,
): Promise<Uploaded> {
  const { api, addresses, clock } = parts;
  const key = randomBytes(16);
  const filekey = randomBytes(16).toString("hex");
  const stored = await encryptAesInChunks(bytes, { key });
  const rawfilemd5 = await digestInChunks("md5", bytes);
  const request = {
    filekey,
    media_type: UPLOAD_TYPES[kind],
    to_user_id: to,
    rawsize: bytes.length,
    rawfilemd5,
    filesize: stored.length,
    no_need_thumb: true,
    aeskey: key.toString("hex"),
  } as const;
  const ask = (): Promise<Unchecked<UploadAddress>> => api.call("getuploadurl", request);
  const answer = await retry(ask, { waitMs: createLostCallPolicy(clock), clock });
  const url = uploadUrl(answer, filekey, addresses);
  if (url === undefined) throw uploadError(api, "no upload URL", "PLATFORM_UNAVAILABLE");
  const param = await putStored(parts, url, stored);
  return {
    media: { encrypt_query_param: param, aes_key: formatKey(key), encrypt_type: 1 },
    cipherSize: stored.length,
  };
}

/** The URL of an upload: newer servers send the whole URL, older ones only its parameter. */
function uploadUrl(
  answer: Unchecked<UploadAddress>,
  filekey: string,
  addresses: Addresses,
): string | undefined {
  const whole = textOf(answer.upload_full_url).trim();
  if (whole !== "") return addresses.trusted(whole);
  const param = textOf(answer.upload_param);
  if (param === "") return undefined;
  const query = `encrypted_query_param=${encodeURIComponent(param)}&filekey=${filekey}`;
  return `${addresses.cdnBase}/upload?${query}`;
}

/** Uploads the ciphertext, with retries; resolves to the download parameter. */
async function putStored(
  { api, clock }: MediaContext,
  url: string,
  stored: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const put = async (): Promise<string> => {
    const param = (await api.upload(url, stored)).get("x-encrypted-param") ?? "";
    if (param !== "") return param;
    throw uploadError(api, "x-encrypted-param is missing", "PLATFORM_UNAVAILABLE");
  };
  return retry(put, { waitMs: uploadPause, clock });
}

function uploadPause(error: unknown, failures: number): number | undefined {
  const isOurFault = /^4\d\d$/.test(platformCodeOf(error));
  return isOurFault ? undefined : UPLOAD_PAUSES_MS[failures];
}

function uploadError(api: Api, description: string, code: PlatformErrorCode): Error {
  return platformError({
    service: SERVICE,
    call: "upload",
    code,
    description,
    redact: api.redact,
  });
}
