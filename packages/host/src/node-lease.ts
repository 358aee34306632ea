import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { type Logger, silentLogger } from "@botwright/core";
import { type Kysely, sql } from "kysely";
import type { Schema } from "./database/schema.ts";

/** Options of {@link startNodeLease}. */
export interface NodeLeaseOptions {
  readonly db: Kysely<Schema>;
  /** Milliseconds for which the lease holds. @default 5000 */
  readonly ttlMs?: number;
  /** Called once when the lease could not be renewed in time: others take over this node's work. */
  readonly onLost?: () => void;
  readonly logger?: Logger;
}

/** The lease of this process: as long as it holds, no other node touches what this one has locked. */
export interface NodeLease extends AsyncDisposable {
  /** New at each start of a process, so that what an earlier process had locked is free. */
  readonly id: string;
  /** Whether the lease still holds, by this process's own clock. */
  readonly isHeld: () => boolean;
  /** Gives the lease back: what it had locked is free at once. */
  close(): Promise<void>;
}

/**
 * Takes a lease and renews it five times per term. Only the database's clock decides when it ends for
 * others. For this node it ends earlier, counted from before each renewal was asked for: a node that was
 * paused stops before others begin.
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

  async function renew(): Promise<void> {
    const asked = performance.now();
    await sql`
      insert into node (id, expires_at)
      values (${id}, clock_timestamp() + ${ttlMs} * interval '1 ms')
      on conflict (id) do update set expires_at = excluded.expires_at`.execute(db);
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

  await renew();
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
