import {
  BotwrightError,
  createBotRuntime,
  createManualClock,
  type HostOperation,
  type IncomingMessage,
  type Journal,
  LIMITS,
  type PlatformAdapter,
  type Plugin,
  type PluginServices,
  type SendOptions,
  type SendReceipt,
  type Storage,
  type Variant,
} from "@botwright/core";
import type { SimulatedPlatform } from "@botwright/harness";
import type { UserMessage } from "@botwright/simulators";
import { expect } from "vitest";
import { type CrashPoint, ProcessRun } from "./crash-points.ts";
import { createNotedSends, type NotedSends } from "./sends.ts";
import type { CrashStores, CreateCrashStores } from "./stores.ts";

/** A platform that outlives the bot's process, and passes its messages to the current one. */
export interface CrashPlatform extends SimulatedPlatform {
  readonly simulator: SimulatedPlatform["simulator"] & {
    fault(name: "missing-file", options: { readonly times: number }): Disposable;
  };
  /** Sets the receiver of messages from now on. */
  deliverTo(accept: (incoming: IncomingMessage) => Promise<unknown>): void;
}

/** What one person was shown, and the effects performed for them. */
export interface Exploration {
  /** Texts, and files with their kind, in order. */
  readonly shown: readonly string[];
  readonly sends: NotedSends;
  readonly stores: CrashStores;
  /** Points passed in the run that died, or in the only one. */
  readonly passed: readonly CrashPoint[];
  /** Where the process died; undefined when it did not. */
  readonly died: CrashPoint | undefined;
}

/** A message of a person, before {@link explore} has introduced the person who sends it. */
export type UserMessageContent = WithoutSender<UserMessage>;

/** Distributes over the kinds of message; `Omit` of their union would leave only what all have. */
type WithoutSender<Message> = Message extends UserMessage ? Omit<Message, "from"> : never;

/** What is explored. */
export interface ExploreOptions {
  readonly plugin: Plugin;
  /** @default "multi" */
  readonly variant?: Variant | undefined;
  readonly createStores: CreateCrashStores;
  /** One after another, without waiting for answers. @default one text */
  readonly said?: readonly UserMessageContent[];
  /**
   * Whether the platform forgets the media of messages once something of their runs is journaled: before that, the
   * next process has nothing to go on with. @default false
   */
  readonly linkExpires?: boolean;
  /** Called with the operation of each host call. */
  readonly onCall?: (operation: HostOperation) => void;
}

let people = 0;

/**
 * Lets a new person say something, ends the bot's process at a point, and lets another process go on
 * from what the stores hold.
 */
export async function explore(
  platform: CrashPlatform,
  options: ExploreOptions,
  diesAt: number,
): Promise<Exploration> {
  const { said = [{ text: "hello" }] } = options;
  const { simulator } = platform;
  const from = platform.idOf(`person${++people}`);
  const stores = await options.createStores();
  const sends = createNotedSends();
  const chat: OpenChat = { accepted: 0, isDone: new Set() };
  const first = new ProcessRun(diesAt);
  const bot = { ...options, stores, note: sends.note, chat, messages: said.length };
  const process = await live(platform, bot, first);
  for (const message of said) await simulator.say({ from, ...message });
  const died = await Promise.race([first.died, process.done.then(() => undefined)]);
  if (died !== undefined) {
    // What comes while the next process opens its inbox would be in neither.
    await expect.poll(() => chat.accepted).toBe(said.length);
    const isExpired = options.linkExpires === true && first.passed.includes("flush");
    using _ = isExpired ? simulator.fault("missing-file", { times: Infinity }) : undefined;
    await (
      await live(platform, bot, new ProcessRun(Infinity))
    ).done;
  }
  first.bury();
  const shown = simulator
    .sent()
    .filter(({ to, shown: isShown }) => to === from && isShown !== false)
    .map(({ text, name, type }) => (type === "text" ? (text ?? "") : `${type} ${name ?? ""}`));
  return { shown, sends, stores, passed: first.passed, died };
}

/** The messages of a chat over all processes. */
interface OpenChat {
  accepted: number;
  /** Those whose end the inbox has, by their ids. */
  readonly isDone: Set<string>;
}

/** What every process of a bot is started with. */
interface CrashBot extends ExploreOptions {
  readonly stores: CrashStores;
  readonly note: NotedSends["note"];
  readonly chat: OpenChat;
  /** How many there are in the end. */
  readonly messages: number;
}

/** Starts a process; `done` resolves when all messages are done. */
async function live(
  platform: CrashPlatform,
  { plugin, variant, stores, note, chat, messages, onCall }: CrashBot,
  life: ProcessRun,
): Promise<{ readonly done: Promise<void> }> {
  const done = Promise.withResolvers<void>();
  const clock = createManualClock(Date.now());
  const inbox = await stores.openInbox(() => life.pass("complete"));
  const runtime = createBotRuntime({
    adapter: dyingAdapter(platform.adapter, life, note),
    plugins: [plugin],
    ...(variant !== undefined && { variant }),
    inbox: {
      ...inbox,
      process(handler) {
        inbox.process(async (incoming) => {
          await life.live(() => handler(incoming));
          // What is left to do for the inbox is done after this.
          setImmediate(() => {
            chat.isDone.add(incoming.id);
            if (chat.isDone.size === messages) done.resolve();
          });
        });
      },
    },
    journal: dyingJournal(stores.journal, life),
    services: () => services(stores, life),
    clock,
    onEvent: (event) => event.type === "host-call-settled" && onCall?.(event.operation),
  });
  // A process that has died computes no more.
  void life.died.then(() => clock.advance(LIMITS.call.wallMs));
  platform.deliverTo(async (incoming) => {
    await runtime.accept(incoming);
    chat.accepted += 1;
  });
  await runtime.start();
  return { done: done.promise };
}

