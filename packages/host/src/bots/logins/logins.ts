import {
  type AdapterOptions,
  BotwrightError,
  describeError,
  InvalidInputError,
  type Logger,
  type Platform,
  type PlatformBinding,
  silentLogger,
} from "@botwright/core";
import type { Secrets } from "@botwright/services";
import type { Database } from "../../database/open-database.ts";
import type { NodeLease } from "../../node-lease.ts";
import { botError } from "../bot-errors.ts";
import type { Bots } from "../bots.ts";
import { type LoginRecord, type StoredLogin, toFailed, toStored } from "./login-record.ts";
import { createLoginStore, LOGINS_CHANNEL, tooManyLogins } from "./login-store.ts";

/** Options of {@link createLogins}. */
export interface LoginsOptions {
  readonly database: Database;
  /** The lease of this node, for its id. */
  readonly lease: Pick<NodeLease, "id">;
  readonly bots: Pick<Bots, "get" | "bindLogin">;
  /** The instance that seals the bots' credentials. */
  readonly secrets: Secrets;
  readonly bindings: Partial<Readonly<Record<Platform, PlatformBinding>>>;
  /** Further options of adapters, the same as for the bots. @default none */
  readonly adapterOptions?: (bot: { userId: number; platform: Platform }) => AdapterOptions;
  /** Logins of one account that may run at once. @default 3 */
  readonly maxOfAccount?: number;
  /** Logins of this node that may run at once. @default 200 */
  readonly maxOfNode?: number;
  /** Milliseconds after which a login expires. @default 600_000 */
  readonly loginMs?: number;
  readonly logger?: Logger;
}

/** Logins by QR code, by which accounts bind bots. */
export interface Logins {
  /**
   * Begins a login, which continues after this call. When the person has confirmed it, the host binds a new bot, or
   * gives the bot `botId` the new session.
   *
   * @throws {BotwrightError} `PLATFORM_UNSUPPORTED`, `LOGIN_LIMIT`, `BOT_NOT_FOUND`
   */
  start(userId: number, platform: Platform, botId?: number): Promise<LoginRecord>;
  /** @throws {BotwrightError} `LOGIN_NOT_FOUND` */
  get(userId: number, id: string): Promise<LoginRecord>;
  /** Yields the login now and after each change, until it has ended. @throws as `get` */
  watch(userId: number, id: string, signal: AbortSignal): AsyncIterable<LoginRecord>;
  /**
   * Passes the digits that the phone shows to the login.
   *
   * @throws {BotwrightError} `LOGIN_NOT_FOUND`, `LOGIN_NEEDS_NO_CODE`
   * @throws {InvalidInputError} `INVALID_INPUT`
   */
  submit(userId: number, id: string, code: string): Promise<void>;
  /** Cancels a login. @throws {BotwrightError} `LOGIN_NOT_FOUND` */
  cancel(userId: number, id: string): Promise<void>;
  /** Ends the logins of this node. */
  close(): Promise<void>;
}

/** The channel for commands to the node that runs a login: a `Command` as JSON. */
const COMMANDS = "bot_login_commands";

interface Command {
  readonly id: string;
  /** The digits to pass to the login; absent: cancel the login. */
  readonly code?: string;
}

interface Run {
  readonly controller: AbortController;
  readonly done: Promise<void>;
  submit?: (code: string) => void;
}

/**
 * Logs bots in. The node that began a login runs it and writes each state to the database, so that every node can
 * report it. Other nodes send digits and cancellations to that node by a notification. If that node ends, the login has
 * failed, and the person must begin another one.
 */
