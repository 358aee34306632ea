import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";

/** How the nodes of a host do. Times are ISO 8601. */
export interface HealthReport {
  /** The processes of the host. One whose lease has expired gives its work to the others. */
  readonly nodes: readonly {
    readonly id: string;
    readonly alive: boolean;
    readonly lease_until: string;
    /** Bots whose connections it has. */
    readonly bots: number;
    /** Chats whose messages it handles now. */
    readonly chats: number;
  }[];
  readonly bots: {
    readonly all: number;
    readonly paused: number;
    /** Neither paused nor run by any node. */
    readonly waiting: number;
    /** Whose platform refuses them. */
    readonly refused: number;
  };
  readonly messages: {
    /** Wait for their turn, or are handled now. */
    readonly open: number;
    readonly oldest_open_at: string | null;
    readonly set_aside: number;
    readonly last_hour: number;
  };
  /** Chats that wait for another attempt, after a failure of the infrastructure. */
  readonly delayed_chats: number;
  /** Versions of plugins that wait for a review. */
  readonly reviews: number;
}

/** Tells administrators how a host does. */
export interface Health {
  report(): Promise<HealthReport>;
}

/** Nodes in a report. */
const MOST_NODES = 100;

/** Creates {@link Health} over the database: any node can tell of all of them. */
export function createHealth({ db }: { readonly db: Kysely<Schema> }): Health {
  return {
    async report() {
      const [nodes, bots, messages, rest] = await Promise.all([
        readNodes(db),
        readBots(db),
        readMessages(db),
        readRest(db),
      ]);
      return { nodes, bots, messages, ...rest };
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
    from node n order by n.expires_at desc limit ${MOST_NODES}`.execute(db);
  return rows.map(({ expires_at, ...node }) => ({
    ...node,
    lease_until: expires_at.toISOString(),
  }));
}

async function readBots(db: Kysely<Schema>): Promise<HealthReport["bots"]> {
  const { rows } = await sql<HealthReport["bots"]>`
    select count(*) as all, count(*) filter (where paused) as paused,
      count(*) filter (where not paused and owner is null) as waiting,
      count(*) filter (where not paused and status::jsonb ->> 'state' = 'refused') as refused
    from bot`.execute(db);
  return rows[0] ?? { all: 0, paused: 0, waiting: 0, refused: 0 };
}

async function readMessages(db: Kysely<Schema>): Promise<HealthReport["messages"]> {
  const { rows } = await sql<{
    open: number;
    oldest: Date | null;
    set_aside: number;
    last_hour: number;
  }>`
    select count(*) filter (where aside_at is null) as open,
      min(received_at) filter (where aside_at is null) as oldest,
      count(*) filter (where aside_at is not null) as set_aside,
      (select count(*) from message where received_at > now() - interval '1 hour') as last_hour
    from message where done_at is null`.execute(db);
  const { open = 0, oldest = null, set_aside = 0, last_hour = 0 } = rows[0] ?? {};
  return { open, oldest_open_at: oldest?.toISOString() ?? null, set_aside, last_hour };
}

async function readRest(
  db: Kysely<Schema>,
): Promise<Pick<HealthReport, "delayed_chats" | "reviews">> {
  const { rows } = await sql<Pick<HealthReport, "delayed_chats" | "reviews">>`
    select (select count(*) from lane where next_at > now()) as delayed_chats,
      (select count(*) from plugin_version v join plugin p on p.id = v.plugin_id
        where v.state = 'pending' and p.status <> 'taken_down') as reviews`.execute(db);
  return rows[0] ?? { delayed_chats: 0, reviews: 0 };
}
