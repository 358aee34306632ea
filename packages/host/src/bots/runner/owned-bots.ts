import type { Platform, Transport } from "@botwright/core";
import { type Kysely, sql } from "kysely";
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
    .where("b.paused", "=", false)
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
    .where("paused", "=", false)
    .execute();
  return rows.map(toOwned);
}

/** Gives a paused bot back; its owner, if it is this node, has stopped it. */
export async function giveBackPaused(
  db: Kysely<Schema>,
  node: string,
  botId: number,
): Promise<void> {
  await db
    .updateTable("bot")
    .set({ owner: null })
    .where("id", "=", botId)
    .where("owner", "=", node)
    .where("paused", "=", true)
    .execute();
}

function toOwned({
  user_id: userId,
  ...bot
}: Omit<OwnedBot, "userId"> & { readonly user_id: number }): OwnedBot {
  return { ...bot, userId };
}
