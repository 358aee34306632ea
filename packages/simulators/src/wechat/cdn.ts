import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { HttpRefusal, refuse } from "./answer.ts";
import type { WechatMedia, WechatObject } from "./wire.ts";

/** The announced properties of an upload (getuploadurl). */
interface Ticket {
  readonly key: Buffer;
  readonly size: number;
  readonly cipherSize: number;
  readonly md5: string;
  readonly filekey: string;
}

/** A file of the CDN: its stored bytes and its metadata. */
export interface CdnFile {
  readonly stored: Uint8Array;
  readonly plain: Uint8Array;
  readonly key: Buffer | undefined;
}

const HEX_32 = /^[0-9a-f]{32}$/i;

/** Stores the files of both directions by their download parameter, and the allowed uploads. */
export class Cdn {
  readonly #files = new Map<string, CdnFile>();
  readonly #tickets = new Map<string, Ticket>();

  /** Stores a file that a person sends; `encrypted: false` stores it without a key. */
  store(
    plain: Uint8Array,
    options: { readonly encrypted: boolean },
  ): { param: string; key: Buffer } {
    const key = randomBytes(16);
    const stored = options.encrypted ? encrypt(plain, key) : plain;
    const param = newParam();
    this.#files.set(param, { stored, plain, key: options.encrypted ? key : undefined });
    return { param, key };
  }

  get(param: string): CdnFile | undefined {
    return this.#files.get(param);
  }

  /**
   * getuploadurl: the parameters that allow one upload each, of the file and of its preview.
   * @throws Refusal -2 when sizes, digests or key do not fit together
   */
  allow(request: WechatObject): { readonly param: string; readonly thumbParam?: string } {
    const { media_type: kind, no_need_thumb: noThumb, to_user_id: to } = request;
    const hasThumb = (kind === 1 || kind === 2) && noThumb !== true;
    const isWhole =
      (kind === 1 || kind === 2 || kind === 3 || kind === 4) && typeof to === "string" && to !== "";
    if (!isWhole) throw refuse("invalid arguments");
    const param = this.#expect(request, "");
    return hasThumb ? { param, thumbParam: this.#expect(request, "thumb_") } : { param };
  }

  #expect(request: WechatObject, prefix: "" | "thumb_"): string {
    const { aeskey, filekey } = request;
    const size = request[`${prefix}rawsize`];
    const cipherSize = request[`${prefix}filesize`];
    const md5 = request[`${prefix}rawfilemd5`];
    const isRight =
      typeof size === "number" &&
      Number.isSafeInteger(size) &&
      size > 0 &&
      cipherSize === Math.ceil((size + 1) / 16) * 16 &&
      isHex(md5) &&
      isHex(aeskey) &&
      isHex(filekey);
    if (!isRight) throw refuse("invalid arguments");
    const param = newParam();
    this.#tickets.set(param, { key: Buffer.from(aeskey, "hex"), size, cipherSize, md5, filekey });
    return param;
  }

  /**
   * Stores an upload and returns its download parameter.
   *
   * @throws HttpRefusal 400 when the bytes differ from the announced ones
   */
  upload(param: string, filekey: string | null, stored: Uint8Array): string {
    const ticket = this.#tickets.get(param);
    if (ticket === undefined) throw clientError("unknown upload param");
    if (filekey !== ticket.filekey) throw clientError("filekey mismatch");
    if (stored.length !== ticket.cipherSize) throw clientError("file size mismatch");
    const plain = decrypt(stored, ticket.key);
    if (plain.length !== ticket.size) throw clientError("raw size mismatch");
    const md5 = createHash("md5").update(plain).digest("hex");
    if (md5 !== ticket.md5.toLowerCase()) throw clientError("md5 mismatch");
    const download = newParam();
    this.#files.set(download, { stored, plain, key: ticket.key });
    return download;
  }

  /** The file of the bot's `media`, if its key is right. @throws Refusal -2 */
  resolve(media: WechatMedia): CdnFile {
    const file = this.#files.get(media.encrypt_query_param ?? "");
    const key = readKey(media.aes_key ?? "");
    if (file?.key === undefined || key === undefined || !file.key.equals(key)) {
      throw refuse("invalid arguments");
    }
    return file;
  }
}

/** A 4xx answer of the CDN. */
export function clientError(text: string, status = 400): HttpRefusal {
  return new HttpRefusal(status, "", { "x-error-message": text });
}

/** The form of a key on today's servers: base64 of its hex characters. */
export function hexForm(key: Buffer): string {
  return Buffer.from(key.toString("hex")).toString("base64");
}

function readKey(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length === 16) return bytes;
  return HEX_32.test(bytes.toString("latin1"))
    ? Buffer.from(bytes.toString("latin1"), "hex")
    : undefined;
}

function isHex(value: unknown): value is string {
  return typeof value === "string" && HEX_32.test(value);
}

/** Makes a parameter that is as long as the real ones, and like them has characters that a URL must escape. */
function newParam(): string {
  return `+/${randomBytes(357).toString("base64")}==`;
}

function encrypt(plain: Uint8Array, key: Buffer): Buffer {
  const cipher = createCipheriv("aes-128-ecb", key, null);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}

function decrypt(stored: Uint8Array, key: Buffer): Buffer {
  try {
    const decipher = createDecipheriv("aes-128-ecb", key, null);
    return Buffer.concat([decipher.update(stored), decipher.final()]);
  } catch {
    throw clientError("decrypt failed");
  }
}
