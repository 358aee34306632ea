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

/** One value of a bot's credentials: a row of a form, and a column of a table. */
export interface BindingField {
  /** The name in the specification, in forms and in storage, such as `app_id`. */
  readonly name: string;
  readonly label: LocalizedText;
  /** Where a user finds the value. */
  readonly help: LocalizedText;
  /** Whether the value is secret: no page shows it, no log contains it, and it is stored encrypted. */
  readonly secret: boolean;
  /** Whether a bot cannot be bound without it. */
  readonly required: boolean;
  /** A regular expression that must match the whole value, like the `pattern` of an HTML input. @default any text */
  readonly pattern?: string;
  /** A value of the right form, for use as a placeholder. */
  readonly example?: string;
  /**
   * Generates a value that the operator may choose, such as the Token of a WeCom callback, which the user then copies
   * to the platform's console.
   */
  readonly generate?: () => string;
}

/**
 * The credentials of a bot: texts by field name, such as `{ app_id, app_secret }`. Names of no field are ignored. The
 * type is any object, because credentials come from forms and tables; the binding checks them.
 */
export type BindingCredentials = object;

/** The options of every adapter besides its credentials; each platform's options extend it. */
export interface AdapterOptions {
  /** Base URL of the platform's API. @default the platform's own */
  apiBase?: string;
  /** Stores what the adapter must not lose when it restarts: see its README. @default in memory */
  state?: AdapterState;
  /** @default nothing is logged */
  logger?: Logger;
  /** @default the machine's */
  clock?: Clock;
  /** Timeout of one API call, in milliseconds; uploads and downloads have more. @default 30_000 */
  requestTimeoutMs?: number;
}

/** A step of a login. `confirmed` and `refused` are the last ones. */
export type LoginState =
  | LoginPrompt
  /** The credentials of the bot, by the names of the binding's fields. Store them like a password. */
  | { readonly state: "confirmed"; readonly credentials: Readonly<Record<string, string>> }
  | ({ readonly state: "refused" } & PlatformRefusal);

/** Options of {@link PlatformBinding.login}. */
export interface LoginOptions extends Omit<AdapterOptions, "state"> {
  /** Cancels the login: the stream then rejects with `NETWORK_ABORTED`. */
  readonly signal?: AbortSignal;
  /** Secrets of the host's other bots on this platform, so that no bot is bound twice. @default none */
  readonly knownTokens?: readonly string[];
}

/**
 * How a bot receives messages: it sends requests that the platform holds open (`"long-polling"`), it opens a socket
 * (`"long-connection"`), or the platform calls a public URL of the host (`"callback"`).
 */
export type Transport = "long-polling" | "long-connection" | "callback";

/**
 * How a bot receives by callback, on a platform that offers other transports too.
 *
 * @example
 * const options = binding.callback.options(credentials, "https://bots.example.com/callbacks/7");
 * const adapter = binding.createAdapter(credentials, { ...options, state });
 */
export interface CallbackBinding<Options extends AdapterOptions = AdapterOptions> {
  /** The credentials that the callback needs in addition to the fields of the binding. */
  readonly fields: readonly BindingField[];
  /**
   * Creates the adapter options for the callback.
   *
   * @param url the public URL that leads to `adapter.handleRequest`
   * @throws {InvalidInputError} `INVALID_INPUT` naming the field that is missing or has the wrong form
   */
  options(credentials: BindingCredentials, url: string): Options;
}

/**
 * Describes the credentials of one platform and creates its adapters. Hosts, consoles and tools read it, so that
 * none of them has to know the platforms' credentials by name.
 *
 * @example
 * for (const { name, label } of binding.fields) form.add(name, label.en);
 * const adapter = binding.createAdapter({ token: "12:abc" }, { state, logger });
 */
export interface PlatformBinding<Options extends AdapterOptions = AdapterOptions> {
  readonly platform: Platform;
  /** The platform's display name. */
  readonly label: LocalizedText;
  /** The supported transports; the first one is used unless the options say otherwise. */
  readonly transports: readonly Transport[];
  /**
   * The `capabilities.textLimits` of every adapter of this binding, for a host that splits texts like the platform's
   * adapter without having a bot.
   */
  readonly textLimits: readonly TextLimit[];
  /**
   * The credentials of a bot. When the binding has a {@link login}, the login returns these values, and the user is
   * not asked for them.
   */
  readonly fields: readonly BindingField[];
  /** Present when `transports` has callbacks and another transport. @default the first transport is the only one */
  readonly callback?: CallbackBinding<Options>;
  /**
   * Returns the platform account to which the credentials belong. It is not secret. Two bots of one account would
   * take each other's messages.
   *
   * @throws {InvalidInputError} like `createAdapter`
   * @example
   * telegramBinding.accountOf({ token: "123456789:AAE-x1" }); // "123456789"
   */
  accountOf(credentials: BindingCredentials): string;
  /**
   * Creates the adapter of a bot. It connects when it is started.
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
