import { createHash } from "node:crypto";
import { decryptAes, isSameSecret } from "@botwright/adapter-kit";
import { InvalidInputError } from "@botwright/core";

/** An encrypted text, its signature, and the other values that the signature covers. */
export interface Signed {
  readonly signature: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly encrypted: string;
}

/** Verifies and decrypts the texts that WeCom sends to a callback. */
export interface CallbackCrypto {
  /** Whether the signature was made with the Token. */
  isSigned(given: Signed): boolean;
  /**
   * Decrypts a text; `undefined` when it was not encrypted with this key for this corp. The result is
   * the same for every error, so that an attacker learns nothing about the key or the padding.
   */
  decrypt(encrypted: string): string | undefined;
}

const KEY = /^[A-Za-z0-9]{43}$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** The number of random bytes at the start, and of those with the 4 bytes of the length after them. */
const RANDOM = 16;
const HEAD = RANDOM + 4;
/** The text is padded to a multiple of 32 bytes, although an AES block has 16. */
const PAD_TO = 32;

/**
 * Makes the {@link CallbackCrypto} of one callback.
 *
 * - Signature: the SHA-1 of Token, timestamp, nonce and encrypted text, sorted by their bytes.
 * - Encryption: AES-256-CBC. The EncodingAESKey is the key in Base64; the first 16 bytes of the key are
 *   the initialisation vector too.
 * - Plain text: 16 random bytes, the length of the message (4 bytes, big endian), the message, the
 *   corp id, the padding. The corp id proves for which corp the text was encrypted.
 *
 * @see https://developer.work.weixin.qq.com/document/path/90968
 * @throws {InvalidInputError} `INVALID_INPUT` when the key has the wrong form
 */
export function createCallbackCrypto(
  token: string,
  encodingAesKey: string,
  corpId: string,
): CallbackCrypto {
  if (!KEY.test(encodingAesKey)) {
    throw new InvalidInputError(
      "callback.encodingAesKey must be the 43 letters and digits of the console's EncodingAESKey",
      { code: "INVALID_INPUT" },
    );
  }
  const key = Buffer.from(`${encodingAesKey}=`, "base64");
  const receiver = Buffer.from(corpId);

  return {
    isSigned({ signature, timestamp, nonce, encrypted }) {
      const sorted = [token, timestamp, nonce, encrypted].map((part) => Buffer.from(part));
      sorted.sort((a, b) => Buffer.compare(a, b));
      const expected = createHash("sha1").update(Buffer.concat(sorted)).digest("hex");
      return isSameSecret(signature, expected);
    },
    decrypt(encrypted) {
      if (!BASE64.test(encrypted)) return undefined;
      let plain: Buffer;
      try {
        const bytes = Buffer.from(encrypted, "base64");
        plain = decryptAes(bytes, { key, iv: key.subarray(0, 16), padTo: PAD_TO });
      } catch {
        return undefined;
      }
      if (plain.length < HEAD) return undefined;
      const end = HEAD + plain.readUInt32BE(RANDOM);
      if (end > plain.length || !plain.subarray(end).equals(receiver)) return undefined;
      return plain.toString("utf8", HEAD, end);
    },
  };
}
