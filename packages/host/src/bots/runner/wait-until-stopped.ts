import { BotwrightError, type Clock } from "@botwright/core";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../../database/schema.ts";

/** Which bots are waited for, and how long: they are paused, or their account is closed. */
export interface StopWait {
  /** The account's; with `botId`, that one only. */
  readonly userId: number;
  readonly botId?: number;
  readonly clock: Clock;
  /** Milliseconds. */
  readonly ms: number;
}

/** Milliseconds between looks whether the bots have stopped. */
const POLL_MS = 50;

/**
 * Waits until no node runs the bots of an account: what a plugin that runs still writes would be left over by who
 * deletes before that.
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
