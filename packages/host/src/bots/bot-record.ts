import type {
  AdapterStatus,
  LocalizedText,
  Platform,
  PlatformBinding,
  Transport,
} from "@botwright/core";
import { type Kysely, type Selectable, sql } from "kysely";
import { unescapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";

/** The state of a bot's connection, for its owner. */
export interface BotStatus {
  /** `"waiting"`: no node of the host runs the bot at the moment; the others are as `AdapterStatus`. */
  readonly state: AdapterStatus["state"] | "paused" | "waiting";
  /** The code and the message of a refusal or an error. */
  readonly code?: string;
  readonly message?: string;
  /** What the owner can do about a refusal. */
  readonly advice?: LocalizedText;
  /** ISO 8601; `null` if the bot has not run yet. */
  readonly since: string | null;
}

/** A bot as its owner sees it. */
export interface BotRecord {
  readonly id: number;
  readonly platform: Platform;
  readonly name: string;
  /** The bot's account at the platform: the id of an app or the number of a bot. */
  readonly account: string;
  readonly transport: Transport;
  readonly paused: boolean;
  readonly status: BotStatus;
  /** The URL to which the platform must send callbacks; `null` if the bot fetches messages itself. */
  readonly callback_url: string | null;
  /** ISO 8601. */
  readonly created_at: string;
}

/** A change of a bot of an account. */
export type BotChange =
  | { readonly type: "bot"; readonly bot: BotRecord }
  | { readonly type: "unbound"; readonly bot_id: number };

/** What {@link selectBots} reads with. */
export interface BotReading {
  readonly db: Kysely<Schema>;
  readonly bindings: Partial<Readonly<Record<Platform, PlatformBinding>>>;
  /** The host's public address without a slash at its end; empty when none is configured. */
  readonly publicUrl: string;
}

/** Reads bots of an account, in the order in which they were bound. */
export async function selectBots(
  { db, bindings, publicUrl }: BotReading,
  userId: number,
  ids?: readonly number[],
): Promise<BotRecord[]> {
  let query = db
    .selectFrom("bot as b")
    .selectAll("b")
    .select((is) =>
      is
        .exists(
          is
            .selectFrom("node as n")
            .select("n.id")
            .whereRef("n.id", "=", "b.owner")
            .where("n.expires_at", ">", sql<Date>`clock_timestamp()`),
        )
        .as("runs"),
    )
    .where("b.user_id", "=", userId)
    .orderBy("b.id");
  if (ids !== undefined) query = query.where("b.id", "in", ids);
  const rows = await query.execute();
  return rows.map((row): BotRecord => {
    const { id, platform, name, account, paused, created_at } = row;
    const transport = row.transport ?? bindings[platform]?.transports[0] ?? "long-polling";
    return {
      id,
      platform,
      name,
      account: unescapeText(account),
      transport,
      paused,
      status: toStatus(row),
      callback_url: transport === "callback" ? callbackUrl(publicUrl, id) : null,
      created_at: created_at.toISOString(),
    };
  });
}

/** The address of a bot's callbacks. */
export function callbackUrl(publicUrl: string, botId: number): string {
  return `${publicUrl}/callbacks/${botId}`;
}

type Row = Pick<Selectable<Schema["bot"]>, "paused" | "status" | "status_at"> & { runs: unknown };

function toStatus({ paused, runs, status, status_at }: Row): BotStatus {
  const since = status_at === null ? null : status_at.toISOString();
  if (paused) return { state: "paused", since };
  if (runs !== true || status === null) return { state: "waiting", since };
  // Written by the runner.
  const written: AdapterStatus = JSON.parse(status);
  if (written.state === "refused") {
    const { state, code, message, advice } = written;
    return { state, code, message, advice, since };
  }
  const error = written.state === "stopped" ? written.error : undefined;
  return { state: written.state, ...error, since };
}
