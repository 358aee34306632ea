import {
  BotwrightError,
  CHAT_FULL,
  type Clock,
  describeError,
  type Inbox,
  InfrastructureError,
  type Logger,
  MAX_CHAT_MESSAGES,
  type MessageIdentity,
  type SetAsideMessage,
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
   * Chats that this node handles at once; of one account three quarters of them at most, of one bot three quarters of
   * what its account may have. @default 200
   */
  readonly slots?: number;
  /** Messages of one chat that may wait or run at once; a further one is set aside. @default 2000 */
  readonly chatMessages?: number;
  /** Attempts of a message whose handler fails; then it is set aside. @default 8 */
  readonly attempts?: number;
  /** Milliseconds before the second attempt; each further pause doubles. @default 500 */
  readonly firstMs?: number;
  /** The longest pause in milliseconds. @default 60_000 */
  readonly maxMs?: number;
  /** What happened at each message is written with its end. @default only how it ended */
  readonly recorder?: Pick<AttemptRecorder, "take">;
  /** Called for messages that no process has handled before. @default not called */
  readonly first?: Pick<FirstHandlings, "begin" | "end">;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** The inboxes of a node's bots, which share its slots. */
export interface PostgresInbox {
  /**
   * The inbox of one bot.
   *
   * @param userId the account that the bot belongs to, whose bots share what an account may have
   */
  open(botId: number, userId?: number): Inbox;
  /**
   * The id of the row of a message that this node handles now. No other message ever has it, unlike the platform's
   * id of the message, which another one may have when the row is gone. `undefined` if that has happened while the
   * first one is still handled.
   */
  rowOf(message: MessageIdentity): number | undefined;
  /** Hands out no more; resolves when what runs has ended. */
  close(): Promise<void>;
}

/** Chats that a node handles at once: most of them wait for a model or a platform. */
const SLOTS = 200;

/** Messages of a chat that are handled in a row before the slot goes to another chat. */
const IN_A_ROW = 20;

/** Chats to claim at once; the other slots stay free for chats whose first message is just accepted. */
const CLAIM = 20;

/** Chats of each of many bots to look for at once: the statement reads as many lanes of every bot. */
const CLAIM_OF_BOT = 5;

/** Milliseconds between looks for chats whose notification was lost, or the answer that handed them out. */
const BACKSTOP_MS = 1000;

/** Milliseconds between attempts to record how a message ended, while the database is gone. */
const RECORD_AGAIN_MS = 500;

/** One bot of the node. */
interface Bot {
  handler: Handler | undefined;
  onSetAside: Parameters<Inbox["process"]>[1];
  isClosed: boolean;
  running: number;
}

/**
 * Creates the durable inbox of a node: messages are rows, and each chat with messages to handle has a lane,
 * a row that the node locks as long as it handles them, so that a chat is in order and several chats run at
 * once. The lanes of a node whose lease has expired are free for others. Accounts take turns, and the bots of an
 * account: one with many chats leaves slots for the others.
 *
 * A message of a chat without others is handed to this node in the statement that accepts it, so that it
 * costs two commits: one that accepts it, one that ends it. Under load, each of them is one for all messages
 * that have come, or have ended, while the one before was under way.
 *
 * Longer than other files: claiming, accepting and ending share the slots of the node.
 */
export function createPostgresInbox(options: PostgresInboxOptions): PostgresInbox {
  const { database, lease, logger = silentLogger, clock = systemClock } = options;
  /** The accounts of the bots of this inbox, also of those that were closed. */
  const accounts = new Map<number, number | undefined>();
  const slots = createSlots(options.slots ?? SLOTS, (botId) => accounts.get(botId));
  const { attempts = 8, firstMs = 500, maxMs = 60_000 } = options;
  const { chatMessages = MAX_CHAT_MESSAGES } = options;
  const limits = { attempts, firstMs, maxMs };
  const { db } = database;
  // One at a time, so that the messages of a chat are accepted in the order of the calls.
  const acceptMessage = createBatches(
    (messages: readonly Accepting[]) => acceptMessages(db, messages, chatMessages),
    { bytesOf: ({ json }) => json.length, maxBytes: STATEMENT_CHARACTERS },
  );
  const finishSmall = createBatches(
    (ended: readonly Ended[]) => finishMessages(db, lease.id, ended),
    { bytesOf: charactersOf, maxBytes: STATEMENT_CHARACTERS },
  );
  /** The statement is given one medium. */
  const finish = async (ended: Ended) => {
    if ((ended.attempt?.mediaSha256 ?? null) === null) return finishSmall(ended);
    return (await finishMessages(db, lease.id, [ended]))[0];
  };
  const bots = new Map<number, Bot>();
  const lanes = new Set<Promise<void>>();
  /** Messages whose lanes this node has, or is given by a statement that is under way. */
  const held = new Set<InLane>();
  const handled = createHandledMessages();
  let isClosed = false;
  let wanted = false;
  /** Bots that may have further chats, for which they had no room. */
  let withoutRoom: readonly number[] = [];
  let looksForLost = false;
  let isFreeing = false;
  let claiming: Promise<void> | undefined;
  const timers = new Set<() => void>();

  /**
   * The handler of a bot that this node may work for at this moment. It is asked again after each wait: the
   * lease may have run out meanwhile, and then another node may have the chats.
   */
  const serves = (botId: number): Handler | undefined => {
    const bot = bots.get(botId);
    return bot === undefined || bot.isClosed || isClosed || !lease.isHeld()
      ? undefined
      : bot.handler;
  };

  /**
   * Claims free chats as long as there are some and slots for them; one claim at a time. A call that comes
   * while a claim is under way sets `wanted`, so that the claim looks once more: its statement may have read the
   * lanes before the new message was in one.
   */
  function kick(): void {
    wanted = true;
    claiming ??= claim().finally(() => (claiming = undefined));
  }

  async function claim(): Promise<void> {
    while (wanted && slots.free > 0) {
      if (looksForLost) {
        await freeLost();
        continue;
      }
      wanted = false;
      const served = [...bots.keys()].filter((botId) => serves(botId) !== undefined);
      withoutRoom = served.filter((botId) => slots.roomFor(botId) === 0);
      // The room of each is as if it alone took slots: bots of one account may together take more than theirs once, by
      // at most one claim; the next claim gives them none.
      const ofEach = Math.max(CLAIM_OF_BOT, Math.ceil(CLAIM / served.length));
      const withRoom = served
        .map((botId) => ({ botId, held: slots.heldBy(botId), room: slots.roomFor(botId) }))
        .filter(({ room }) => room > 0)
        .map((bot) => ({ ...bot, room: Math.min(bot.room, ofEach) }));
      if (withRoom.length === 0) return;
      const most = Math.min(slots.free, CLAIM);
      // Reserved before the statement, and what was not needed is given back after it: messages that are
      // accepted meanwhile take slots too.
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
   * Frees chats that no statement hands out any more, because the answer that handed them to this node was lost.
   * No statement hands one to this node meanwhile: it would look like a lost one.
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
   * Gives a slot back. Chats are looked for only if some were not claimed for want of one: of a chat that is
   * free since, a notification tells.
   */
  function release(botId: number): void {
    slots.giveBack(botId);
    if (wanted || withoutRoom.some((waiting) => slots.roomFor(waiting) > 0)) kick();
  }

  /** Handles a chat's messages in a slot that was reserved for it, which is given back in any case. */
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
   * Handles messages of a chat, one after the other. The statement that records the end of one hands out the
   * next one, or gives the lane back. A node that was taken for dead may come here late; the statement then finds
   * the lane locked by another node, changes nothing, and hands out nothing.
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
      // Asked for each attempt to record the end: the node may close, or lose its lease, in between.
      const keepLane = (): boolean => count < IN_A_ROW && serves(current.botId) !== undefined;
      const ended = { message: current, handling, attempt };
      next = (await record(() => finish({ ...ended, keepLane: keepLane() })))?.next;
      if (handling.how === "aside") {
        const { incoming, starts } = current;
        tellSetAside(bot, { incoming, attempts: starts, error: handling.error });
      }
      // Begun after the commit, so that the time of the database has come by then.
      if (handling.how === "again") later(handling.afterMs);
    }
    if (bot !== undefined) bot.running -= 1;
  }

  function tellSetAside(bot: Bot | undefined, message: SetAsideMessage): void {
    try {
      bot?.onSetAside?.(message);
    } catch (error) {
      logger.error("who is told of messages that are set aside failed", describeError(error));
    }
  }

  /** What happened at a message. Without it, its end is recorded all the same. */
  async function traceOf({ botId, incoming }: HandedOut): Promise<EndedAttempt | undefined> {
    try {
      return await options.recorder?.take(botId, incoming.id);
    } catch (error) {
      logger.error("the trace of a message could not be made", describeError(error));
      return undefined;
    }
  }

  /**
   * Repeats a statement while the database is gone, as long as this node has its lease. Without it the lane is
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

  /** Claims messages after a time. */
  function later(ms: number): void {
    const cancel = clock.after(ms, () => {
      timers.delete(cancel);
      kick();
    });
    timers.add(cancel);
  }

  // A notification is lost when its connection breaks: each of these calls finds what the other has missed.
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
      // A slot is reserved before the statement is sent, which locks the lane for this node if the chat has no
      // other message. If it has one, the node that handles the chat comes to this message by itself.
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
        tellSetAside(bot, { incoming, attempts: 0, error: CHAT_FULL });
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
        bot.onSetAside = onSetAside;
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
        // What runs ends, and is recorded; what waits stays in its lanes for the next node.
        while (bot.running > 0) await Promise.race(lanes);
        if (bots.get(botId) === bot) bots.delete(botId);
      },
    };
  }

  return {
    open,
    rowOf: (message) => handled.rowOf(message),
    async close() {
      // First, so that no lane takes a next message; then a claim under way, because it may still begin lanes.
      isClosed = true;
      unlisten();
      clearInterval(ticking);
      for (const cancel of timers) cancel();
      await claiming;
      await Promise.all(lanes);
    },
  };
}

function inboxClosed(): BotwrightError {
  return new BotwrightError("the inbox is closed; the message was not taken", {
    code: "INBOX_CLOSED",
  });
}

function alreadyProcessing(): BotwrightError {
  return new BotwrightError("process() was called before; an inbox has one handler", {
    code: "INBOX_ALREADY_PROCESSING",
  });
}
