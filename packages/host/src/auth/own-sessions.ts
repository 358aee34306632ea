import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";
import type { Session } from "./session.ts";

/** A session as its user sees it. */
export interface SessionRow {
  readonly token: string;
  /** Whether it is the session of the request. */
  readonly current: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly ipAddress?: string | null | undefined;
  readonly userAgent?: string | null | undefined;
}

/** The session of the request. */
type Own = Pick<Session, "id" | "userId">;

const MAX_SESSIONS = 100;

/**
 * Lists the sessions of a user that have not expired: that of the request, then the newest. better-auth would list any
 * hundred sessions, and none for a request whose session is older than a day.
 */
export async function listOwnSessions(
  db: Kysely<Schema>,
  { id, userId }: Own,
): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom("user_session")
    .select(["id", "token", "created_at", "expires_at", "ip_address", "user_agent"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", new Date())
    .orderBy((is) => is("id", "=", id), "desc")
    .orderBy("id", "desc")
    .limit(MAX_SESSIONS)
    .execute();
  return rows.map((row) => ({
    token: row.token,
    current: row.id === id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
  }));
}

/** Ends all sessions of a user except that of the request. better-auth would end at most a hundred. */
export async function endOtherSessions(db: Kysely<Schema>, { id, userId }: Own): Promise<void> {
  await db.deleteFrom("user_session").where("user_id", "=", userId).where("id", "!=", id).execute();
}
