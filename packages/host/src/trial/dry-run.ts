import {
  BotwrightError,
  type Clock,
  createBotRuntime,
  createMemoryInbox,
  createTraceRecorder,
  type HostCallInterceptor,
  type Installation,
  type KeyValueStore,
  type MessageTrace,
  type Platform,
  type Plugin,
  systemClock,
} from "@botwright/core";
import type { RateDecision, RateLimiter } from "@botwright/services";
import type { Kysely } from "kysely";
import { hostRateLimitKeyOf } from "../accounts/rate-limit-keys.ts";
import { botNotFound } from "../bots/bot-errors.ts";
import type { Schema } from "../database/schema.ts";
import type { MessageError } from "../messages/message-rows.ts";
import type { InstalledPlugins } from "../plugins/load-installed.ts";
import { createReadingPool, withPool } from "../plugins/builtin-plugins.ts";
import { readPlaces } from "./dry-run-places.ts";
import { type DryRunStep, toStep } from "./dry-run-step.ts";
import { createRunSlots } from "./run-slots.ts";
import { createStandIns } from "./stand-ins.ts";
import { createStoreOverlay } from "./store-overlay.ts";
import { createTrialChat, type TrialSentMessage } from "./trial-chat.ts";

/** Options of {@link createDryRuns}. */
export interface DryRunsOptions {
  readonly db: Kysely<Schema>;
  /** Loads the plugins of bots. */
  readonly plugins: Pick<InstalledPlugins, "of">;
  /** The values that plugins have stored; dry runs read them and do not change them. */
  readonly store: Pick<KeyValueStore, "get" | "keys">;
  /** Counts the dry runs of an account, over all nodes. */
  readonly limiter: RateLimiter;
  /** The built-in plugins that may run in a dry run, by slug; see `BuiltinPlugins`. @default none */
  readonly builtins?: ReadonlyMap<string, Plugin>;
  /**
   * The most milliseconds of one plugin, and of all plugins together, after which no further plugin starts.
   * @default 10,000 and 20,000
   */
  readonly wallMs?: { readonly plugin: number; readonly all: number };
  /** The most dry runs at once on this node. @default 4 */
  readonly atOnce?: number;
  readonly clock?: Clock;
}

/** What the plugins of a bot would do with a text. */
export interface DryRun {
  /** A step for each enabled plugin, in the order in which they run. */
  readonly steps: readonly DryRunStep[];
  /** The slug of the plugin that handled the text; `null`: none. */
  readonly handled_by: string | null;
  /** Why the text could not be handled, for a reason outside of the plugins. */
  readonly error: MessageError | null;
  /** `false`: the time was up before all plugins that the text reached could run. */
  readonly is_complete: boolean;
}

/** Finds out what the plugins of a bot would do with a text, by running them. */
export interface DryRuns {
  /** Counts a dry run: 30 a minute for each account. */
  admit(userId: number): Promise<RateDecision>;
  /**
   * Runs the enabled plugins of a bot on a text, in the versions, with the settings and in the order that a message
   * would get. The messages that they send are only returned in the result. They can read what they have stored, but
   * their changes are discarded after the run. Models and searches are stand-ins, network and credentials are not
   * available, and built-in plugins read the host's database without changing it.
   *
   * @throws {BotwrightError} `BOT_NOT_FOUND`; `TRIALS_BUSY`: a dry run of the account is running, or too many on this
   * node
   */
  run(userId: number, botId: number, text: string): Promise<DryRun>;
}

const RATE = { limit: 30, windowMs: 60_000 };
/** Milliseconds to wait for sends that have begun; they only append to a list. */
const GRACE_MS = 1000;

/** Creates {@link DryRuns}. */
export function createDryRuns(options: DryRunsOptions): DryRuns {
  const { db, plugins, store, limiter, builtins = new Map(), atOnce = 4 } = options;
  const { wallMs = { plugin: 10_000, all: 20_000 }, clock = systemClock } = options;
  const slots = createRunSlots(atOnce);

  async function platformOf(userId: number, botId: number): Promise<Platform> {
    const bot = await db
      .selectFrom("bot")
      .select("platform")
      .where("id", "=", botId)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (bot === undefined) throw botNotFound();
    return bot.platform;
  }

  async function run(userId: number, botId: number, text: string): Promise<DryRun> {
    const platform = await platformOf(userId, botId);
    const places = await readPlaces({ db, plugins, builtins }, botId);
    const standIns = createStandIns(createStoreOverlay(store));
    const chat = createTrialChat(platform);
    const recorder = createTraceRecorder({ clock, keepsValues: false });
    const until = clock.now() + wallMs.all;
    const late = new Set<string>();
    const sent = new Map<string, readonly TrialSentMessage[]>();
    const askedNetwork = new Set<string>();
    let trace: MessageTrace | undefined;

    /** Makes a plugin pass the message on, instead of running, when the time of all plugins is up. */
    function inTime(installation: Installation): Installation {
      const { plugin } = installation;
      const handler: typeof plugin.handler = async (...given) => {
        if (clock.now() < until) return plugin.handler(...given);
        late.add(plugin.meta.slug);
        return { handled: false };
      };
      return { ...installation, plugin: { ...plugin, handler } };
    }

    await using runtime = createBotRuntime({
      adapter: chat.adapter,
      botDbId: botId,
      userId,
      plugins: places.flatMap(({ installation }) => (installation ? inTime(installation) : [])),
      services: withPool(standIns.forAccount(userId), builtins, createReadingPool(db)),
      hooksFor: ({ plugin }) => ({
        intercept: refuseNetwork(() => askedNetwork.add(plugin.meta.slug)),
      }),
      inbox: createMemoryInbox({ clock, retry: { attempts: 1 } }),
      wallMs: wallMs.plugin,
      graceMs: GRACE_MS,
      clock,
      onEvent(event) {
        if (event.type === "plugin-ended") sent.set(event.plugin, chat.takeSent());
        trace = recorder.take(event) ?? trace;
      },
    });
    await runtime.accept(chat.next(text, clock.now()));
    await runtime.drain();

    return {
      steps: places.map((place) => {
        const { slug } = place.row;
        return toStep(place, {
          run: late.has(slug) ? undefined : trace?.runs.find(({ plugin }) => plugin === slug),
          sent: sent.get(slug) ?? [],
          askedNetwork: askedNetwork.has(slug),
        });
      }),
      handled_by: trace?.handledBy ?? null,
      error: trace?.error ?? null,
      is_complete: late.size === 0,
    };
  }

  return {
    admit: (userId) => limiter.take(hostRateLimitKeyOf("dry-runs", userId), RATE),
    run: (userId, botId, text) => slots.run(userId, () => run(userId, botId, text)),
  };
}

/** Refuses `fetch` of sandboxed and of built-in plugins before it is performed. */
function refuseNetwork(onAsked: () => void): HostCallInterceptor {
  return async (operation, _args, execute) => {
    if (operation !== "fetch") return execute();
    onAsked();
    throw new BotwrightError("fetch is not available: a dry run reaches no network", {
      code: "FETCH_UNAVAILABLE",
    });
  };
}
