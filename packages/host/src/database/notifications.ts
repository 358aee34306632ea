import type { Logger } from "@botwright/core";
import pg from "pg";
import { whileAvailable } from "./unavailable.ts";

/** Receives notifications of a channel. */
type OnNotification = (payload: string) => void;

/** The connection of a process for notifications of other nodes. */
export interface Notifications {
  /**
   * Calls back on each notification of a channel, and with an empty payload when it begins to listen and
   * whenever the connection is made again, because notifications may have been lost before.
   *
   * @returns a function that ends it
   */
  listen(channel: string, onNotification: OnNotification): () => void;
  /** Tells all nodes, this one included. */
  notify(channel: string, payload?: string): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds before a broken connection is opened again. */
const RECONNECT_MS = 200;

/** Listens on one connection, which is opened with the first listener and opened again when it breaks. */
export function createNotifications(
  config: pg.ClientConfig,
  pool: pg.Pool,
  logger: Logger,
): Notifications {
  const listeners = new Map<string, Set<OnNotification>>();
  let client: pg.Client | undefined;
  /** The channels that it listens to. */
  let active: Set<string> = new Set();
  /** The last of the steps on the connection; each waits for the one before. */
  let working: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let hasBegun = false;
  let isClosed = false;

  async function connect(): Promise<void> {
    if (isClosed) return;
    const fresh = new pg.Client(config);
    fresh.on("error", ({ message }) =>
      logger.warn("the connection for notifications broke", { message }),
    );
    fresh.on("notification", ({ channel, payload = "" }) => {
      for (const onNotification of listeners.get(channel) ?? []) onNotification(payload);
    });
    try {
      await fresh.connect();
      for (const channel of listeners.keys()) await fresh.query(listenTo(channel));
    } catch (error) {
      logger.warn("the connection for notifications cannot be made", { message: String(error) });
      await fresh.end().catch(() => {});
      return again();
    }
    client = fresh;
    active = new Set(listeners.keys());
    fresh.once("end", again);
    for (const all of listeners.values()) for (const onNotification of all) onNotification("");
  }

  /** Begins to listen for a listener, on a connection that is open; one that is opened listens to all channels. */
  async function begin(channel: string, onNotification: OnNotification): Promise<void> {
    if (client === undefined) return;
    if (!active.has(channel)) await client.query(listenTo(channel));
    active.add(channel);
    if (listeners.get(channel)?.has(onNotification) === true) onNotification("");
  }

  function again(): void {
    client = undefined;
    active = new Set();
    if (!isClosed) timer = setTimeout(() => step(connect), RECONNECT_MS);
  }

  function step(work: () => Promise<unknown>): void {
    working = quietly(working, work);
  }

  return {
    listen(channel, onNotification) {
      const all = listeners.get(channel) ?? new Set();
      listeners.set(channel, all.add(onNotification));
      if (!hasBegun) step(connect);
      else if (!active.has(channel)) step(() => begin(channel, onNotification));
      hasBegun = true;
      return () => all.delete(onNotification);
    },
    async notify(channel, payload = "") {
      await whileAvailable(() => pool.query("select pg_notify($1, $2)", [channel, payload]));
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await working;
      await client?.end().catch(() => {});
    },
  };
}

/** Does a step after another; a connection that fails ends, and is then made again with all channels. */
async function quietly(before: Promise<void>, work: () => Promise<unknown>): Promise<void> {
  await before;
  await work().catch(() => {});
}

function listenTo(channel: string): string {
  return `listen ${pg.escapeIdentifier(channel)}`;
}
