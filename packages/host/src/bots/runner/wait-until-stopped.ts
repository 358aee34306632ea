import { BotwrightError, type Clock } from "@botwright/core";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../../database/schema.ts";

/** Which bots to wait for, and how long. The caller has paused them or closed their account. */
export interface StopWait {
  /** The account of the bots; with `botId`, only that bot. */
  readonly userId: number;
  readonly botId?: number;
  readonly clock: Clock;
  /** Milliseconds to wait at most. */
  readonly ms: number;
}

/** Milliseconds between checks. */
const POLL_MS = 50;

/**
 * Waits until no living node owns the bots. A deletion must wait for this, because a plugin that still runs could write
 * rows after the deletion, which would stay.
 *
 * @throws {BotwrightError} `BOTS_RUNNING`
 */
export async function waitUntilStopped(db: Kysely<Schema>, wait: StopWait): Promise<void> {
  const { clock, ms } = wait;
  const until = clock.now() + ms;
  while (await isRunning(db, wait)) {
    if (clock.now() >= until) throw botsRunning();
    await new Promise<void>((resolve) => clock.after(POLL_MS, resolve));
  }
}

async function isRunning(db: Kysely<Schema>, { userId, botId }: StopWait): Promise<boolean> {
  const { rows } = await sql`
    select from bot b join node n on n.id = b.owner
    where b.user_id = ${userId} and (${botId ?? null}::bigint is null or b.id = ${botId ?? null})
      and n.expires_at > clock_timestamp() limit 1`.execute(db);
  return rows.length > 0;
}

function botsRunning(): BotwrightError {
  return new BotwrightError("a bot of the account still handles a message: try again later", {
    code: "BOTS_RUNNING",
  });
}
