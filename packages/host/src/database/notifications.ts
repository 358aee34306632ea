import type { Logger } from "@botwright/core";
import pg from "pg";
import { whileAvailable } from "./unavailable.ts";

/** Receives notifications of a channel. */
type OnNotification = (payload: string) => void;

/** Sends and receives notifications between nodes, by PostgreSQL's LISTEN and NOTIFY. */
export interface Notifications {
  /**
   * Calls back on each notification of a channel. Also calls back with an empty payload when listening begins and
   * whenever the connection was opened again, because notifications may have been lost before.
   *
   * @returns a function that stops listening
   */
  listen(channel: string, onNotification: OnNotification): () => void;
  /** Sends a notification to all nodes, this one included. */
  notify(channel: string, payload?: string): Promise<void>;
  close(): Promise<void>;
}

/** Options of {@link createNotifications}. */
interface NotificationsOptions {
  /** The options of the connection that listens. */
  readonly config: pg.ClientConfig;
  /** Sends notifications. */
  readonly pool: pg.Pool;
  /** Milliseconds in which the server must answer. */
  readonly answerMs: number;
  readonly logger: Logger;
}

/** Milliseconds before a broken connection is opened again. */
const RECONNECT_MS = 200;

/** Milliseconds between checks of the connection, and the most milliseconds in which the server must answer one. */
const CHECK_MS = 10_000;

/**
 * Listens on one connection. It is opened with the first listener, and opened again when it breaks or does not answer a
 * check. The checks are needed because a connection that only listens does not notice that the server is unreachable.
 */
export function createNotifications(options: NotificationsOptions): Notifications {
  const { pool, logger } = options;
  const checkMs = Math.min(CHECK_MS, options.answerMs);
  const config = {
    ...options.config,
    query_timeout: checkMs,
    connectionTimeoutMillis: options.answerMs,
  };
  const listeners = new Map<string, Set<OnNotification>>();
  let client: pg.Client | undefined;
  /** The channels to which the open connection listens. */
  let active: Set<string> = new Set();
  /** The last step on the connection. Steps run one after the other, so that no two of them open or use it at once. */
  let working: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let checking: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function connect(): Promise<void> {
    if (isClosed) return;
    const fresh = new pg.Client(config);
    fresh.on("error", ({ message }) =>
      logger.warn("the connection for notifications broke", { error: message }),
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

  /** Listens to the channel of a new listener on an open connection. {@link connect} listens to all channels itself. */
  async function begin(channel: string, onNotification: OnNotification): Promise<void> {
    if (client === undefined) return;
    if (!active.has(channel)) await ask(client, listenTo(channel));
    active.add(channel);
    if (listeners.get(channel)?.has(onNotification) === true) onNotification("");
  }

  async function check(): Promise<void> {
    if (client !== undefined) await ask(client, "select 1");
  }

  /** Runs a statement; if it fails, closes the connection, which is then opened again with all channels. */
  async function ask(asked: pg.Client, statement: string): Promise<void> {
    try {
      await asked.query(statement);
    } catch (error) {
      logger.warn("the connection for notifications does not answer", { message: String(error) });
      await asked.end();
      throw error;
    }
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
      if (checking === undefined) {
        step(connect);
        checking = setInterval(() => step(check), checkMs).unref();
      } else if (!active.has(channel)) step(() => begin(channel, onNotification));
      return () => all.delete(onNotification);
    },
    async notify(channel, payload = "") {
      await whileAvailable(() => pool.query("select pg_notify($1, $2)", [channel, payload]));
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(checking);
      // The check closes a connection that does not answer, on which `end` below would wait for ever.
      step(check);
      await working;
      await client?.end().catch(() => {});
    },
  };
}

/** Runs a step after the one before, and ignores its error, so that the next step runs too. */
async function quietly(before: Promise<void>, work: () => Promise<unknown>): Promise<void> {
  await before;
  await work().catch(() => {});
}

function listenTo(channel: string): string {
  return `listen ${pg.escapeIdentifier(channel)}`;
}
