import type { LocalizedText } from "../types/localized-text.ts";
import type { Platform } from "../types/platform.ts";
import type {
  AdapterState,
  LoginPrompt,
  PlatformAdapter,
  PlatformRefusal,
  TextLimit,
} from "./adapter.ts";
import type { Clock } from "./clock.ts";
import type { Logger } from "./logger.ts";

/** One value that a bot is bound with: a row of a form, and a column of a table. */
export interface BindingField {
  /** The name in the specification, in forms and in storage, such as `app_id`. */
  readonly name: string;
  readonly label: LocalizedText;
  /** Where a user finds the value. */
  readonly help: LocalizedText;
  /** A secret is shown by no page, kept encrypted, and written to no log. */
  readonly secret: boolean;
  /** Whether a bot cannot be bound without it. */
  readonly required: boolean;
  /** A regular expression that the whole value matches, as the `pattern` of an HTML input. @default any text */
  readonly pattern?: string;
  /** A value of the right form, for a placeholder. */
  readonly example?: string;
  /**
   * Makes a value where the operator chooses it, such as the Token of a WeCom callback: the user
   * copies it to the platform's console.
   */
  readonly generate?: () => string;
}

/**
 * What a bot is bound with: texts by the names of the fields, such as `{ app_id, app_secret }`.
 * Names that no field has are ignored. It is any object, because it comes from forms and tables:
 * the binding checks it.
 */
export type BindingCredentials = object;

/** What every adapter can be given besides its credentials; each platform's options extend it. */
export interface AdapterOptions {
  /** Where the platform's API is. @default the platform's own */
  apiBase?: string;
  /** Keeps over restarts what the adapter must not lose: see its README. @default in memory */
  state?: AdapterState;
  /** @default nothing is logged */
  logger?: Logger;
  /** @default the machine's */
  clock?: Clock;
  /** For one call, in milliseconds; uploads and downloads have more. @default 30_000 */
  requestTimeoutMs?: number;
}

/** A step of a login. `confirmed` and `refused` are the last ones. */
export type LoginState =
  | LoginPrompt
  /** What the bot is bound with, by the names of the binding's fields. Keep it like a password. */
  | { readonly state: "confirmed"; readonly credentials: Readonly<Record<string, string>> }
  | ({ readonly state: "refused" } & PlatformRefusal);

/** Options of {@link PlatformBinding.login}. */
export interface LoginOptions extends Omit<AdapterOptions, "state"> {
  /** Gives the login up: the stream then rejects with `NETWORK_ABORTED`. */
  readonly signal?: AbortSignal;
  /** Secrets of the host's other bots of this platform, so that none is bound twice. @default none */
  readonly knownTokens?: readonly string[];
}

/**
 * How messages come to a bot: it asks and the platform holds the request (`"long-polling"`), it opens a
 * socket (`"long-connection"`), or the platform calls a public address of the host (`"callback"`).
 */
export type Transport = "long-polling" | "long-connection" | "callback";

/**
 * How a bot receives by callback, on a platform where it need not.
 *
 * @example
 * const options = binding.callback.options(credentials, "https://bots.example.com/callbacks/7");
 * const adapter = binding.createAdapter(credentials, { ...options, state });
 */
export interface CallbackBinding<Options extends AdapterOptions = AdapterOptions> {
  /** What the bot is bound with besides the fields of its binding. */
  readonly fields: readonly BindingField[];
  /**
   * The options of the adapter.
   *
   * @param url the public address that leads to `adapter.handleRequest`
   * @throws {InvalidInputError} `INVALID_INPUT` naming the field that is missing or has the wrong form
   */
  options(credentials: BindingCredentials, url: string): Options;
}

/**
 * How a bot of one platform is bound. Hosts, consoles and tools read it, so that none of them knows
 * the platforms' credentials by name.
 *
 * @example
 * for (const { name, label } of binding.fields) form.add(name, label.en);
 * const adapter = binding.createAdapter({ token: "12:abc" }, { state, logger });
 */
export interface PlatformBinding<Options extends AdapterOptions = AdapterOptions> {
  readonly platform: Platform;
  /** The platform's name for people. */
  readonly label: LocalizedText;
  /** How messages can come; the first is used unless the options say otherwise. */
  readonly transports: readonly Transport[];
  /**
   * The `capabilities.textLimits` of every adapter of this binding, for a host that splits texts as the
   * platform does without a bot that is bound.
   */
  readonly textLimits: readonly TextLimit[];
  /**
   * What a bot is bound with. Where the binding has a {@link login}, the login gives these values,
   * and a user is not asked for them.
   */
  readonly fields: readonly BindingField[];
  /** Where `transports` has a choice that includes callbacks. @default the first transport is the only one */
  readonly callback?: CallbackBinding<Options>;
  /**
   * Names the account at the platform that the credentials belong to, which is no secret: two bots with
   * the same one would take each other's messages.
   *
   * @throws {InvalidInputError} as `createAdapter`
   * @example
   * telegramBinding.accountOf({ token: "123456789:AAE-x1" }); // "123456789"
   */
  accountOf(credentials: BindingCredentials): string;
  /**
   * Makes the adapter of a bot. It connects when it is started.
   *
   * @throws {InvalidInputError} `INVALID_INPUT` naming the field that is missing or has the wrong form
   */
  createAdapter(credentials: BindingCredentials, options?: Options): PlatformAdapter;
  /**
   * Logs a bot in by QR codes.
   *
   * @throws {NetworkError} when the platform cannot be reached, `NETWORK_ABORTED` by the signal
   * @example
   * for await (const step of binding.login({ signal })) {
   *   if (step.state === "waiting") draw(step.qr);
   *   if (step.state === "confirmed") await keep(step.credentials);
   * }
   */
  login?(options?: LoginOptions): AsyncIterable<LoginState>;
}
