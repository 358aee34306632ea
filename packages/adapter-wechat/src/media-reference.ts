import { createHash } from "node:crypto";
import { isObject, objectsOf, textOf, type WireObject } from "@botwright/adapter-kit";
import { InvalidInputError } from "@botwright/core";

const HEX_KEY = /^[0-9a-f]{32}$/i;
/** 16 bytes, or their 32 hex characters, in one of the two alphabets of base64. */
const KEY_TEXT = /^(?:[\w+/-]{22}|[\w+/-]{43})={0,2}$/;
/** A download parameter of the wire: base64, with escapes where a server has put them. */
const PARAM = /^[\w+/=%.~-]{1,8192}$/;

/**
 * The reference to a file, which plugins see sealed: the wire's download parameter, or where the server gives only a
 * URL, a name that leads back to it.
 */
export function referenceOf(media: WireObject): string {
  const param = textOf(media["encrypt_query_param"]);
  const url = textOf(media["full_url"]);
  if (param !== "" || url === "") return param;
  return `wechat:${createHash("sha256").update(url).digest("hex")}`;
}

/** Whether it is a download parameter as the wire has them. */
export function isParam(reference: string): boolean {
  return PARAM.test(reference);
}

/** The URLs that a message gives for its files. They are kept, and shown to nobody. */
export function linksOf(message: WireObject): { reference: string; url: string }[] {
  return objectsOf(message["item_list"]).flatMap((item) =>
    ["image_item", "voice_item", "file_item", "video_item"].flatMap((payload) => {
      const media = isObject(item[payload]) ? item[payload]["media"] : undefined;
      const url = isObject(media) ? textOf(media["full_url"]).trim() : "";
      return isObject(media) && url !== "" ? [{ reference: referenceOf(media), url }] : [];
    }),
  );
}

/** One form for the key of a file: the image's own hex key goes first; anything else is ignored. */
export function normalizeKey(hexKey: string, mediaKey: string): string {
  return HEX_KEY.test(hexKey) ? formatKey(Buffer.from(hexKey, "hex")) : mediaKey;
}

/** A key as phones expect it: base64 of its hex characters. */
export function formatKey(key: Uint8Array): string {
  return Buffer.from(Buffer.from(key).toString("hex")).toString("base64");
}

/**
 * The key behind `media.aes_key`, which is base64 of 16 bytes or of their 32 hex characters.
 *
 * @throws {InvalidInputError} `INVALID_MEDIA_REFERENCE`; it does not show the key
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

/** Deeper than any message; keeps hostile input from exhausting the stack. */
const MAX_DEPTH = 32;

/** A copy without the signed URLs of files, which nobody outside the adapter may see. */
export function withoutUrls(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((part) => withoutUrls(part, depth + 1));
  return isObject(value) ? Object.fromEntries(entriesWithoutUrls(value, depth)) : null;
}

/** The fields of {@link withoutUrls}. */
export function entriesWithoutUrls(value: WireObject, depth = 0): [string, unknown][] {
  return Object.entries(value).flatMap(([key, part]): [string, unknown][] =>
    key === "full_url" ? [] : [[key, withoutUrls(part, depth + 1)]],
  );
}
