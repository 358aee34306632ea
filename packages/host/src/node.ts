import { describeError, type Logger } from "@botwright/core";
import {
  type BotRunner,
  type BotRunnerOptions,
  createBotRunner,
} from "./bots/runner/bot-runner.ts";
import { createFirstHandlings } from "./inbox/first-handlings.ts";
import { createPostgresInbox } from "./inbox/postgres-inbox.ts";
import type { AttemptRecorder } from "./messages/attempt-recorder.ts";
import { type NodeLease, startNodeLease } from "./node-lease.ts";
import { createPostgresJournal } from "./stores/journal.ts";
import { createLeasedJournal } from "./stores/leased-journal.ts";

/** Options of {@link startNode}. */
export interface NodeOptions extends Omit<BotRunnerOptions, "lease" | "inbox" | "journal"> {
  readonly logger: Logger;
  /** Supplies the traces of messages, which it collects from `onEvent`. */
  readonly recorder: Pick<AttemptRecorder, "take">;
  /** Milliseconds for which the node's lease is valid after each renewal. @default 5000 */
  readonly leaseMs?: number;
}

/** This process's part of the host: its lease, and the bots that it runs. */
export interface Node {
  /** The bots that run here now. */
  readonly running: BotRunner["running"];
  /** Returns the handler of the callbacks of a bot that runs here. */
  readonly callbackOf: BotRunner["callbackOf"];
  /** The id of the current lease. */
  readonly id: string;
  /** Whether the lease is valid. */
  isHeld(): boolean;
  /** Claims bots to run now. */
  look(): Promise<void>;
  /** Finishes the messages that run, and releases the bots and the lease. */
  close(): Promise<void>;
}

/** A lease with the parts that end with it; a new lease gets new parts. */
interface Term {
  readonly lease: NodeLease;
  readonly runner: BotRunner;
  close(): Promise<void>;
}

/** Milliseconds between attempts to get a new lease. */
const RETRY_MS = 1000;

/**
 * Runs bots for as long as this node has a lease. If the lease is lost, because the process was paused or the database
 * was unreachable, other nodes take over its bots. This node then closes all its connections and takes a new lease.
 */
export async function startNode(options: NodeOptions): Promise<Node> {
  const { database, secrets, logger, recorder, leaseMs } = options;
  const { db } = database;
  const closing = new AbortController();
  let term = await begin();
  let restarting: Promise<void> = Promise.resolve();

  async function begin(): Promise<Term> {
    const lease = await startNodeLease({
      db,
      logger,
      ...(leaseMs !== undefined && { ttlMs: leaseMs }),
      onLost: () => {
        restarting = restart();
      },
    });
    const first = createFirstHandlings();
    const inbox = createPostgresInbox({ database, lease, logger, recorder, first });
    const stored = createPostgresJournal({ db, secrets, lease });
    const journal = first.over(createLeasedJournal(stored, lease));
    const runner = createBotRunner({ ...options, lease, inbox, journal });
    return {
      lease,
      runner,
      // Each part is closed even if closing an earlier one failed, so that no part of an old term keeps running.
      async close() {
        try {
          await runner.close();
        } finally {
          try {
            await inbox.close();
          } finally {
            await lease.close();
          }
        }
      },
    };
  }

  async function restart(): Promise<void> {
    await term.close().catch(report);
    while (!closing.signal.aborted) {
      try {
        term = await begin();
        return;
      } catch (error) {
        report(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  function report(error: unknown): void {
    logger.warn("the node could not begin anew yet", describeError(error));
  }

  return {
    get running() {
      return term.runner.running;
    },
    callbackOf: (botId) => term.runner.callbackOf(botId),
    get id() {
      return term.lease.id;
    },
    isHeld: () => term.lease.isHeld(),
    look: () => term.runner.look(),
    async close() {
      closing.abort();
      await restarting;
      await term.close();
    },
  };
}