function dyingJournal(journal: Journal, life: ProcessRun): Journal {
  return {
    read: (callId) => journal.read(callId),
    write: (entries) => life.around("begin", "flush", () => journal.write(entries)),
  };
}

/** The real adapter, of which a process that has died uses nothing more. */
function dyingAdapter(
  adapter: PlatformAdapter,
  life: ProcessRun,
  note: NotedSends["note"],
): PlatformAdapter {
  function send(
    what: string,
    options: SendOptions = {},
    run: () => Promise<SendReceipt>,
  ): Promise<SendReceipt> {
    return life.around("perform", "settle", () => {
      note(what, options);
      return run();
    });
  }
  return {
    platform: adapter.platform,
    capabilities: adapter.capabilities,
    // The platform's own connection outlives the bot's process here: adapters have their own suite.
    start: async () => {},
    stop: async () => {},
    sendText: (to, text, options) => send(text, options, () => adapter.sendText(to, text, options)),
    sendImage: (to, bytes, options) =>
      send(
        "image",
        options,
        async () => (await adapter.sendImage?.(to, bytes, options)) ?? IGNORED,
      ),
    sendVideo: (to, bytes, options) =>
      send(
        "video",
        options,
        async () => (await adapter.sendVideo?.(to, bytes, options)) ?? IGNORED,
      ),
    sendVoice: (to, bytes, options) =>
      send(
        "voice",
        options,
        async () => (await adapter.sendVoice?.(to, bytes, options)) ?? IGNORED,
      ),
    sendFile: (to, bytes, name, options) =>
      send(
        name,
        options,
        async () => (await adapter.sendFile?.(to, bytes, name, options)) ?? IGNORED,
      ),
    sendTyping: async (to) => adapter.sendTyping?.(to),
    cancelTyping: async (to) => adapter.cancelTyping?.(to),
    download: (item, options) => adapter.download(item, options),
    downloadRaw: (reference, options) => adapter.downloadRaw(reference, options),
  };
}

const IGNORED: SendReceipt = { status: "ignored" };

type Services = Omit<PluginServices, "pool">;

function services(stores: CrashStores, life: ProcessRun): Services {
  const { aiService } = stores;
  const perform = <Result>(run: () => Promise<Result>): Promise<Result> =>
    life.around("perform", "settle", run);
  return {
    storage: dyingStorage(withOtherVotes(stores.storage.open(1, "crashed"), stores.others), life),
    aiService: Object.assign(
      { ...aiService },
      {
        forEffect: (key: string) => {
          const keyed = forEffect(aiService, key);
          return {
            ...keyed,
            callModel: (input: Parameters<typeof keyed.callModel>[0]) =>
              perform(() => keyed.callModel(input)),
          };
        },
      },
    ),
    searchService: {
      search: (query) =>
        perform(async () => {
          if (query === "broken") throw new BotwrightError("no", { code: "API_ERROR" });
          const hit = { title: "sunny", url: "https://example.com/", snippet: "" };
          return { results: [hit], source: "fake", count: 1, cached: false };
        }),
    },
    getPlatformCreds: async () => ({ app_id: "cli_example", app_secret: "secret" }),
  };
}

function forEffect<Service extends object>(service: Service, key: string): Service {
  const open: unknown = Reflect.get(service, "forEffect");
  if (typeof open !== "function") return service;
  return Object.assign({ ...service }, Reflect.apply(open, service, [key]));
}

/** How often the other chat votes. */
const OTHER_VOTES = 2;

/** Another chat votes each time that the plugin has read the votes, so that its write conflicts. */
function withOtherVotes(storage: Storage, others: CrashStores["others"]): Storage {
  return {
    ...storage,
    async get(key) {
      const value = await storage.get(key);
      if (key === "votes" && others.votes < OTHER_VOTES) {
        others.votes += 1;
        await storage.set(key, Number(value) + 1);
      }
      return value;
    },
  };
}

function dyingStorage(storage: Storage, life: ProcessRun): Storage {
  const perform = <Result>(run: () => Promise<Result>): Promise<Result> =>
    life.around("perform", "settle", run);
  return {
    get: (key) => storage.get(key),
    keys: () => storage.keys(),
    set: (key, value) => perform(() => storage.set(key, value)),
    compareAndSet: (key, expected, value) =>
      perform(() => storage.compareAndSet(key, expected, value)),
    delete: (key) => perform(() => storage.delete(key)),
    clear: () => perform(() => storage.clear()),
    forEffect: (key, isRepeat) => dyingStorage(storage.forEffect?.(key, isRepeat) ?? storage, life),
  };
}
