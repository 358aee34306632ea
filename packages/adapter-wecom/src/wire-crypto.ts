import { createHash } from "node:crypto";
import { decryptAes, isSameSecret } from "@botwright/adapter-kit";
import { InvalidInputError } from "@botwright/core";

/** What came with an encrypted text. */
export interface Signed {
  readonly signature: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly encrypted: string;
}

/** The callback's side of the encryption. */
export interface CallbackCrypto {
  /** Whether the text was signed with the Token. */
  isSigned(given: Signed): boolean;
  /**
   * The text inside, or `undefined` when it was not encrypted for this corp with this key.
   * Says no more: what exactly is wrong must not be told to a stranger.
   */
  decrypt(encrypted: string): string | undefined;
}

const KEY = /^[A-Za-z0-9]{43}$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Random bytes before the length, and both together. */
const RANDOM = 16;
const HEAD = RANDOM + 4;
/** Padding goes up to a multiple of 32, not of AES's own 16. */
const PAD_TO = 32;

/**
 * Makes the {@link CallbackCrypto} of one callback: AES-256 in CBC mode, SHA-1 signatures.
 * Reference: https://developer.work.weixin.qq.com/document/path/90968
 *
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
