import type { RecordedMediaReference, RecordedMediaType } from "./record.ts";
import { createHash } from "node:crypto";
import { validateRecordedMediaReference } from "../../generated/validators.ts";
import { createPace, digestInChunks } from "../../rules/in-chunks.ts";
import { assertValid } from "../../rules/validation/validation.ts";
import { InvalidInputError } from "../../types/errors.ts";

/** The bytes of a record, by their SHA-256, as pieces of Base64. */
type RecordedMedia = Map<string, readonly string[]>;

/** Collects the bytes of a record while it is written. */
export interface MediaWriter {
  readonly media: RecordedMedia;
  readonly put: (bytes: Uint8Array, type: RecordedMediaType) => Promise<RecordedMediaReference>;
}

/** Makes a {@link MediaWriter}. */
export function createMediaWriter(): MediaWriter {
  const media: RecordedMedia = new Map();
  return {
    media,
    async put(bytes, type) {
      const sha256 = await digestInChunks("sha256", bytes);
      if (!media.has(sha256)) media.set(sha256, await toBase64(bytes));
      return { sha256, length: bytes.length, type };
    },
  };
}

/** Bytes that are encoded in one step; a multiple of three, so that the pieces of Base64 can be joined. */
const STEP_BYTES = 3 * 65_536;

async function toBase64(bytes: Uint8Array): Promise<readonly string[]> {
  const pace = createPace();
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: string[] = [];
  for (let at = 0; at < whole.length; at += STEP_BYTES) {
    pieces.push(whole.toString("base64", at, at + STEP_BYTES));
    await pace(STEP_BYTES);
  }
  return pieces;
}

/**
 * Returns a function that reads the bytes of a reference. It returns the same array for the same bytes, because a
 * record may refer to a medium many times.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` for a value that is no reference, `MEDIA_MISSING` when the record's
 * `media` lack the bytes, `MEDIA_CHANGED` when the bytes differ from the recorded ones
 */
export function createMediaReader(
  media: Readonly<Record<string, unknown>>,
): (reference: unknown) => Uint8Array {
  const read = new Map<string, Uint8Array>();

  function load(sha256: string): Uint8Array {
    const text = Object.hasOwn(media, sha256) ? media[sha256] : undefined;
    if (typeof text !== "string") {
      throw new InvalidInputError(`the record's media lack the bytes with the SHA-256 ${sha256}`, {
        code: "MEDIA_MISSING",
      });
    }
    const bytes = new Uint8Array(Buffer.from(text, "base64"));
    if (hashOf(bytes) !== sha256) throw changed(sha256);
    return bytes;
  }

  return (given) => {
    const reference = assertValid("media reference", validateRecordedMediaReference(given));
    const { sha256, length } = reference;
    const bytes = read.get(sha256) ?? load(sha256);
    read.set(sha256, bytes);
    if (bytes.length !== length) throw changed(sha256);
    return bytes;
  };
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function changed(sha256: string): InvalidInputError {
  return new InvalidInputError(
    `the bytes with the SHA-256 ${sha256} are not those that were recorded: take the record from where it was written`,
    { code: "MEDIA_CHANGED" },
  );
}
