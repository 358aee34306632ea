import { createCipheriv, createHash, randomBytes } from "node:crypto";

/** The plain text is padded to a multiple of this, although the cipher's blocks have 16 bytes. */
const BLOCK = 32;

/** Options of {@link encryptMessage}. */
export interface EncryptOptions {
  /** 43 characters, as the console shows them. */
  readonly encodingAesKey: string;
  /** The corp id, which follows the message. */
  readonly receiver: string;
  /** Whether the text ends with bytes that are not valid padding. */
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
