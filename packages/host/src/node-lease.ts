import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { InfrastructureError, type Logger, silentLogger } from "@botwright/core";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "./database/schema.ts";

/** Options of {@link startNodeLease}. */
export interface NodeLeaseOptions {
  readonly db: Kysely<Schema>;
  /** Milliseconds for which the lease is valid after each renewal. @default 5000 */
  readonly ttlMs?: number;
  /** Called once when the lease was not renewed in time, so that other nodes take over this node's work. */
  readonly onLost?: () => void;
  readonly logger?: Logger;
}

/** The lease of this process. While it is valid, no other node uses the rows that this node has locked. */
export interface NodeLease extends AsyncDisposable {
  /** New at each start of a process, so that rows that an earlier process had locked become free. */
  readonly id: string;
  /**
   * Whether the lease is valid by the clock of this process. That clock stands still while the machine is suspended, so
   * for writes that must not happen without the lease, the database checks the lease too.
   */
  readonly isHeld: () => boolean;
  /** Gives the lease back, which frees at once the rows that this node had locked. */
  close(): Promise<void>;
}

/**
 * Takes a lease and renews it five times per `ttlMs`. For other nodes, it ends by the database's clock. For this node
 * it ends earlier, because it counts from the moment before each renewal was sent: a paused node stops before
 * other nodes begin.
 *
 * A lease that has expired is lost and not renewed, because other nodes may have claimed the rows that it had locked.
 *
 * @example
 * await using lease = await startNodeLease({ db, onLost: () => host.stop() });
 */
export async function startNodeLease(options: NodeLeaseOptions): Promise<NodeLease> {
  const { db, ttlMs = 5000, logger = silentLogger } = options;
  const id = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  let heldUntil = 0;
  let isClosed = false;
  let isLost = false;
  let renewing: Promise<void> = Promise.resolve();

  async function take(): Promise<void> {
    const asked = performance.now();
    await sql`
      insert into node (id, expires_at)
      values (${id}, clock_timestamp() + ${ttlMs} * interval '1 ms')`.execute(db);
    heldUntil = asked + ttlMs;
  }

  async function renew(): Promise<void> {
    const asked = performance.now();
    const { numAffectedRows = 0n } = await sql`
      update node set expires_at = clock_timestamp() + ${ttlMs} * interval '1 ms'
      where id = ${id} and ${isLiving}`.execute(db);
    if (numAffectedRows === 0n) return lose();
    heldUntil = asked + ttlMs;
  }

  const isHeld = (): boolean => !isClosed && !isLost && performance.now() < heldUntil;

  function lose(): void {
    if (isLost || isClosed) return;
    isLost = true;
    clearInterval(timer);
    logger.error("this node's lease has expired: its bots go on elsewhere", { node: id });
    options.onLost?.();
  }

  async function tick(): Promise<void> {
    if (!isHeld()) return lose();
    try {
      await renew();
    } catch (error) {
      logger.warn("the node's lease could not be renewed", { error: String(error) });
    }
  }

  await take();
  const timer = setInterval(() => {
    renewing = tick();
  }, ttlMs / 5);
  timer.unref();
  async function close(): Promise<void> {
    isClosed = true;
    clearInterval(timer);
    await renewing;
    await db.deleteFrom("node").where("id", "=", id).execute();
  }
  return { id, isHeld, close, [Symbol.asyncDispose]: close };
}

/** Whether a row of `node` belongs to a node whose lease has not expired. */
const isLiving = sql<boolean>`expires_at > clock_timestamp()`;

/** Whether a node has its lease by the clock of the database; `true` without a node. */
export function hasLease(node: string | undefined): RawBuilder<boolean> {
  // The same SQL with and without a node, because statements that contain it are prepared.
  return sql`(${node ?? null}::text is null
    or exists (select from node where id = ${node ?? null} and ${isLiving}))`;
}

/** The error of a run whose node has lost its lease. */
export function leaseLost(): InfrastructureError {
  return new InfrastructureError("this node has lost its lease: the message goes on elsewhere");
}
