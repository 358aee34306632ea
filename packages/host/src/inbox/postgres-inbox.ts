import {
  alreadyProcessing,
  CHAT_FULL,
  type Clock,
  describeError,
  guardSetAside,
  type Inbox,
  inboxClosed,
  InfrastructureError,
  type Logger,
  MAX_CHAT_MESSAGES,
  type MessageIdentity,
  silentLogger,
  systemClock,
} from "@botwright/core";
import { createBatches, STATEMENT_CHARACTERS } from "../database/batches.ts";
import type { Database } from "../database/open-database.ts";
import type { AttemptRecorder } from "../messages/attempt-recorder.ts";
import type { NodeLease } from "../node-lease.ts";
import type { FirstHandlings } from "./first-handlings.ts";
import { type Handler, handleMessage } from "./handle-message.ts";
import { createHandledMessages } from "./handled-messages.ts";
import {
  type Accepted,
  type Accepting,
  acceptMessages,
  charactersOf,
  claimLanes,
  type Ended,
  type EndedAttempt,
  finishMessages,
  freeLostLanes,
  type HandedOut,
  type InLane,
} from "./lanes.ts";
import { listSetAside } from "./set-aside.ts";
import { createSlots } from "../slots.ts";

/** Options of {@link createPostgresInbox}. */
export interface PostgresInboxOptions {
  readonly database: Database;
  readonly lease: NodeLease;
  /**
   * Chats that this node handles at once. One account may hold at most three quarters of them, and one bot at most
   * three quarters of what its account may hold. @default 200
   */
  readonly slots?: number;
  /** Messages of one chat that may wait or run at once; the inbox sets further ones aside. @default 2000 */
  readonly chatMessages?: number;
  /** How often a message is tried while its handler fails; then the inbox sets it aside. @default 8 */
  readonly attempts?: number;
  /** Milliseconds before the second attempt; each further pause doubles. @default 500 */
  readonly firstMs?: number;
  /** The longest pause in milliseconds. @default 60_000 */
  readonly maxMs?: number;
  /** Supplies the trace that the inbox writes with the end of a message. @default only how the message ended */
  readonly recorder?: Pick<AttemptRecorder, "take">;
  /** Told when the handling of a message begins that no process has handled before, and when it ends. @default none */
  readonly first?: Pick<FirstHandlings, "begin" | "end">;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** The inboxes of a node's bots, which share its slots. */
export interface PostgresInbox {
  /**
   * Opens the inbox of one bot.
   *
   * @param userId the account that the bot belongs to; its bots share the slots that one account may hold
   */
  open(botId: number, userId?: number): Inbox;
  /**
   * The row id of a message that this node handles now. A row id is never used again; the platform's message id may
   * be, after the first row was deleted. `undefined` if this node handles two messages with the same platform id, or
   * none.
   */
  rowOf(message: MessageIdentity): number | undefined;
  /** Hands out no more messages; resolves when the handlers that run have ended. */
  close(): Promise<void>;
}

/** Chats that a node handles at once: most of them wait for a model or a platform. */
const SLOTS = 200;

/** Messages of one chat that a lane handles in a row before it gives its slot to another chat. */
const IN_A_ROW = 20;

/** Chats that one claim takes at most; the other slots stay free for chats whose first message arrives meanwhile. */
const CLAIM = 20;

/** The least number of chats that a claim reads of each bot, where many bots share {@link CLAIM}. */
const CLAIM_OF_BOT = 5;

/** Milliseconds between searches for chats whose notification was lost, or the answer that handed them out. */
const BACKSTOP_MS = 1000;

/** Milliseconds between attempts to record how a message ended, while the database cannot be reached. */
const RECORD_AGAIN_MS = 500;

/** One bot of the node. */
interface Bot {
  handler: Handler | undefined;
  onSetAside: Parameters<Inbox["process"]>[1];
  isClosed: boolean;
  running: number;
}

/**
 * Creates the durable inbox of a node. Each message is a row. Each chat with unfinished messages has a lane: a row
 * that one node locks while it handles the chat, so that the messages of a chat run in order and several chats run at
 * once. When the lease of a node expires, other nodes may claim its lanes. Accounts take turns, and so do the bots of
 * an account, so that one with many chats leaves slots for the others.
 *
 * If a chat has no other message, the statement that accepts a message also hands it to this node. Such a message
 * costs two commits: one that accepts it and one that ends it. Under load, one commit accepts (or ends) all messages
 * that arrived (or ended) while the previous commit was under way.
 *
 * Longer than other files: claiming, accepting and ending share the slots of the node.
 */
export function createPostgresInbox(options: PostgresInboxOptions): PostgresInbox {
  const { database, lease, logger = silentLogger, clock = systemClock } = options;
  /** The account of each bot of this inbox, closed bots included. */
  const accounts = new Map<number, number | undefined>();
  const slots = createSlots(options.slots ?? SLOTS, (botId) => accounts.get(botId));
  const { attempts = 8, firstMs = 500, maxMs = 60_000 } = options;
  const { chatMessages = MAX_CHAT_MESSAGES } = options;
  const limits = { attempts, firstMs, maxMs };
  const { db } = database;
  // One batch at a time, so that the messages of a chat are accepted in the order of the calls.
  const acceptMessage = createBatches(
    (messages: readonly Accepting[]) => acceptMessages(db, messages, chatMessages),
    { bytesOf: ({ json }) => json.length, maxBytes: STATEMENT_CHARACTERS },
  );
  const finishSmall = createBatches(
    (ended: readonly Ended[]) => finishMessages(db, lease.id, ended),
    { bytesOf: charactersOf, maxBytes: STATEMENT_CHARACTERS },
  );
  /** Ends a message. One with a medium goes alone, because the statement has parameters for one medium only. */
  const finish = async (ended: Ended) => {
    if ((ended.attempt?.mediaSha256 ?? null) === null) return finishSmall(ended);
    return (await finishMessages(db, lease.id, [ended]))[0];
  };
  const bots = new Map<number, Bot>();
  const lanes = new Set<Promise<void>>();
  /** Messages whose lanes this node has locked, or may lock by an accepting statement that is under way. */
  const held = new Set<InLane>();
  const handled = createHandledMessages();
  let isClosed = false;
  let wanted = false;
  /** Bots that had no room at the last claim: they may have chats that wait. */
  let withoutRoom: readonly number[] = [];
  let looksForLost = false;
  let isFreeing = false;
  let isClaiming = false;
  let claiming: Promise<void> | undefined;
  const timers = new Set<() => void>();

  /**
   * The handler of a bot, if this node may work for the bot at this moment. Callers ask again after each wait, because
   * the lease may have expired meanwhile, and then another node may have the chats.
   */
  const serves = (botId: number): Handler | undefined => {
    const bot = bots.get(botId);
    return bot === undefined || bot.isClosed || isClosed || !lease.isHeld()
      ? undefined
      : bot.handler;
  };

  /**
   * Claims free chats as long as there are chats and slots; one claim runs at a time. A call during a claim sets
   * `wanted`, so that the claim looks once more: its statement may have read the lanes before the new message was in
   * one.
   */
  function kick(): void {
    wanted = true;
    // Not `claiming === undefined`: a call between the last look and the settling of the promise would be lost.
    if (!isClaiming) claiming = claim();
  }

  async function claim(): Promise<void> {
    isClaiming = true;
    try {
      await claimWanted();
    } finally {
      isClaiming = false;
    }
  }

  async function claimWanted(): Promise<void> {
    while (wanted && slots.free > 0) {
      if (looksForLost) {
        await freeLost();
        continue;
      }
      wanted = false;
      const served = [...bots.keys()].filter((botId) => serves(botId) !== undefined);
      withoutRoom = served.filter((botId) => slots.roomFor(botId) === 0);
      // `roomFor` looks at each bot alone, so the bots of one account may together exceed their share, by one claim at
      // most. The next claim gives them no slots.
      const ofEach = Math.max(CLAIM_OF_BOT, Math.ceil(CLAIM / served.length));
      const withRoom = served
        .map((botId) => ({ botId, held: slots.heldBy(botId), room: slots.roomFor(botId) }))
        .filter(({ room }) => room > 0)
        .map((bot) => ({ ...bot, room: Math.min(bot.room, ofEach) }));
      if (withRoom.length === 0) return;
      const most = Math.min(slots.free, CLAIM);
      // Slots are reserved before the statement and given back after it, because messages that are accepted
      // meanwhile take slots too.
      slots.reserve(most);
      const found = await claimLanes(db, withRoom, lease.id, most).catch((error: unknown) => {
        logger.warn("the inbox could not look for messages", describeError(error));
        return [];
      });
      slots.giveBackReserved(most);
      for (const { botId } of found) slots.take(botId);
      for (const message of found) startLane(message);
      wanted ||= found.length > 0;
    }
  }

  /**
   * Frees lanes that are locked for this node without its knowledge, because the answer that handed them out was lost.
   * Meanwhile `accept` asks for no lane (`isFreeing`): a lane whose answer is still on its way would look lost.
   */
  async function freeLost(): Promise<void> {
    looksForLost = false;
    if (isClosed || !lease.isHeld()) return;
    isFreeing = true;
    try {
      await freeLostLanes(db, [...accounts.keys()], lease.id, [...held]);
    } catch (error) {
      logger.warn("the inbox could not look for lost messages", describeError(error));
    } finally {
      isFreeing = false;
    }
  }

  /**
   * Gives a slot back. Claims again only if a bot without room at the last claim has room now: for a chat that has
   * become free since, a notification calls `kick`.
   */
  function release(botId: number): void {
    slots.giveBack(botId);
    if (wanted || withoutRoom.some((waiting) => slots.roomFor(waiting) > 0)) kick();
  }

  /** Handles a chat's messages in a slot that the caller has taken; gives the slot back in any case. */
  function startLane(first: HandedOut): void {
    held.add(first);
    const lane = runLane(first).finally(() => {
      held.delete(first);
      lanes.delete(lane);
      release(first.botId);
    });
    lanes.add(lane);
  }

  /**
   * Handles messages of a chat, one after the other. The statement that records the end of one message hands out the
   * next one or frees the lane. A node whose lease has expired may still send that statement; it then finds the lane
   * locked by another node, changes nothing, and hands out nothing.
   */
  async function runLane(first: HandedOut): Promise<void> {
    const bot = bots.get(first.botId);
    if (bot !== undefined) bot.running += 1;
    let next: HandedOut | undefined = first;
    for (let count = 1; next !== undefined; count++) {
      const current: HandedOut = next;
      handled.begin(current);
      if (current.isFirst) options.first?.begin(current.botId, current.incoming.id);
      const handler = serves(current.botId);
      const handling = await handleMessage(current, handler, limits, logger);
      options.first?.end(current.botId, current.incoming.id);
      handled.end(current);
      const attempt = await traceOf(current);
      // Computed for each attempt to record the end: the node may close, or lose its lease, in between.
      const keepLane = (): boolean => count < IN_A_ROW && serves(current.botId) !== undefined;
      const ended = { message: current, handling, attempt };
      next = (await record(() => finish({ ...ended, keepLane: keepLane() })))?.next;
      if (handling.how === "aside") {
        const { incoming, starts } = current;
        bot?.onSetAside?.({ incoming, attempts: starts, error: handling.error });
      }
      // The timer starts after the commit, so that it ends after the time in the row, by the clock of the database.
      if (handling.how === "again") later(handling.afterMs);
    }
    if (bot !== undefined) bot.running -= 1;
  }

  /** The trace of a message. If it cannot be made, the inbox records the end without it. */
  async function traceOf({ botId, incoming }: HandedOut): Promise<EndedAttempt | undefined> {
    try {
      return await options.recorder?.take(botId, incoming.id);
    } catch (error) {
      logger.error("the trace of a message could not be made", describeError(error));
      return undefined;
    }
  }

  /**
   * Repeats a statement while the database cannot be reached and this node has its lease. Without its lease the lane is
   * free for another node, which runs the message again from its journal.
   */
  async function record<Result>(statement: () => Promise<Result>): Promise<Result | undefined> {
    for (;;) {
      try {
        return await statement();
      } catch (error) {
        logger.error("the end of a message could not be recorded", describeError(error));
        if (isClosed || !lease.isHeld()) return undefined;
        await new Promise<void>((resolve) => clock.after(RECORD_AGAIN_MS, resolve));
      }
    }
  }

  /** Claims chats after a pause. */
  function later(ms: number): void {
    const cancel = clock.after(ms, () => {
      timers.delete(cancel);
      kick();
    });
    timers.add(cancel);
  }

  // Notifications are lost while their connection is broken, so the inbox also looks at regular intervals.
  const unlisten = database.notifications.listen("inbox", kick);
  const ticking = setInterval(() => {
    looksForLost = true;
    kick();
  }, BACKSTOP_MS);
  ticking.unref();

  function open(botId: number, userId?: number): Inbox {
    const bot: Bot = { handler: undefined, onSetAside: undefined, isClosed: false, running: 0 };
    bots.set(botId, bot);
    accounts.set(botId, userId);

    async function accept(
      incoming: Parameters<Inbox["accept"]>[0],
    ): Promise<"accepted" | "duplicate"> {
      if (bot.isClosed || isClosed) throw inboxClosed();
      // The slot is taken before the statement is sent, because the statement locks the lane for this node if the chat
      // has no other message. If it has one, the node that handles the chat gets to this message after that one.
      const takes = serves(botId) !== undefined && slots.roomFor(botId) > 0 && !isFreeing;
      const json = JSON.stringify(incoming);
      const accepting = { botId, incoming, json, node: takes ? lease.id : null };
      if (takes) {
        slots.take(botId);
        held.add(accepting);
      }
      let accepted: Accepted | undefined;
      try {
        accepted = await acceptMessage(accepting);
      } catch (cause) {
        const { message } = describeError(cause);
        throw new InfrastructureError(`the message was not taken: ${message}`, { cause });
      } finally {
        held.delete(accepting);
        if (takes && accepted?.status !== "mine") release(botId);
      }
      if (accepted.status === "mine") {
        startLane({ id: accepted.id, botId, incoming, starts: 1, failures: 0, isFirst: true });
      }
      if (accepted.status === "aside") {
        logger.error("a message was set aside", { botId, id: incoming.id, ...CHAT_FULL });
        bot.onSetAside?.({ incoming, attempts: 0, error: CHAT_FULL });
      }
      return accepted.status === "duplicate" ? "duplicate" : "accepted";
    }

    async function isEmpty(): Promise<boolean> {
      const waiting = db.selectFrom("lane").select("chat").where("bot_id", "=", botId).limit(1);
      return (await waiting.execute()).length === 0;
    }

    return {
      accept,
      process(handler, onSetAside) {
        if (bot.handler !== undefined) throw alreadyProcessing();
        bot.handler = handler;
        bot.onSetAside = guardSetAside(onSetAside, logger);
        kick();
      },
      setAside: () => listSetAside(db, botId),
      async drain() {
        // Without its lease, this node handles nothing of what waits.
        const handles = (): boolean => bot.running > 0 || lease.isHeld();
        while (!bot.isClosed && handles() && !(await isEmpty())) {
          await new Promise<void>((resolve) => clock.after(20, resolve));
        }
      },
      async close() {
        bot.isClosed = true;
        // Handlers that run end, and their ends are recorded; messages that wait stay in their lanes for the next node.
        while (bot.running > 0) await Promise.race(lanes);
        if (bots.get(botId) === bot) bots.delete(botId);
      },
    };
  }

  return {
    open,
    rowOf: (message) => handled.rowOf(message),
    async close() {
      // Set first, so that no lane takes a next message. Then `close` waits for a claim, which may still start lanes.
      isClosed = true;
      unlisten();
      clearInterval(ticking);
      for (const cancel of timers) cancel();
      await claiming;
      await Promise.all(lanes);
    },
  };
}
