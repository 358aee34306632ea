import type { Platform, Transport } from "@botwright/core";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { isClosing } from "../../accounts/closing.ts";
import type { Schema } from "../../database/schema.ts";
import { hasLease } from "../../node-lease.ts";

/** A bot that this node runs, as long as `epoch` is the bot's. */
export interface OwnedBot {
  readonly id: number;
  readonly userId: number;
  readonly platform: Platform;
  readonly sealed: string;
  readonly epoch: number;
  /** How messages come; `null`: as is usual on the platform. */
  readonly transport: Transport | null;
}

const COLUMNS = ["id", "user_id", "platform", "sealed", "epoch", "transport"] as const;

/** Whether a bot is to run: it is not paused, and its account is not being deleted. */
function isToRun(bot = "bot"): RawBuilder<boolean> {
  // Read once, and not for each bot, as the database would with a condition on the bot.
  return sql<boolean>`(not ${sql.ref(`${bot}.paused`)} and ${sql.ref(`${bot}.user_id`)} not in (
    select a.id from user_account a where ${isClosing("a")}))`;
}

/**
 * Takes bots without a living owner; several nodes that look at once take different ones. A node without its lease takes
 * none.
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

/** Those of these bots that the node still owns. */
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

/** Gives a bot back that is not to run; its owner, if it is this node, has stopped it. */
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
