import { InfrastructureError } from "@botwright/core";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";

/** Bytes of a medium that are read at once. Three of them are four characters, so that the texts can be joined. */
const PIECE_BYTES = 3 * 262_144;

/**
 * Reads a medium as base64, in pieces that are joined without anything between them.
 *
 * @throws {InfrastructureError} when it is deleted in the meantime: what was given is not all of it
 */
export async function* readBase64(
  db: Kysely<Schema>,
  { sha256, bytes }: { readonly sha256: string; readonly bytes: number },
): AsyncGenerator<string, void, undefined> {
  for (let at = 0; at < bytes; at += PIECE_BYTES) {
    const { rows } = await sql<{ readonly piece: Buffer }>`
      select substring(bytes from ${at + 1}::int for ${PIECE_BYTES}::int) as piece
      from journal_media where sha256 = ${sha256}`.execute(db);
    const piece = rows[0]?.piece;
    if (piece === undefined) throw new InfrastructureError("a medium was deleted during an export");
    yield piece.toString("base64");
  }
}
