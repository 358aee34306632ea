import { writeFile } from "node:fs/promises";
import {
  createDispatcher,
  createKeyedQueue,
  createMemoryJournal,
  type DispatchResult,
  formatRecordedRun,
  type IncomingMessage,
  type Platform,
  PLATFORMS,
  type RecordedRun,
  type Storage,
} from "@botwright/core";
import { captureLogs } from "./capture-logs.ts";
import { type Chain, loadInstallations } from "./chain.ts";
import type { UserMessage } from "@botwright/simulators";
import type { Chat } from "./chat.ts";
import { HarnessError } from "./errors.ts";
import type { PluginInput } from "./load-plugin.ts";
import { createMemoryChat } from "./memory-chat.ts";
import type { HarnessOptions } from "./options.ts";
import { createOpened } from "./opened.ts";
import { featuresOf, type PlatformFeatures, assertSayable } from "./platform-features.ts";
import { createRecorder } from "./record.ts";
import { createFakeHost, type FakeHost } from "./services.ts";
import { acquireSharedSandbox } from "./shared-sandbox.ts";
import type { Turn } from "./turn.ts";
import { createUser, type User } from "./user.ts";
import { withVirtualTime } from "./virtual-run.ts";

/** A bot with the plugin under test, and people to talk to it. */
export interface Harness extends AsyncDisposable {
  readonly platform: Platform;
  /** What people can do on the platform. */
  readonly features: PlatformFeatures;
  /** The plugin's declaration. */
  readonly meta: Chain["plugin"]["meta"];
  /** A person; the same name is the same person. */
  user(name?: string): User;
  /** The plugin's storage. */
  readonly storage: Storage;
  /** The storage of another plugin of the bot. */
  storageOf(slug: string): Storage;
  /** Credits that the account has left. */
  credits: number;
  /** Virtual time. Handlers' timers pass at once; this is for what lies between messages. */
  readonly clock: { now(): number; advance(ms: number): void };
  /** The same plugin with the same options in a fresh harness on a platform's simulator, through the real adapter. */
  on(platform: Platform): Promise<Harness>;
  /** Runs the test on each platform's simulator. @throws what it throws, naming the platform */
  onEveryPlatform(run: (harness: Harness) => Promise<void>): Promise<void>;
  /**
   * What the plugin's latest run depended on and did, for `replay`; written to the file, if one is
   * named.
   * @throws {HarnessError} `NOTHING_RECORDED`; `NEEDS_SANDBOX` with `runIn: "host"`
   */
  record(file?: string): Promise<RecordedRun>;
  close(): Promise<void>;
}

/**
 * Loads a plugin and gives it a chat and a host of fakes, with the limits of production. It runs in
 * the sandbox of production.
 *
 * @throws {HarnessError} `PLUGIN_FILE_NOT_FOUND`
 * @throws {PluginError} when the plugin cannot be loaded
 * @throws {InvalidInputError} `DUPLICATE_SLUG` when `others` has a plugin of the same slug
 * @example
 * await using h = await createHarness("weather.js", { fetch: { "https://api.example.com/*": { c: 7 } } });
 * const { replies } = await h.user().says("weather Berlin");
 * console.log(replies); // ["Berlin: 7 °C"]
 */
export function createHarness(plugin: PluginInput, options: HarnessOptions = {}): Promise<Harness> {
  const { variant = "multi" } = options;
  const platform = variant === "single" ? "wechat" : (options.platform ?? "telegram");
  return openHarness(plugin, options, async ({ time }) =>
    createMemoryChat({ platform, variant, time }),
  );
}

const JOURNAL_BYTES = 2 ** 29;

