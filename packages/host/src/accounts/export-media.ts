import { InfrastructureError } from "@botwright/core";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";

/** Bytes of a medium that are read at once. Three of them are four characters, so that the texts can be joined. */
const CHUNK_BYTES = 3 * 262_144;

/**
 * Reads a medium as base64, in chunks that are joined without anything between them.
 *
 * @throws {InfrastructureError} when it is deleted in the meantime: what was given is not all of it
 */
export async function* readBase64(
  db: Kysely<Schema>,
  { sha256, bytes }: { readonly sha256: string; readonly bytes: number },
): AsyncGenerator<string, void, undefined> {
  for (let at = 0; at < bytes; at += CHUNK_BYTES) {
    const { rows } = await sql<{ readonly chunk: Buffer }>`
      select substring(bytes from ${at + 1}::int for ${CHUNK_BYTES}::int) as chunk
      from journal_media where sha256 = ${sha256}`.execute(db);
    const chunk = rows[0]?.chunk;
    if (chunk === undefined) throw new InfrastructureError("a medium was deleted during an export");
    yield chunk.toString("base64");
  }
}