export function createLogins(options: LoginsOptions): Logins {
  const { database, lease, bots, secrets, bindings, adapterOptions } = options;
  const { maxOfAccount = 3, maxOfNode = 200, loginMs = 600_000 } = options;
  const { logger = silentLogger } = options;
  const { notifications } = database;
  const store = createLoginStore({ database, secrets, most: maxOfAccount });
  const runs = new Map<string, Run>();
  /** Logins whose row is being written. */
  let starting = 0;

  const unlisten = notifications.listen(COMMANDS, (payload) => {
    if (payload === "") return;
    const { id, code }: Command = JSON.parse(payload);
    const run = runs.get(id);
    if (code === undefined) run?.controller.abort();
    else run?.submit?.(code);
  });

  /** Runs a login until it ends, and returns its last state. */
  async function follow(
    id: string,
    userId: number,
    binding: PlatformBinding,
    botId: number | null,
    run: Omit<Run, "done">,
  ): Promise<StoredLogin> {
    const { platform } = binding;
    const { signal } = run.controller;
    let last: StoredLogin = { state: "starting" };
    const steps = binding.login?.({
      ...adapterOptions?.({ userId, platform }),
      knownTokens: await store.secretsOfOthers(userId, binding, botId),
      signal,
      logger,
    });
    for await (const step of steps ?? []) {
      if (step.state === "confirmed") {
        const { bot } = await bots
          .bindLogin(userId, platform, step.credentials, botId)
          .catch((error: unknown) => {
            throw new Refused(error);
          });
        return { state: "confirmed", bot_id: bot.id };
      }
      if (step.state === "needs-code") run.submit = step.submit;
      last = toStored(step) ?? last;
      await store.write(id, last, false);
    }
    return last;
  }

  function begin(id: string, userId: number, binding: PlatformBinding, botId: number | null): void {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(TOO_LATE), loginMs);
    timer.unref();
    const run: Omit<Run, "done"> = { controller };
    const done = follow(id, userId, binding, botId, run)
      .catch((error: unknown): StoredLogin => {
        if (error instanceof Refused) return toFailed(error.cause, "refused");
        if (!controller.signal.aborted) return toFailed(error);
        return controller.signal.reason === TOO_LATE
          ? { state: "expired" }
          : { state: "cancelled" };
      })
      .then((last) => writeEnd(id, last))
      .finally(() => {
        clearTimeout(timer);
        runs.delete(id);
      });
    runs.set(id, Object.assign(run, { done }));
  }

  /** Tried again, because a row without an end counts as a login of the account for an hour. */
  async function writeEnd(id: string, last: StoredLogin): Promise<void> {
    for (let left = END_WRITES; left > 0; left--) {
      try {
        await store.write(id, last, true);
        return;
      } catch (error) {
        logger.warn("the end of a login could not be written", describeError(error));
        await new Promise<void>((resolve) => setTimeout(resolve, END_PAUSE_MS));
      }
    }
  }

  async function command(given: Command): Promise<void> {
    await notifications.notify(COMMANDS, JSON.stringify(given));
  }

  return {
    async start(userId, platform, botId) {
      const binding = bindings[platform];
      if (binding?.login === undefined) {
        throw botError("PLATFORM_UNSUPPORTED", `bots of ${platform} are bound without a login`);
      }
      if (botId !== undefined) {
        const bot = await bots.get(userId, botId);
        if (bot.platform !== platform) throw otherPlatform(bot.platform);
      }
      if (runs.size + starting >= maxOfNode) throw tooManyLogins("the host has");
      starting += 1;
      const id = await store
        .add({ userId, platform, botId: botId ?? null, node: lease.id })
        .finally(() => (starting -= 1));
      begin(id, userId, binding, botId ?? null);
      return store.get(userId, id);
    },
    get: store.get,
    async *watch(userId, id, signal) {
      let wake = Promise.withResolvers<void>();
      const onChange = (): void => wake.resolve();
      const unlistenChanges = notifications.listen(LOGINS_CHANNEL, (changed) => {
        if (changed === "" || changed === id) onChange();
      });
      signal.addEventListener("abort", onChange);
      // Polled besides, because a node that dies writes no last state.
      const ticking = setInterval(onChange, POLL_MS);
      ticking.unref();
      let before = "";
      try {
        while (!signal.aborted) {
          wake = Promise.withResolvers();
          const login = await store.get(userId, id);
          const now = JSON.stringify(login);
          if (now !== before) yield login;
          before = now;
          if (login.is_over) return;
          await wake.promise;
        }
      } finally {
        clearInterval(ticking);
        signal.removeEventListener("abort", onChange);
        unlistenChanges();
      }
    },
    async submit(userId, id, code) {
      const { state } = await store.get(userId, id);
      if (state !== "needs-code") throw needsNoCode();
      if (!/^\d{1,12}$/u.test(code)) {
        throw new InvalidInputError("code must be the digits that the phone shows", {
          code: "INVALID_INPUT",
        });
      }
      await command({ id, code });
    },
    async cancel(userId, id) {
      const { is_over } = await store.get(userId, id);
      if (!is_over) await command({ id });
    },
    async close() {
      unlisten();
      const all = [...runs.values()];
      for (const { controller } of all) controller.abort();
      await Promise.all(all.map(({ done }) => done));
    },
  };
}

/** The reason with which a login is aborted that has lasted longer than `loginMs`. */
const TOO_LATE = "too late";
const POLL_MS = 5000;
/** How often the end of a login is tried to be written, while the database cannot be reached. */
const END_WRITES = 5;
const END_PAUSE_MS = 1000;

/** The host refuses to bind the bot that the person has confirmed; `cause` says why. */
class Refused extends Error {
  constructor(cause: unknown) {
    super("refused", { cause });
  }
}

function needsNoCode(): Error {
  return new BotwrightError("the login does not wait for digits", { code: "LOGIN_NEEDS_NO_CODE" });
}

function otherPlatform(platform: Platform): Error {
  return new InvalidInputError(`platform must be the bot's, ${platform}`, {
    code: "INVALID_INPUT",
  });
}
