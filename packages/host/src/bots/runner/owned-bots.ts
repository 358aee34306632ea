import type { Platform, Transport } from "@botwright/core";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { isClosing } from "../../accounts/closing.ts";
import type { Schema } from "../../database/schema.ts";
import { hasLease } from "../../node-lease.ts";

/** A bot that this node runs; it owns the bot only as long as the row has the same `epoch`. */
export interface OwnedBot {
  readonly id: number;
  readonly userId: number;
  readonly platform: Platform;
  readonly sealed: string;
  readonly epoch: number;
  /** How messages arrive; `null`: in the platform's default way. */
  readonly transport: Transport | null;
}

const COLUMNS = ["id", "user_id", "platform", "sealed", "epoch", "transport"] as const;

/** Whether a bot is to run: it is not paused, and its account is not being deleted. */
function isToRun(bot = "bot"): RawBuilder<boolean> {
  // `not in` with a subquery that does not depend on the bot: PostgreSQL evaluates it once instead of for each bot.
  return sql<boolean>`(not ${sql.ref(`${bot}.paused`)} and ${sql.ref(`${bot}.user_id`)} not in (
    select a.id from user_account a where ${isClosing("a")}))`;
}

/**
 * Claims bots without a living owner. Nodes that claim at the same time skip each other's locked rows, so they get
 * different bots. A node without its lease claims none.
 */
export async function claimBots(
  db: Kysely<Schema>,
  node: string,
  platforms: readonly Platform[],
  most: number,
): Promise<OwnedBot[]> {
  if (platforms.length === 0) return [];
  const free = db
    .selectFrom("bot as b")
    .select("b.id")
    .where(isToRun("b"))
    .where("b.platform", "in", platforms)
    .where((is) =>
      is.or([
        is("b.owner", "is", null),
        is.not(
          is.exists(
            is
              .selectFrom("node as n")
              .select("n.id")
              .whereRef("n.id", "=", "b.owner")
              .where("n.expires_at", ">", sql<Date>`clock_timestamp()`),
          ),
        ),
      ]),
    )
    .orderBy("b.id")
    .limit(most)
    .forUpdate("b")
    .skipLocked();
  const rows = await db
    .updateTable("bot")
    .set((set) => ({ owner: node, epoch: set("epoch", "+", 1) }))
    .where("id", "in", free)
    .where(hasLease(node))
    .returning(COLUMNS)
    .execute();
  return rows.map(toOwned);
}

/** The bots of a node that are to run, with their epochs. */
export async function readEpochs(
  db: Kysely<Schema>,
  node: string,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom("bot")
    .select(["id", "epoch"])
    .where("owner", "=", node)
    .where(isToRun())
    .execute();
  return new Map(rows.map(({ id, epoch }) => [id, epoch]));
}

/** Of the bots `ids`, those that the node still owns and that are to run. */
export async function readOwn(
  db: Kysely<Schema>,
  node: string,
  ids: readonly number[],
): Promise<OwnedBot[]> {
  const rows = await db
    .selectFrom("bot")
    .select(COLUMNS)
    .where("id", "in", ids)
    .where("owner", "=", node)
    .where(isToRun())
    .execute();
  return rows.map(toOwned);
}

/** Clears the owner of a bot that is not to run, if the owner is this node. The caller has stopped the bot. */
export async function giveBackStopped(
  db: Kysely<Schema>,
  node: string,
  botId: number,
): Promise<void> {
  await db
    .updateTable("bot")
    .set({ owner: null })
    .where("id", "=", botId)
    .where("owner", "=", node)
    .where(sql<boolean>`not ${isToRun()}`)
    .execute();
}

function toOwned({
  user_id: userId,
  ...bot
}: Omit<OwnedBot, "userId"> & { readonly user_id: number }): OwnedBot {
  return { ...bot, userId };
}
