import { createCipheriv, createHash, randomBytes } from "node:crypto";

/** Padding goes up to a multiple of this, not of the cipher's own 16. */
const BLOCK = 32;

/** What {@link encryptMessage} needs to know. */
export interface EncryptOptions {
  /** 43 characters, as the console shows it. */
  readonly encodingAesKey: string;
  /** Stands behind the message: the corp id. */
  readonly receiver: string;
  /** Ends with bytes that are no padding. */
  readonly isBroken?: boolean;
}

/** Encrypts a callback's message: 16 random bytes, the length, the message, the receiver. */
export function encryptMessage(message: string, options: EncryptOptions): string {
  const key = Buffer.from(`${options.encodingAesKey}=`, "base64");
  const body = Buffer.from(message);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const plain = Buffer.concat([randomBytes(16), length, body, Buffer.from(options.receiver)]);
  const missing = BLOCK - (plain.length % BLOCK);
  const padding = Buffer.alloc(missing, options.isBroken === true ? 0xff : missing);
  const cipher = createCipheriv("aes-256-cbc", key, key.subarray(0, 16));
  cipher.setAutoPadding(false);
  return Buffer.concat([cipher.update(plain), cipher.update(padding), cipher.final()]).toString(
    "base64",
  );
}

/** The signature of an encrypted text. */
export function sign(token: string, timestamp: string, nonce: string, encrypted: string): string {
  const parts = [token, timestamp, nonce, encrypted].toSorted((a, b) => (a < b ? -1 : 1));
  return createHash("sha1").update(parts.join("")).digest("hex");
}
