import { BotwrightError, type Clock, invalidInput } from "@botwright/core";
import { type Kysely, sql } from "kysely";
import { escapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";
import { createPostgresLedger } from "../stores/ledger.ts";
import { assertAmount } from "./assert-amount.ts";
import { type CreditMovement, toMovement } from "./credit-movement.ts";

/** Credits that an administrator gives to an account. */
export interface TopUp {
  readonly userId: number;
  /** The administrator who makes the top-up. */
  readonly actorId: number;
  /** 1 to 1,000,000,000. */
  readonly credits: number;
  /** The idempotency key, 1 to 128 characters: requests for one account with the same key make one top-up. */
  readonly key: string;
  /** A note for the owner of the account, at most 500 characters. */
  readonly note?: string;
}

const MAX_NOTE_LENGTH = 500;
const MAX_KEY_LENGTH = 128;

/**
 * Adds credits to an account, once per key.
 *
 * @throws {BotwrightError} `IDEMPOTENCY_KEY_REUSED`, `CREDITS_TOO_MANY`
 * @throws {InvalidInputError} `INVALID_INPUT`
 */
export async function makeTopUp(
  db: Kysely<Schema>,
  clock: Clock,
  { userId, actorId, credits, key, note = "" }: TopUp,
): Promise<CreditMovement> {
  assertTopUp({ credits, key, note });
  const ledgerKey = `top-up/${userId}/${key}`;
  const description = note === "" ? {} : { description: note };
  const movement = { userId, key: ledgerKey, credits, ...description };
  return db.transaction().execute(async (trx) => {
    const isMoved = await createPostgresLedger(trx, clock).move(movement);
    if (!isMoved) throw tooMany();
    const row = await trx
      .updateTable("credit_row")
      .set((set) => ({ actor_id: set.fn.coalesce("actor_id", sql<number>`${actorId}`) }))
      .where("user_id", "=", userId)
      .where("key", "=", escapeText(ledgerKey))
      .where("kind", "=", "deposit")
      .returningAll()
      .executeTakeFirstOrThrow();
    if (row.credits !== credits) throw keyReused(key);
    return toMovement(row);
  });
}

function assertTopUp({ credits, key, note }: { credits: number; key: string; note: string }): void {
  assertAmount(credits, 1);
  if (key === "" || key.length > MAX_KEY_LENGTH || !isPlain(key)) {
    throw invalidInput(`the idempotency key must have 1 to ${MAX_KEY_LENGTH} characters`);
  }
  if (note.length > MAX_NOTE_LENGTH || !isPlain(note)) {
    throw invalidInput(`the note must have at most ${MAX_NOTE_LENGTH} characters`);
  }
}

/** Whether PostgreSQL can store the text unchanged: no NUL and no half of a surrogate pair. */
function isPlain(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

function keyReused(key: string): BotwrightError {
  return new BotwrightError(`the key "${key}" was used for another top-up: choose a new one`, {
    code: "IDEMPOTENCY_KEY_REUSED",
  });
}

function tooMany(): BotwrightError {
  return new BotwrightError("the account cannot hold so many credits", {
    code: "CREDITS_TOO_MANY",
  });
}
