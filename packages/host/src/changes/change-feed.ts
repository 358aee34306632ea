import { type Kysely, sql } from "kysely";
import { createLooks, type LooksOptions } from "../database/looks.ts";
import type { Schema } from "../database/schema.ts";

/** What of an account has changed: a page that shows it reads it again. */
export type ChangeTopic =
  /** Balance, limits and the warning. */
  | "credits"
  /** Plugins of the account's bots: installed, removed, set, upgraded, taken down. */
  | "installations"
  /** Sets of platform credentials. */
  | "credentials"
  /** What plugins have stored. */
  | "storage"
  /** The account's own plugins, and what became of their versions. */
  | "plugins"
  /** For administrators: the versions that wait for a review. */
  | "reviews";

/** Something of an account has changed. */
export interface AccountChange {
  readonly topic: ChangeTopic;
}

/** Options of {@link createChangeFeed}. */
export interface ChangeFeedOptions extends LooksOptions {
  readonly db: Kysely<Schema>;
}

/** Who watches. */
export interface ChangeWatcher {
  readonly id: number;
  readonly role: "user" | "admin";
}

/** What changes of accounts, on whichever node, so that all open pages of an account agree. */
export interface ChangeFeed {
  /**
   * Gives each topic once, because what a page has read before may be old, and then each one that changes.
   * Ends with the signal or with the feed.
   */
  watch(watcher: ChangeWatcher, signal: AbortSignal): AsyncIterable<AccountChange>;
  /** Ends all. */
  close(): void;
}

/** A text for each topic, another one whenever something of it has changed. */
type Fingerprints = Readonly<Record<ChangeTopic, string>>;

/** Creates the feed. Nothing is read while nobody watches. */
export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { db } = options;
  const looks = createLooks(options);

  async function* watch(
    { id, role }: ChangeWatcher,
    signal: AbortSignal,
  ): AsyncGenerator<AccountChange, void> {
    let known: Partial<Fingerprints> = {};
    for await (const now of looks.until(signal, () => readFingerprints(db, id))) {
      for (const topic of TOPICS) {
        if (topic === "reviews" && role !== "admin") continue;
        if (known[topic] !== now[topic]) yield { topic };
      }
      known = now;
    }
  }

  return { watch, close: () => looks.close() };
}

const TOPICS = [
  "credits",
  "installations",
  "credentials",
  "storage",
  "plugins",
  "reviews",
] as const;

/**
 * Reads one row. `xmin` is the transaction that wrote a row: the sum of those of several rows, with their
 * number, changes with every insert, update and delete.
 */
async function readFingerprints(db: Kysely<Schema>, userId: number): Promise<Fingerprints> {
  const { rows } = await sql<Fingerprints>`
    select
      concat_ws('/',
        (select a.xmin::text from credit_account a where a.user_id = ${userId}),
        (select ${versionOf("l")} from spending_limit l where l.user_id = ${userId}),
        (select max(r.id) from credit_row r where r.user_id = ${userId})) as credits,
      (select concat_ws('/', ${versionOf("i")}, sum(p.xmin::text::bigint))
        from installation i join bot b on b.id = i.bot_id join plugin p on p.id = i.plugin_id
        where b.user_id = ${userId}) as installations,
      (select ${versionOf("c")} from platform_credentials c where c.user_id = ${userId}) as credentials,
      (select s.xmin::text from storage_account s where s.user_id = ${userId}) as storage,
      (select concat_ws('/', ${versionOf("v")}, sum(p.xmin::text::bigint))
        from plugin p join plugin_version v on v.plugin_id = p.id
        where p.developer_id = ${userId}) as plugins,
      (select ${versionOf("v")} from plugin_version v where v.state = 'pending') as reviews`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("a select without a from has given no row");
  return row;
}

/** Another text whenever one of the rows is another one. */
function versionOf(alias: string) {
  return sql<string>`concat_ws('/', count(*), sum(${sql.ref(alias)}.xmin::text::bigint))`;
}
