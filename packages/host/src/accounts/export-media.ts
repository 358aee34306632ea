import { InfrastructureError } from "@botwright/core";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";

/** Bytes per statement and per text; a multiple of 3, because base64 makes four characters of three bytes. */
const CHUNK_BYTES = 3 * 262_144;

/**
 * Reads a medium in chunks.
 *
 * @throws {InfrastructureError} if the medium is deleted meanwhile: the chunks so far are incomplete
 */
export async function* readMedium(
  db: Kysely<Schema>,
  { sha256, bytes }: { readonly sha256: string; readonly bytes: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes; at += CHUNK_BYTES) {
    const { rows } = await sql<{ readonly chunk: Buffer }>`
      select substring(bytes from ${at + 1}::int for ${CHUNK_BYTES}::int) as chunk
      from journal_media where sha256 = ${sha256}`.execute(db);
    const chunk = rows[0]?.chunk;
    if (chunk === undefined) throw new InfrastructureError("a medium was deleted during an export");
    yield chunk;
  }
}

/** Encodes bytes as base64, in texts of at most a mebibyte, to be joined without separators. */
export async function* toBase64(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    for (let at = 0; at < whole; at += CHUNK_BYTES) {
      yield bytes.toString("base64", at, Math.min(at + CHUNK_BYTES, whole));
    }
    rest = bytes.subarray(whole);
  }
  if (rest.length > 0) yield rest.toString("base64");
}
