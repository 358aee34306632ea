import { randomBytes } from "node:crypto";
import {
  type BotRuntime,
  type BotRuntimeOptions,
  createBotRuntime,
  type Journal,
  type ParsedMessage,
  type PlatformAdapter,
} from "@botwright/core";
import { type AIOptions, createAesSecrets, createServices } from "@botwright/services";
import {
  createAttemptRecorder,
  createMessages,
  createPostgresInbox,
  createPostgresJournal,
  createPostgresKeyValueStore,
  type Database,
  type Messages,
  startNodeLease,
} from "../src/index.ts";
import { insertBot } from "./insert-bot.ts";

/** A node whose bots are spoken to without a platform. */
export interface MessageNode extends AsyncDisposable {
  readonly messages: Messages;
  /** The journal of its bots. */
  readonly journal: Journal;
  /** Makes a bot of an account; what it sends is in `sent`. */
  addBot(userId: number, plugins: BotRuntimeOptions["plugins"]): Promise<TestBot>;
}

/** A bot of a {@link MessageNode}. */
export interface TestBot {
  readonly id: number;
  readonly runtime: BotRuntime;
  readonly sent: string[];
  /** Lets a person say something. */
  accept(text: string, message?: Partial<ParsedMessage>): Promise<void>;
  /** Lets a person say something, and waits until it is handled. */
  say(text: string, message?: Partial<ParsedMessage>): Promise<void>;
}

/** How a {@link MessageNode} differs from a usual one. */
export interface MessageNodeOptions {
  /** Attempts after which a message is set aside. @default 2 */
  readonly attempts?: number;
  /** Makes another journal of its own. @default it stays */
  readonly journal?: (own: Journal) => Journal;
  /** @default no models */
  readonly ai?: AIOptions;
}

/** Starts a {@link MessageNode}. */
export async function startMessageNode(
  database: Database,
  { attempts = 2, journal: wrap = (own) => own, ai }: MessageNodeOptions = {},
): Promise<MessageNode> {
  const { db } = database;
  const secrets = createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" });
  const lease = await startNodeLease({ db, ttlMs: TTL_MS });
  const recorder = createAttemptRecorder({ secrets });
  const inbox = createPostgresInbox({ database, lease, recorder, attempts, firstMs: 1, maxMs: 10 });
  const journal = wrap(createPostgresJournal({ db, secrets }));
  const services = createServices({ store: createPostgresKeyValueStore(db), ...(ai && { ai }) });
  const runtimes: BotRuntime[] = [];
  let messageCount = 0;

  return {
    messages: createMessages({ db, secrets }),
    journal,
    async addBot(userId, plugins) {
      const id = await insertBot(db, { userId });
      const sent: string[] = [];
      const runtime = createBotRuntime({
        adapter: memoryAdapter(sent),
        inbox: inbox.open(id, userId),
        journal,
        botDbId: id,
        userId,
        plugins,
        services: services.forAccount(userId),
        onEvent: recorder.onEvent,
      });
      runtimes.push(runtime);
      const accept = async (text: string, more?: Partial<ParsedMessage>): Promise<void> => {
        messageCount += 1;
        await runtime.accept({ id: `m/${messageCount}`, message: textMessage(text, more) });
      };
      return {
        id,
        runtime,
        sent,
        accept,
        async say(text, more) {
          await accept(text, more);
          await runtime.drain();
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(runtimes.map((runtime) => runtime.stop()));
      await inbox.close();
      await lease.close();
    },
  };
}

/** Milliseconds of a lease that no test outlives, however slow its machine is. */
export const TTL_MS = 3_600_000;

/** What a person says. */
export function textMessage(text: string, more: Partial<ParsedMessage> = {}): ParsedMessage {
  return {
    type: "text",
    text,
    from: "1001",
    to: "bot",
    timestamp: 1_770_000_000_000,
    contextToken: "token",
    messageId: 1,
    raw: {},
    ...more,
  };
}

/** A picture that every download gives. */
export const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);

/** An adapter without a platform; what is sent through it is added to `sent`. */
export function memoryAdapter(sent: string[]): PlatformAdapter {
  return {
    platform: "telegram",
    capabilities: {
      receive: ["text", "image"],
      send: ["text"],
      typing: false,
      quotes: false,
      transcription: false,
      idempotency: false,
      textLimits: [],
      mediaLimits: {},
    },
    start: async () => {},
    stop: async () => {},
    async sendText(_to, text) {
      sent.push(text);
      return { status: "sent", id: String(sent.length) };
    },
    download: async (item) => ({ bytes: PICTURE, item }),
    downloadRaw: async () => PICTURE,
  };
}
