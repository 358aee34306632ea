import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { InfrastructureError, type Logger, silentLogger } from "@botwright/core";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "./database/schema.ts";

/** Options of {@link startNodeLease}. */
export interface NodeLeaseOptions {
  readonly db: Kysely<Schema>;
  /** Milliseconds for which the lease holds. @default 5000 */
  readonly ttlMs?: number;
  /** Called once when the lease was not renewed in time: others take over this node's work. */
  readonly onLost?: () => void;
  readonly logger?: Logger;
}

/** The lease of this process: as long as it holds, no other node touches what this one has locked. */
export interface NodeLease extends AsyncDisposable {
  /** New at each start of a process, so that what an earlier process had locked is free. */
  readonly id: string;
  /**
   * Whether the lease still holds, by this process's own clock. That clock stands still while the machine is
   * suspended: what must not happen after the lease has ended is refused by the database too.
   */
  readonly isHeld: () => boolean;
  /** Gives the lease back: what it had locked is free at once. */
  close(): Promise<void>;
}

/**
 * Takes a lease and renews it five times per term. Only the database's clock decides when it ends for
 * others. For this node it ends earlier, counted from before each renewal was asked for: a node that was
 * paused stops before others begin.
 *
 * A lease that has ended is not renewed, because others may have taken what it had locked: it is lost.
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

/** Whether a row of `node` is that of a node whose lease has not ended. */
const isLiving = sql<boolean>`expires_at > clock_timestamp()`;

/** Whether a node has its lease by the clock of the database; also `true` without a node. */
export function hasLease(node: string | undefined): RawBuilder<boolean> {
  // One text with and without a node, because statements with it are prepared.
  return sql`(${node ?? null}::text is null
    or exists (select from node where id = ${node ?? null} and ${isLiving}))`;
}

/** The error of a run whose node has lost its lease. */
export function leaseLost(): InfrastructureError {
  return new InfrastructureError("this node has lost its lease: the message goes on elsewhere");
}
