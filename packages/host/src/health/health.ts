import { type Kysely, type Selectable, sql } from "kysely";
import { readableJson } from "../database/readable-json.ts";
import type { Schema } from "../database/schema.ts";

/** An event of a node's sandbox: a failure or a limit that a plugin caused. */
export interface SandboxReport {
  readonly id: number;
  readonly node: string;
  /**
   * `worker-lost`: a thread crashed or hung. `slow`: a plugin exceeded a budget and runs after the others. `struck`: a
   * plugin caused the loss of a worker. `quarantined`: a plugin did so repeatedly, and does not run for some time.
   */
  readonly type: "worker-lost" | "slow" | "struck" | "quarantined";
  readonly plugin_slug: string | null;
  /** SHA-256 of the source. */
  readonly version: string | null;
  /** Of a lost worker: `crashed` or `hung`. Of a slow plugin: the budget that it exceeded. */
  readonly reason: string | null;
  readonly strikes: number | null;
  /** Until when the plugin is slow or quarantined. */
  readonly until: string | null;
  readonly at: string;
}

/** The state of a host's nodes, bots, messages and sandboxes. Times are ISO 8601. */
export interface HealthReport {
  /** The processes of the host. Other nodes take over the work of a node whose lease has expired. */
  readonly nodes: readonly {
    readonly id: string;
    readonly alive: boolean;
    readonly lease_until: string;
    /** Bots that the node runs. */
    readonly bots: number;
    /** Chats whose messages the node handles now. */
    readonly chats: number;
  }[];
  readonly bots: {
    readonly all: number;
    readonly paused: number;
    /** Bots that are neither paused nor run by any node. */
    readonly waiting: number;
    /** Bots that their platforms refuse. */
    readonly refused: number;
  };
  readonly messages: {
    /** Messages that wait or are being handled. */
    readonly open: number;
    readonly oldest_open_at: string | null;
    readonly set_aside: number;
    readonly last_hour: number;
  };
  /** Chats that have messages to handle. */
  readonly lanes: {
    readonly all: number;
    /** Chats whose messages a node handles now. */
    readonly handled: number;
    /** Chats that wait for the next attempt after a failed one. */
    readonly delayed: number;
  };
  readonly sandbox: {
    /** Quarantines that have not ended: the plugin does not run on the node of the event. */
    readonly quarantined: readonly SandboxReport[];
    /** The number of events of each type in the last 24 hours. */
    readonly last_day: Readonly<Record<SandboxReport["type"], number>>;
    /** The latest events, newest first. */
    readonly events: readonly SandboxReport[];
  };
  /** Versions of plugins that wait for a review. */
  readonly reviews: number;
}

/** Reports the state of a host to administrators. */
export interface Health {
  report(): Promise<HealthReport>;
}

/** SQL that counts the messages that were received in the last hour. */
const LATEST = sql`count(*) filter (where received_at > now() - interval '1 hour')`;

/** The most nodes in a report. */
const MAX_NODES = 100;

/** Creates {@link Health}. It reads the database, so that any node can report on all of them. */
export function createHealth({ db }: { readonly db: Kysely<Schema> }): Health {
  return {
    async report() {
      const [nodes, bots, messages, lanes, sandbox, reviews] = await Promise.all([
        readNodes(db),
        readBots(db),
        readMessages(db),
        readLanes(db),
        readSandbox(db),
        countReviews(db),
      ]);
      return { nodes, bots, messages, lanes, sandbox, reviews };
    },
  };
}

async function readNodes(db: Kysely<Schema>): Promise<HealthReport["nodes"]> {
  const { rows } = await sql<{
    id: string;
    expires_at: Date;
    alive: boolean;
    bots: number;
    chats: number;
  }>`
    select n.id, n.expires_at, n.expires_at > now() as alive,
      (select count(*) from bot b where b.owner = n.id) as bots,
      (select count(*) from lane l where l.locked_by = n.id) as chats
    from node n order by n.expires_at desc limit ${MAX_NODES}`.execute(db);
  return rows.map(({ expires_at, ...node }) => ({
    ...node,
    lease_until: expires_at.toISOString(),
  }));
}

