import {
  type AdapterOptions,
  type Clock,
  type Platform,
  PLATFORMS,
  type PlatformBinding,
  systemClock,
} from "@botwright/core";
import type { Secrets } from "@botwright/services";
import type { Database } from "../database/open-database.ts";
import { toDisplayName } from "../display-name.ts";
import {
  type BotInput,
  pickCredentials,
  type ReadCredentials,
  transportOptions,
} from "./bot-credentials.ts";
import { botError, botNotFound } from "./bot-errors.ts";
import { alreadyBound, type BoundCredentials, createBotStore } from "./bot-store.ts";
import { type BotChange, type BotRecord, callbackUrl, selectBots } from "./bot-record.ts";
import { watchBots } from "./runner/bot-watch.ts";
import { type PlatformRecord, describePlatforms } from "./platforms.ts";
import { testConnection } from "./test-connection.ts";

/** Options of {@link createBots}. */
export interface BotsOptions {
  readonly database: Database;
  /** The instance that the bot runner uses. */
  readonly secrets: Secrets;
  /** The platforms whose bots can be bound. */
  readonly bindings: Partial<Readonly<Record<Platform, PlatformBinding>>>;
  /** Further options of adapters, the same as for the bot runner. @default none */
  readonly adapterOptions?: (bot: { userId: number; platform: Platform }) => AdapterOptions;
  /** The host's public address, such as `https://bots.example.com`, for callbacks. @default none */
  readonly publicUrl?: string;
  /** The most bots of one account. @default 20 */
  readonly most?: number;
  /** Milliseconds that the test of a connection may take. @default 20_000 */
  readonly testMs?: number;
  readonly clock?: Clock;
}

/** A bot to be bound. */
export interface BotBinding extends BotInput {
  readonly platform: Platform;
  /** @default the platform's name */
  readonly name?: string;
}

/** A bot that was bound. */
export interface BoundBot {
  readonly bot: BotRecord;
  /** Values that the host has generated, for the user to copy to the platform; they are not shown again. */
  readonly generated: Readonly<Record<string, string>>;
}

/** The bots of accounts. */
export interface Bots {
  /** Describes what a user enters to bind a bot of each platform. */
  platforms(): readonly PlatformRecord[];
  list(userId: number): Promise<readonly BotRecord[]>;
  /** @throws {BotwrightError} `BOT_NOT_FOUND` */
  get(userId: number, botId: number): Promise<BotRecord>;
  /**
   * Binds a bot, after a test of its connection. A node of the host starts it within a second.
   *
   * @throws {InvalidInputError} `INVALID_INPUT`, which names the field
   * @throws {BotwrightError} `PLATFORM_UNSUPPORTED`, `LOGIN_REQUIRED`, `BOT_ALREADY_BOUND`, `BOT_LIMIT`,
   * and the errors of the connection test: `BOT_UNAUTHORIZED`, `BOT_FORBIDDEN`, `BOT_REFUSED`
   */
  bind(userId: number, binding: BotBinding): Promise<BoundBot>;
  /**
   * Replaces the credentials of a bot and restarts it. If they belong to another account of the platform, the bot's
   * messages and the state of its adapter are deleted.
   *
   * @throws as `bind`, and `BOT_NOT_FOUND`
   */
  rebind(userId: number, botId: number, input: BotInput): Promise<BoundBot>;
  /**
   * Binds a bot with the credentials of a finished login, without a test. The new session goes to the bot `botId`, or
   * to the user's own bot for the same account of the platform, or to a new bot.
   *
   * @throws {BotwrightError} `BOT_ALREADY_BOUND`, `BOT_LIMIT`, `BOT_NOT_FOUND`
   */
  bindLogin(
    userId: number,
    platform: Platform,
    credentials: Readonly<Record<string, string>>,
    botId: number | null,
  ): Promise<BoundBot>;
  rename(userId: number, botId: number, name: string): Promise<BotRecord>;
  /** Closes the connection of a bot; messages that were accepted wait until the bot is resumed. */
  pause(userId: number, botId: number): Promise<BotRecord>;
  /** Restarts a bot that is paused or was refused by its platform. */
  resume(userId: number, botId: number): Promise<BotRecord>;
  /**
   * Removes a bot. The node that runs the bot closes its connection. Then the host deletes the bot's credentials, its
   * messages with their traces, the state of its adapter and its installations. Values that plugins have stored
   * belong to the account and stay.
   *
   * @throws {BotwrightError} `BOT_NOT_FOUND`; `BOTS_RUNNING` if a plugin that runs does not end in time
   */
  unbind(userId: number, botId: number): Promise<void>;
  /** Yields the bots of an account, and then each bot that changes. */
  watch(userId: number, signal: AbortSignal): AsyncIterable<BotChange>;
}

