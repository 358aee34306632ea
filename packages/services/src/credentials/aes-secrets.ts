import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { BotwrightError, invalidInput } from "@botwright/core";
import type { Secrets } from "../ports/secrets.ts";

/** Options of {@link createAesSecrets}. */
export interface AesSecretsOptions {
  /** Keys of 32 bytes by id; keep old ones as long as something is sealed with them. */
  readonly keys: Readonly<Record<string, Uint8Array>>;
  /** The id of the key for sealing. */
  readonly current: string;
}

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID = /^[\w-]{1,64}$/;

/**
 * Creates {@link Secrets} with AES-256-GCM. A sealed text has the form `<key id>.<base64url>`, which allows
 * key rotation: add a new key, make it `current`, and re-seal the old texts later.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when a key does not have 32 bytes, or `current` is not among
 * them
 * @example
 * const secrets = createAesSecrets({ keys: { "2026-01": key }, current: "2026-01" });
 * const sealed = await secrets.seal("s3cret", "credentials/17"); // "2026-01.J7d…"
 */
export function createAesSecrets({ keys, current }: AesSecretsOptions): Secrets {
  // Made once: preparing a key takes longer than sealing a short text.
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
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, currentKey, iv);
      cipher.setAAD(associatedData(current, context));
      const bytes = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      const sealed = Buffer.concat([iv, cipher.getAuthTag(), bytes]);
      return `${current}.${sealed.toString("base64url")}`;
    },
    async open(sealed, context) {
      const dot = sealed.indexOf(".");
      const id = sealed.slice(0, Math.max(0, dot));
      const key = known.get(id);
      const bytes = Buffer.from(sealed.slice(dot + 1), "base64url");
      if (key === undefined || bytes.length < IV_BYTES + TAG_BYTES) throw unreadable(id);
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES));
        decipher.setAAD(associatedData(id, context));
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch (cause) {
        throw unreadable(id, cause);
      }
    },
  };
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
