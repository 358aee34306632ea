import { createHash } from "node:crypto";
import {
  fieldsOf,
  isObject,
  MAX_MESSAGE_DEPTH,
  textOf,
  type Unchecked,
  type WireObject,
} from "@botwright/adapter-kit";
import { InvalidInputError } from "@botwright/core";
import {
  type CdnMedia,
  itemsOf,
  MEDIA_FIELDS,
  type MediaPayload,
  type WeixinMessage,
} from "../wire.ts";

const HEX_KEY = /^[0-9a-f]{32}$/i;
/** 16 bytes, or their 32 hex characters, in one of the two alphabets of base64. */
const KEY_TEXT = /^(?:[\w+/-]{22}|[\w+/-]{43})={0,2}$/;
/** A download parameter: base64, on some servers percent-encoded. */
const PARAM = /^[\w+/=%.~-]{1,8192}$/;

/**
 * Makes the reference to a file: the wire's download parameter or, when the server sends only a URL, a
 * digest under which the adapter stores the URL. The inbound pipeline seals the reference for its chat before a plugin
 * sees it, so a plugin can only hand back references of this chat.
 */
export function referenceOf(media: Unchecked<CdnMedia>): string {
  const param = textOf(media.encrypt_query_param);
  const url = textOf(media.full_url);
  if (param !== "" || url === "") return param;
  return `wechat:${createHash("sha256").update(url).digest("hex")}`;
}

/** Whether a reference is a download parameter. */
export function isParam(reference: string): boolean {
  return PARAM.test(reference);
}

/** The signed URLs of a message's files, which the adapter stores and plugins never see. */
export function linksOf(message: Unchecked<WeixinMessage>): { reference: string; url: string }[] {
  return itemsOf(message).flatMap((item) =>
    Object.values(MEDIA_FIELDS).flatMap((field) => {
      const media = fieldsOf<CdnMedia>(fieldsOf<MediaPayload>(item[field]).media);
      const url = textOf(media.full_url).trim();
      return url === "" ? [] : [{ reference: referenceOf(media), url }];
    }),
  );
}

/** The key of a file in the form of `media.aes_key`; a valid hex key of the image takes precedence. */
export function normalizeKey(hexKey: string, mediaKey: string): string {
  return HEX_KEY.test(hexKey) ? formatKey(Buffer.from(hexKey, "hex")) : mediaKey;
}

/** A key in the form that phones expect: base64 of its hex characters. With the other form, pictures stay grey. */
export function formatKey(key: Uint8Array): string {
  return Buffer.from(Buffer.from(key).toString("hex")).toString("base64");
}

/**
 * Reads the key in `media.aes_key`, which is base64 of 16 bytes or of their 32 hex characters.
 *
 * @throws {InvalidInputError} `INVALID_MEDIA_REFERENCE`; the error does not show the key
 */
export function readKey(text: string): Buffer {
  const bytes = Buffer.from(KEY_TEXT.test(text) ? text : "", "base64");
  if (bytes.length === 16) return bytes;
  const hex = bytes.toString("latin1");
  if (HEX_KEY.test(hex)) return Buffer.from(hex, "hex");
  throw new InvalidInputError(
    "The media item has no usable key: pass the item of a message as it came",
    { code: "INVALID_MEDIA_REFERENCE" },
  );
}

/** The field with a signed URL. */
const SIGNED_URL: keyof CdnMedia = "full_url";

/** A copy without signed URLs, because such a URL alone is enough to download the file. */
export function withoutUrls(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_MESSAGE_DEPTH) return null;
  if (Array.isArray(value)) return value.map((part) => withoutUrls(part, depth + 1));
  return isObject(value) ? Object.fromEntries(entriesWithoutUrls(value, depth)) : null;
}

/** The fields of {@link withoutUrls}. */
export function entriesWithoutUrls(value: WireObject, depth = 0): [string, unknown][] {
  return Object.entries(value).flatMap(([key, part]): [string, unknown][] =>
    key === SIGNED_URL ? [] : [[key, withoutUrls(part, depth + 1)]],
  );
}