async function openHarness(
  input: PluginInput,
  options: HarnessOptions,
  openChat: (host: FakeHost) => Promise<Chat>,
): Promise<Harness> {
  await using opened = createOpened();
  const { sandbox } = opened.use(acquireSharedSandbox());
  const host = createFakeHost(options);
  const { logger, lines } = captureLogs();
  const { botDbId = 1, userId = 1, variant = "multi", runIn = "sandbox" } = options;
  // The longest call that the sandbox's limits allow is kept as a whole.
  const journal = createMemoryJournal({ bytes: JOURNAL_BYTES });
  const recorder = createRecorder({
    journal,
    variant,
    isSandboxed: runIn === "sandbox",
    source: () => chain.source,
    meta: () => chain.plugin.meta,
  });
  const chain = await loadInstallations(input, { host, sandbox, logger, harness: options });
  const { slug } = chain.plugin.meta;
  const chat = opened.use(await openChat(host));
  const results = new Map<string, DispatchResult>();
  const dispatcher = createDispatcher({
    plugins: chain.installations,
    bot: chat.bot,
    variant,
    botDbId,
    userId,
    services: host.servicesFor,
    journal,
    logger,
    clock: host.time,
    hooksFor: withVirtualTime({
      time: host.time,
      seed: options.seed ?? 1,
      onCall: (of, callId, context) => {
        if (of === slug) recorder.onCall(callId, context);
      },
    }),
    ...(options.limits?.wallMs !== undefined && { wallMs: options.limits.wallMs }),
  });
  await chat.start(async (incoming: IncomingMessage) => {
    results.set(incoming.id, await dispatcher.dispatch(incoming));
  });

  /** What people have written, by person and text. */
  const written = new Set<string>();

  /** A quote without an author is of the person's own message, if there is such a one. */
  function withAuthor(message: UserMessage): UserMessage {
    const { from, quote } = message;
    if (quote === undefined || quote.from !== undefined) return message;
    const isOwn = written.has(`${from} ${quote.text}`);
    return isOwn ? { ...message, quote: { ...quote, from } } : message;
  }

  /** By person: a chat is answered in order, as by an inbox. */
  const queue = createKeyedQueue();

  async function say(message: UserMessage): Promise<Turn> {
    if (isClosed) throw new HarnessError("HARNESS_CLOSED", "The harness is closed: make another");
    return queue.run(message.from, () => sayNow(message));
  }

  async function sayNow(message: UserMessage): Promise<Turn> {
    assertSayable(chat.platform, message);
    const before = { logs: lines.length, sent: chat.sent().length, typings: chat.typings() };
    const { spent } = host.credits;
    const id = await chat.say(withAuthor(message));
    if ("text" in message) written.add(`${message.from} ${message.text}`);
    host.notScripted.check();
    const { handledBy, runs } = results.get(id) ?? { handledBy: null, runs: [] };
    const sends = chat
      .sent()
      .slice(before.sent)
      .filter(({ to }) => to === message.from);
    const run = runs.find(({ plugin }) => plugin === slug);
    if (run !== undefined) recorder.onEnd(run);
    return {
      handled: handledBy !== null,
      handledBy,
      sends,
      replies: sends.flatMap(({ type, text }) =>
        type === "text" && text !== undefined ? [text] : [],
      ),
      typings: chat.typings() - before.typings,
      credits: host.credits.spent - spent,
      logs: lines.slice(before.logs),
      calls: await journal.read(`${botDbId}/${id}/${slug}`),
      runs,
      usage: run?.usage,
      error: run?.error,
    };
  }

  const closing = opened.move();
  let isClosed = false;
  async function close(): Promise<void> {
    isClosed = true;
    await closing[Symbol.asyncDispose]();
  }

  async function on(platform: Platform): Promise<Harness> {
    const { createSimulatedChat } = await import("./simulated-chat.ts");
    return openHarness(input, options, () => createSimulatedChat({ platform, variant, logger }));
  }

  return {
    platform: chat.platform,
    features: featuresOf(chat.platform),
    meta: chain.plugin.meta,
    user: (name = "1001") => createUser(chat, name, say),
    storage: host.storageOf(slug),
    storageOf: host.storageOf,
    get credits() {
      return host.credits.balance;
    },
    set credits(balance) {
      host.credits.set(balance);
    },
    clock: { now: () => host.time.now(), advance: host.time.advance },
    on,
    async onEveryPlatform(run) {
      const platforms = variant === "single" ? (["wechat"] as const) : PLATFORMS;
      for (const platform of platforms) {
        await using harness = await on(platform);
        try {
          await run(harness);
        } catch (cause) {
          const why = cause instanceof Error ? cause.message : String(cause);
          throw new Error(`on ${platform}: ${why}`, { cause });
        }
      }
    },
    async record(file) {
      const run = await recorder.run();
      if (file !== undefined) await writeFile(file, formatRecordedRun(run));
      return run;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