async function readBots(db: Kysely<Schema>): Promise<HealthReport["bots"]> {
  const { rows } = await sql<HealthReport["bots"]>`
    select count(*) as all, count(*) filter (where paused) as paused,
      count(*) filter (where not paused and owner is null) as waiting,
      count(*) filter (where not paused and ${readableJson("status")} ->> 'state' = 'refused') as refused
    from bot`.execute(db);
  return rows[0] ?? { all: 0, paused: 0, waiting: 0, refused: 0 };
}

/**
 * Reads open messages, set-aside messages and handled messages, each by an index. `last_hour` is the sum of all three.
 * A handled message that was received in the last hour was also handled in the last hour, so older ones are not read.
 */
async function readMessages(db: Kysely<Schema>): Promise<HealthReport["messages"]> {
  const { rows } = await sql<{
    open: number;
    oldest: Date | null;
    set_aside: number;
    last_hour: number;
  }>`
    select open.count as open, open.oldest, aside.count as set_aside,
      open.latest + aside.latest + done.latest as last_hour
    from (
      select count(*), min(received_at) as oldest, ${LATEST} as latest
        from message where done_at is null and aside_at is null
    ) open, (
      select count(*), ${LATEST} as latest from message where aside_at is not null
    ) aside, (
      select ${LATEST} as latest from message where done_at > now() - interval '1 hour'
    ) done`.execute(db);
  const { open = 0, oldest = null, set_aside = 0, last_hour = 0 } = rows[0] ?? {};
  return { open, oldest_open_at: oldest?.toISOString() ?? null, set_aside, last_hour };
}

async function readLanes(db: Kysely<Schema>): Promise<HealthReport["lanes"]> {
  const { rows } = await sql<HealthReport["lanes"]>`
    select count(*) as all, count(*) filter (where locked_by is not null) as handled,
      count(*) filter (where next_at > now()) as delayed from lane`.execute(db);
  return rows[0] ?? { all: 0, handled: 0, delayed: 0 };
}

/** The most events, and the most quarantines, in a report. */
const MAX_EVENTS = 50;

async function readSandbox(db: Kysely<Schema>): Promise<HealthReport["sandbox"]> {
  const events = db.selectFrom("sandbox_event").selectAll().orderBy("id", "desc").limit(MAX_EVENTS);
  const quarantines = events
    .where("type", "=", "quarantined")
    .where("until_at", ">", sql<Date>`now()`);
  const counts = db
    .selectFrom("sandbox_event")
    .select((of) => ["type", of.fn.countAll<number>().as("count")])
    .where("created_at", ">", sql<Date>`now() - interval '1 day'`)
    .groupBy("type");
  const [latest, quarantined, byType] = await Promise.all([
    events.execute(),
    quarantines.execute(),
    counts.execute(),
  ]);
  const countOf = (type: SandboxReport["type"]): number =>
    byType.find((row) => row.type === type)?.count ?? 0;
  return {
    quarantined: quarantined.map(toReport),
    last_day: {
      "worker-lost": countOf("worker-lost"),
      slow: countOf("slow"),
      struck: countOf("struck"),
      quarantined: countOf("quarantined"),
    },
    events: latest.map(toReport),
  };
}

function toReport({ created_at, until_at, ...row }: Selectable<Schema["sandbox_event"]>) {
  const until = until_at?.toISOString() ?? null;
  return { ...row, until, at: created_at.toISOString() };
}

async function countReviews(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ reviews: number }>`
    select count(*) as reviews from plugin_version v join plugin p on p.id = v.plugin_id
      where v.state = 'pending' and p.status <> 'taken_down'`.execute(db);
  return rows[0]?.reviews ?? 0;
}
