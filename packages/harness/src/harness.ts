import { writeFile } from "node:fs/promises";
import {
  type BotRuntime,
  createBotRuntime,
  createMemoryInbox,
  createMemoryJournal,
  formatRecordedRun,
  type Platform,
  PLATFORMS,
  type RecordedRun,
  type Storage,
} from "@botwright/core";
import { assertHarnessInput } from "./assert-options.ts";
import { captureLogs } from "./turns/capture-logs.ts";
import { type LoadedPlugins, loadInstallations } from "./load/load-installations.ts";
import { placeTranscription, type UserMessage } from "@botwright/simulators";
import type { Chat } from "./chat/chat.ts";
import { HarnessError } from "./errors.ts";
import { isSource, type PluginInput } from "./load/load-plugin.ts";
import {
  callerOf,
  createOpenMessages,
  type OpenHarness,
  warnOfOpenMessages,
  watchOpenHarness,
} from "./left-open.ts";
import { createMemoryChat } from "./chat/memory-chat.ts";
import type { HarnessOptions } from "./options.ts";
import { featuresOf, type PlatformFeatures, assertSayable } from "./chat/platform-features.ts";
import { createRecorder } from "./record.ts";
import { createFakeHost, type FakeHost } from "./fakes/services.ts";
import { acquireSharedSandbox } from "./shared-sandbox.ts";
import type { Turn } from "./turns/turn.ts";
import { createTurns } from "./turns/turns.ts";
import { createUser, type User } from "./turns/user.ts";
import { withVirtualTime } from "./time/virtual-run.ts";
import type { VirtualTime } from "./time/virtual-time.ts";

