import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";

/** The topics of an account. */
export const ACCOUNT_TOPICS = [
  "credits",
  "installations",
  "credentials",
  "storage",
  "plugins",
] as const;

/** The topics of the host that all users see. */
export const PUBLIC_TOPICS = ["library"] as const;

/** The topics of the host that only administrators see. */
export const ADMIN_TOPICS = ["reviews", "users", "models", "settings"] as const;

/** A text for each topic, which differs whenever something of the topic has changed. */
export type Fingerprints<Topic extends string> = Readonly<Record<Topic, string>>;

/**
 * Reads the fingerprints of an account. That of its installations includes the developers of the plugins, because a ban
 * makes their plugins unavailable.
 */
export async function readAccount(
  db: Kysely<Schema>,
  userId: number,
): Promise<Fingerprints<(typeof ACCOUNT_TOPICS)[number]>> {
  const { rows } = await sql<Fingerprints<(typeof ACCOUNT_TOPICS)[number]>>`
    select
      concat_ws('/',
        (select a.xmin::text from credit_account a where a.user_id = ${userId}),
        (select ${versionOf("l")} from spending_limit l where l.user_id = ${userId}),
        (select max(r.id) from credit_row r where r.user_id = ${userId})) as credits,
      (select concat_ws('/', ${versionOf("i")}, sum(p.xmin::text::bigint), sum(u.xmin::text::bigint))
        from installation i join bot b on b.id = i.bot_id join plugin p on p.id = i.plugin_id
          left join user_account u on u.id = p.developer_id
        where b.user_id = ${userId}) as installations,
      (select ${versionOf("c")} from platform_credentials c where c.user_id = ${userId}) as credentials,
      (select s.xmin::text from storage_account s where s.user_id = ${userId}) as storage,
      (select concat_ws('/', ${versionOf("v")}, sum(p.xmin::text::bigint))
        from plugin p join plugin_version v on v.plugin_id = p.id
        where p.developer_id = ${userId}) as plugins`.execute(db);
  return only(rows);
}

/**
 * Reads the fingerprint of the library. It includes the developers, because a ban removes their plugins. It does not
 * include the numbers of installations, which change all the time on a large host.
 */
export async function readPublic(
  db: Kysely<Schema>,
): Promise<Fingerprints<(typeof PUBLIC_TOPICS)[number]>> {
  const { rows } = await sql<Fingerprints<(typeof PUBLIC_TOPICS)[number]>>`
    select concat_ws('/', ${versionOf("p")}, sum(u.xmin::text::bigint)) as library
      from plugin p left join user_account u on u.id = p.developer_id
      where p.published_id is not null`.execute(db);
  return only(rows);
}

/** The fingerprints of the topics that only administrators see, and the ids of the administrators at that moment. */
export interface AdminFingerprints extends Fingerprints<(typeof ADMIN_TOPICS)[number]> {
  readonly admins: readonly number[];
}

/** Reads the fingerprints of the topics that only administrators see. */
export async function readAdmin(db: Kysely<Schema>): Promise<AdminFingerprints> {
  const { rows } = await sql<AdminFingerprints>`
    select
      (select coalesce(json_agg(u.id), '[]') from user_account u where u.role = 'admin') as admins,
      (select ${versionOf("v")} from plugin_version v where v.state = 'pending') as reviews,
      (select ${versionOf("u")} from user_account u) as users,
      concat_ws('/',
        (select ${versionOf("m")} from ai_model m),
        (select ${versionOf("a")} from ai_provider a)) as models,
      concat_ws('/',
        (select ${versionOf("h")} from host_setting h),
        (select ${versionOf("e")} from search_provider e)) as settings`.execute(db);
  return only(rows);
}

/**
 * A text that differs whenever one of the rows was changed. `xmin` is the id of the transaction that wrote a row. The
 * number of rows together with the sum of their `xmin` changes with every insert, update and delete.
 */
function versionOf(alias: string) {
  return sql<string>`concat_ws('/', count(*), sum(${sql.ref(alias)}.xmin::text::bigint))`;
}

/** The row of a query that always has one. */
function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("a select without a from has given no row");
  return row;
}