/** Connection tests of one account that may run at once. */
const MAX_TESTS = 3;

/** Creates the functions that bind and manage bots. */
export function createBots(options: BotsOptions): Bots {
  const { database, secrets, bindings, most = 20, testMs = 20_000, clock = systemClock } = options;
  const { adapterOptions } = options;
  const { db, notifications } = database;
  const publicUrl = (options.publicUrl ?? "").replace(/\/+$/u, "");
  const reading = { db, bindings, publicUrl };
  const store = createBotStore({ database, secrets, most, clock });
  /** The number of tests that run now, by account. */
  const testing = new Map<number, number>();

  async function get(userId: number, botId: number): Promise<BotRecord> {
    const [bot] = await selectBots(reading, userId, [botId]);
    if (bot === undefined) throw botNotFound();
    return bot;
  }

  function bindingOf(platform: Platform): PlatformBinding {
    const binding = bindings[platform];
    if (binding !== undefined) return binding;
    throw botError("PLATFORM_UNSUPPORTED", `this host has no bots of ${platform}`);
  }

  /** Reads what a user has entered for a platform without a login. */
  function read(platform: Platform, input: BotInput): BoundCredentials & ReadCredentials {
    const binding = bindingOf(platform);
    if (binding.login === undefined) return { binding, ...pickCredentials(binding, input) };
    const { en } = binding.label;
    throw botError("LOGIN_REQUIRED", `a bot of ${en} is bound by a login: begin one`);
  }

  async function test(userId: number, botId: number, bound: BoundCredentials): Promise<void> {
    const { binding, values, transport } = bound;
    const running = testing.get(userId) ?? 0;
    if (running >= MAX_TESTS) throw busy();
    testing.set(userId, running + 1);
    try {
      await testConnection({
        binding,
        credentials: values,
        options: {
          ...transportOptions(binding, transport, values, callbackUrl(publicUrl, botId)),
          ...adapterOptions?.({ userId, platform: binding.platform }),
        },
        ms: testMs,
        clock,
      });
    } finally {
      const left = (testing.get(userId) ?? 1) - 1;
      if (left === 0) testing.delete(userId);
      else testing.set(userId, left);
    }
  }

  return {
    platforms: () => describePlatforms(PLATFORMS.flatMap((name) => bindings[name] ?? [])),
    list: (userId) => selectBots(reading, userId),
    get,
    async bind(userId, { platform, name, ...input }) {
      const bound = read(platform, input);
      const { binding, generated } = bound;
      const given = toDisplayName(name ?? binding.label.en, "name");
      // Checked before the test, because the test's connection would displace that of the other bot.
      if ((await store.find(bound)) !== undefined) throw alreadyBound(binding);
      await store.assertRoom(userId);
      const botId = await store.drawId();
      await test(userId, botId, bound);
      await store.add(userId, botId, given, bound);
      return { bot: await get(userId, botId), generated };
    },
    async rebind(userId, botId, input) {
      const { platform } = await get(userId, botId);
      const bound = read(platform, input);
      const other = await store.find(bound);
      if (other !== undefined && other.id !== botId) throw alreadyBound(bound.binding);
      try {
        await test(userId, botId, bound);
      } catch (error) {
        // The test may have displaced the connection of the running bot, so the bot connects again.
        await store.restart(userId, botId);
        throw error;
      }
      await store.replace(userId, botId, bound);
      return { bot: await get(userId, botId), generated: bound.generated };
    },
    async bindLogin(userId, platform, credentials, botId) {
      const binding = bindingOf(platform);
      const bound = { binding, ...pickCredentials(binding, { credentials }) };
      const other = await store.find(bound);
      const own = botId ?? (other?.userId === userId ? other.id : undefined);
      const id = own ?? (await store.drawId());
      if (own === undefined) await store.add(userId, id, binding.label.en, bound);
      else await store.replace(userId, id, bound);
      return { bot: await get(userId, id), generated: {} };
    },
    async rename(userId, botId, name) {
      await store.rename(userId, botId, toDisplayName(name, "name"));
      return get(userId, botId);
    },
    async pause(userId, botId) {
      await store.pause(userId, botId);
      return get(userId, botId);
    },
    async resume(userId, botId) {
      await store.restart(userId, botId, false);
      return get(userId, botId);
    },
    unbind: (userId, botId) => store.remove(userId, botId),
    watch: (userId, signal) => watchBots({ ...reading, notifications }, userId, signal),
  };
}

function busy(): Error {
  return botError(
    "BINDING_BUSY",
    `${MAX_TESTS} of your bots are being bound at this moment: wait until one is done`,
  );
}
