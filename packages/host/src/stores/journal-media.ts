import { createPace, decodeJournalEntry, InfrastructureError } from "@botwright/core";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";

/** The bytes of a medium, and the run whose entry names them. */
export interface UsedMedium {
  readonly call_id: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** Writes each medium once, and records which runs name it. */
export async function writeMedia(db: Kysely<Schema>, media: readonly UsedMedium[]): Promise<void> {
  const bySha = [...Map.groupBy(media, ({ sha256 }) => sha256)];
  // Written in one order, so that two transactions cannot deadlock.
  for (const [sha256, uses] of bySha.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const bytes = uses[0]?.bytes;
    if (bytes === undefined) continue;
    await db
      .insertInto("journal_media")
      .values({ sha256, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) })
      .onConflict((conflict) =>
        // The update locks the row against a retention that is about to delete it.
        conflict.column("sha256").doUpdateSet({ used_at: sql`clock_timestamp()` }),
      )
      .execute();
    await db
      .insertInto("journal_media_use")
      .values(uses.map(({ call_id }) => ({ call_id, sha256 })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Reads the media that entries name. */
export async function readMedia(
  db: Kysely<Schema>,
  stored: readonly { readonly value: unknown; readonly characters: number }[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const named = new Set<string>();
  const pace = createPace();
  for (const { value, characters } of stored) {
    decodeJournalEntry(value, (reference) => {
      named.add(shaOf(reference));
      return new Uint8Array();
    });
    await pace(characters);
  }
  if (named.size === 0) return new Map();
  const rows = await db
    .selectFrom("journal_media")
    .select(["sha256", "bytes"])
    .where("sha256", "in", [...named])
    .execute();
  return new Map(rows.map(({ sha256, bytes }) => [sha256, new Uint8Array(bytes)]));
}

/** Makes the function that finds the bytes of a reference among the media that were read. */
export function bytesFrom(
  media: ReadonlyMap<string, Uint8Array>,
): (reference: unknown) => Uint8Array {
  return (reference) => {
    const bytes = media.get(shaOf(reference));
    if (bytes === undefined) throw new InfrastructureError("the journal lacks bytes that it names");
    return bytes;
  };
}

function shaOf(reference: unknown): string {
  const isReference = typeof reference === "object" && reference !== null && "sha256" in reference;
  return isReference ? String(reference.sha256) : "";
}
