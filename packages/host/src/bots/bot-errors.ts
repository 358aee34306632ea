import {
  BotwrightError,
  type BotwrightErrorOptions,
  type LocalizedText,
  QuotaError,
} from "@botwright/core";

/** Why a bot cannot be bound, changed or reached. */
export type BotErrorCode =
  /** There is no such bot, or it is another account's. */
  | "BOT_NOT_FOUND"
  /** The host has a bot for this account of the platform already. */
  | "BOT_ALREADY_BOUND"
  /** The account has as many bots as it may have. */
  | "BOT_LIMIT"
  /** So many bots of the account are being bound that no other one can be tested. */
  | "BINDING_BUSY"
  /** The platform knows the credentials, and does not accept them. */
  | "BOT_UNAUTHORIZED"
  /** The platform accepts the credentials, and lacks a permission. */
  | "BOT_FORBIDDEN"
  /** The platform refuses the bot for another reason. */
  | "BOT_REFUSED"
  /** The platform cannot be reached from the host. */
  | "PLATFORM_UNREACHABLE"
  /** The platform has not answered in time. */
  | "PLATFORM_TIMED_OUT"
  /** No bot of this platform can be bound on this host. */
  | "PLATFORM_UNSUPPORTED"
  /** A bot of this platform is bound by a login. */
  | "LOGIN_REQUIRED"
  /** There is no such login, or it is another account's. */
  | "LOGIN_NOT_FOUND"
  /** So many logins are under way that no other one begins. */
  | "LOGIN_LIMIT";

/** What the owner of a bot reads when its platform refuses it. */
export interface Refusal {
  /** What the owner does about it. */
  readonly advice: LocalizedText;
  /** What the platform itself says, in its own language. */
  readonly said: string;
}

/** A platform refuses the bot; the message is {@link Refusal} in English. */
export class BotRefusedError extends BotwrightError {
  readonly refusal: Refusal;

  constructor(message: string, options: BotwrightErrorOptions & { readonly refusal: Refusal }) {
    super(message, options);
    this.refusal = options.refusal;
  }
}

/** Those that go away when something else ends. */
const QUOTAS: ReadonlySet<BotErrorCode> = new Set(["BOT_LIMIT", "BINDING_BUSY", "LOGIN_LIMIT"]);

/** Makes the error of a bot; the message is for its owner. */
export function botError(code: BotErrorCode, message: string, cause?: unknown): BotwrightError {
  return QUOTAS.has(code)
    ? new QuotaError(message, { code, cause })
    : new BotwrightError(message, { code, cause });
}

/** The error of a bot that is not there, or is another account's. */
export function botNotFound(): BotwrightError {
  return botError("BOT_NOT_FOUND", "there is no such bot");
}
