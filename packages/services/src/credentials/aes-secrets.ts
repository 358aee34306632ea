import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { StringDecoder } from "node:string_decoder";
import { BotwrightError, createPace, invalidInput, joinPieces, textPieces } from "@botwright/core";
import type { Secrets } from "../ports/secrets.ts";

/** Options of {@link createAesSecrets}. */
export interface AesSecretsOptions {
  /** Keys of 32 bytes, by id; keep an old key as long as a stored text is sealed with it. */
  readonly keys: Readonly<Record<string, Uint8Array>>;
  /** The id of the key that seals new texts. */
  readonly current: string;
}

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Bytes that Base64 encodes as one group of four characters. */
const GROUP_BYTES = 3;
/** Characters of Base64 that are decoded in one step; a multiple of four. */
const CHUNK_CHARACTERS = 131_072;
const KEY_ID = /^[\w-]{1,64}$/;

/**
 * Creates {@link Secrets} with AES-256-GCM. A sealed text has the form `<key id>.<base64url>`, which allows
 * key rotation: add a new key, make it `current`, and re-seal the old texts later. Long texts are sealed and
 * opened in steps, with turns of the event loop between them.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when a key does not have 32 bytes, or `current` is not among
 * them
 * @example
 * const secrets = createAesSecrets({ keys: { "2026-01": key }, current: "2026-01" });
 * const sealed = await secrets.seal("s3cret", "credentials/17"); // "2026-01.J7d…"
 */
export function createAesSecrets({ keys, current }: AesSecretsOptions): Secrets {
  // Prepared once, because preparing a key takes longer than sealing a short text.
  const known = new Map<string, KeyObject>();
  for (const [id, key] of Object.entries(keys)) {
    if (!KEY_ID.test(id)) throw invalidInput("the id of a key is 1 to 64 of A-Z a-z 0-9 _ -");
    if (key.length !== KEY_BYTES) throw invalidInput(`the key "${id}" must have 32 bytes`);
    known.set(id, createSecretKey(key));
  }
  const currentKey = known.get(current);
  if (currentKey === undefined) throw invalidInput(`keys must have the current key "${current}"`);

  return {
    async seal(text, context) {
      const pace = createPace();
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, currentKey, iv);
      cipher.setAAD(associatedData(current, context));
      const chunks: Buffer[] = [];
      for (const piece of textPieces(text)) {
        chunks.push(cipher.update(piece, "utf8"));
        await pace(piece.length);
      }
      chunks.push(cipher.final());
      const texts = await toBase64([iv, cipher.getAuthTag(), ...chunks], pace);
      return joinPieces([`${current}.`, ...texts], pace);
    },
    async open(sealed, context) {
      const dot = sealed.indexOf(".");
      const id = sealed.slice(0, Math.max(0, dot));
      const key = known.get(id);
      const chunks = base64Chunks(sealed, dot + 1);
      const first = chunks.next().value;
      if (key === undefined || first === undefined || first.length < IV_BYTES + TAG_BYTES) {
        throw unreadable(id);
      }
      const decipher = createDecipheriv(ALGORITHM, key, first.subarray(0, IV_BYTES));
      decipher.setAAD(associatedData(id, context));
      decipher.setAuthTag(first.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const pace = createPace();
      const decoder = new StringDecoder("utf8");
      const texts = [decoder.write(decipher.update(first.subarray(IV_BYTES + TAG_BYTES)))];
      for (const chunk of chunks) {
        await pace(chunk.length);
        texts.push(decoder.write(decipher.update(chunk)));
      }
      try {
        texts.push(decoder.end(decipher.final()));
      } catch (cause) {
        throw unreadable(id, cause);
      }
      return joinPieces(texts, pace);
    },
  };
}

/** Encodes chunks as one base64url text, in pieces, one step for each. */
async function toBase64(
  chunks: readonly Buffer[],
  pace: (bytes: number) => Promise<void>,
): Promise<string[]> {
  const texts: string[] = [];
  /** The bytes that do not fill a group yet. */
  let rest = Buffer.alloc(0);
  for (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % GROUP_BYTES);
    texts.push(bytes.toString("base64url", 0, whole));
    rest = Buffer.from(bytes.subarray(whole));
    await pace(chunk.length);
  }
  return [...texts, rest.toString("base64url")];
}

/** Decodes a base64url text from the index `start` on, in chunks. */
function* base64Chunks(text: string, start: number): Generator<Buffer, undefined, undefined> {
  for (let at = start; at < text.length; at += CHUNK_CHARACTERS) {
    yield Buffer.from(text.slice(at, at + CHUNK_CHARACTERS), "base64url");
  }
}

function associatedData(keyId: string, context: string): Buffer {
  return Buffer.from(JSON.stringify([keyId, context]));
}

function unreadable(keyId: string, cause?: unknown): BotwrightError {
  const named = KEY_ID.test(keyId) ? `with the key "${keyId}"` : "without a key's id";
  return new BotwrightError(
    `a secret that was sealed ${named} cannot be opened: its key is missing, or it belongs to another row`,
    { code: "SECRET_UNREADABLE", cause },
  );
}