/** A bot with the plugin under test, and people to talk to it. */
export interface Harness extends AsyncDisposable {
  readonly platform: Platform;
  /** The message features of the platform, beside texts and files. */
  readonly features: PlatformFeatures;
  /** The plugin's declaration. */
  readonly meta: LoadedPlugins["plugin"]["meta"];
  /** A person; the same name is the same person. */
  user(name?: string): User;
  /** The plugin's storage. */
  readonly storage: Storage;
  /** The storage of another plugin of the bot. */
  storageOf(slug: string): Storage;
  /** Credits that the account has left. */
  credits: number;
  /** Virtual time. It passes the timers of handlers at once; use this for pauses between messages. */
  readonly clock: { now(): number; advance(ms: number): void };
  /**
   * The same plugin with the same options in a fresh harness on a platform's simulator, through the
   * real adapter. It is closed with this one, unless it was closed before.
   */
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
 * Longer than other files: it describes the harness, and connects its parts in the order in which they need
 * each other.
 *
 * @throws {HarnessError} `PLUGIN_FILE_NOT_FOUND`; `NOT_ON_THIS_PLATFORM` for the variant "single"
 *   on another platform than WeChat
 * @throws {PluginError} when the plugin cannot be loaded
 * @throws {InvalidInputError} `INVALID_INPUT` naming the option that does not exist or has a wrong value;
 *   `DUPLICATE_SLUG` when `others` has a plugin of the same slug
 * @example
 * await using h = await createHarness("weather.js", { fetch: { "https://api.example.com/*": { c: 7 } } });
 * const { replies } = await h.user().says("weather Berlin");
 * console.log(replies); // ["Berlin: 7 °C"]
 */
export async function createHarness(
  plugin: PluginInput,
  options: HarnessOptions = {},
): Promise<Harness> {
  assertHarnessInput(plugin, options);
  const { variant = "multi" } = options;
  const platform = options.platform ?? (variant === "single" ? "wechat" : "telegram");
  if (variant === "single" && platform !== "wechat") {
    const problem = `Plugins of the variant "single" run on WeChat only, not on ${platform}`;
    throw new HarnessError("NOT_ON_THIS_PLATFORM", `${problem}: leave \`platform\` out`);
  }
  const openChat = async ({ time }: FakeHost): Promise<Chat> =>
    createMemoryChat({ platform, time });
  return openHarness(plugin, options, {
    openChat,
    place: callerOf(createHarness),
    parent: undefined,
  });
}

const JOURNAL_BYTES = 2 ** 29;
/**
 * Real milliseconds that running handlers have to end when the harness closes, before they are
 * ended.
 */
const GRACE_MS = 200;
const HOUR_MS = 3_600_000;

/** The surroundings of a harness: its chat, the line of the test that created it, and the harness that closes it. */
interface HarnessSite {
  readonly openChat: (host: FakeHost) => Promise<Chat>;
  readonly place: string;
  readonly parent: OpenHarness | undefined;
}

async function openHarness(
  input: PluginInput,
  options: HarnessOptions,
  { openChat, place, parent }: HarnessSite,
): Promise<Harness> {
  await using opened = new AsyncDisposableStack();
  const { sandbox } = opened.use(acquireSharedSandbox());
  const { variant = "multi", runIn = "sandbox" } = options;
  // The workers start while the other parts are created; if they cannot start, the load reports why.
  if (runIn === "sandbox" && isSource(input)) sandbox.start().catch(() => {});
  const host = createFakeHost(options);
  const { time, credits } = host;
  const { logger, lines } = captureLogs();
  const chat = opened.use(await openChat(host));
  // Large enough for the journal of the longest call that the sandbox's limits allow.
  const journal = createMemoryJournal({ bytes: JOURNAL_BYTES });
  const chain = await loadInstallations(input, { host, sandbox, logger, harness: options });
  const { slug } = chain.plugin.meta;
  const turns = createTurns({ slug, chat, journal, lines, credits });
  const recorder = createRecorder({ slug, journal, variant, isSandboxed: runIn === "sandbox" });
  const runtime = createBotRuntime({
    adapter: chat.adapter,
    plugins: chain.installations,
    variant,
    ...(options.botDbId !== undefined && { botDbId: options.botDbId }),
    ...(options.userId !== undefined && { userId: options.userId }),
    services: host.servicesFor,
    // One attempt: a failure of the host rejects `say` at once.
    inbox: createMemoryInbox({ logger, clock: time, retry: { attempts: 1 } }),
    journal,
    logger,
    clock: time,
    hooksFor: withVirtualTime({ time, seed: options.seed ?? 1 }),
    onEvent(event) {
      recorder.onEvent(event);
      turns.onEvent(event);
    },
    ...(options.limits?.wallMs !== undefined && { wallMs: options.limits.wallMs }),
  });
  opened.use({ [Symbol.asyncDispose]: () => stopInTime(runtime, time) });
  await runtime.start();

  /** What people have written, by person and text. */
  const written = new Set<string>();

  /** A quote without an author is of the person's own message, if there is such a one. */
  function withAuthor(message: UserMessage): UserMessage {
    const { from, quote } = message;
    if (quote === undefined || quote.from !== undefined) return message;
    const isOwn = written.has(`${from} ${quote.text}`);
    return isOwn ? { ...message, quote: { ...quote, from } } : message;
  }

  function assertOpen(): void {
    if (isClosed) throw new HarnessError("HARNESS_CLOSED", "The harness is closed: make another");
  }

  async function say(message: UserMessage): Promise<Turn> {
    assertOpen();
    assertSayable(platform, message);
    watched.used();
    const turn = await handling.track(message, async () =>
      turns.of(await chat.say(placeTranscription(platform, withAuthor(message)))),
    );
    if ("text" in message) written.add(`${message.from} ${message.text}`);
    host.unexpectedCalls.check();
    return turn;
  }

  const { platform } = chat.adapter;
  /** The harnesses that `on` has opened. */
  const others = new Set<Harness>();
  const what = `${slug} on ${platform}`;
  const handling = createOpenMessages();
  const watched = parent ?? watchOpenHarness({ what, place });
  const closing = opened.move();
  let isClosed = false;
  async function close(): Promise<void> {
    isClosed = true;
    if (parent === undefined) watched.closed();
    warnOfOpenMessages(what, handling.list());
    await Promise.all([...others].map((harness) => harness.close()));
    await closing[Symbol.asyncDispose]();
  }

  async function on(other: Platform): Promise<Harness> {
    assertOpen();
    watched.used();
    const { createSimulatedChat } = await import("./chat/simulated-chat.ts");
    const made = await openHarness(input, options, {
      openChat: () => createSimulatedChat({ platform: other, logger }),
      place,
      parent: watched,
    });
    others.add(made);
    // The harness was closed meanwhile.
    if (isClosed) await made.close();
    return made;
  }

  return {
    platform,
    features: featuresOf(platform),
    meta: chain.plugin.meta,
    user: (name = "1001") => createUser(chat, name, say),
    storage: host.storageOf(slug),
    storageOf: host.storageOf,
    get credits() {
      return credits.balance;
    },
    set credits(balance) {
      credits.set(balance);
    },
    clock: { now: () => time.now(), advance: time.advance },
    on,
    async onEveryPlatform(run) {
      const platforms = variant === "single" ? (["wechat"] as const) : PLATFORMS;
      for (const each of platforms) {
        await using harness = await on(each);
        try {
          await run(harness);
        } catch (cause) {
          const why = cause instanceof Error ? cause.message : String(cause);
          throw new Error(`on ${each}: ${why}`, { cause });
        }
      }
    },
    async record(file) {
      const run = await recorder.run();
      if (file !== undefined) await writeFile(file, await formatRecordedRun(run));
      return run;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Stops a runtime whose clock is virtual. A handler that waits for something that never happens
 * would block the stop, because virtual time does not pass; so this advances the clock until the
 * handler's deadline passes.
 */
async function stopInTime(runtime: BotRuntime, time: VirtualTime): Promise<void> {
  const passing = setInterval(() => time.advance(HOUR_MS), GRACE_MS);
  try {
    await runtime.stop();
  } finally {
    clearInterval(passing);
  }
}
