import {
  BotwrightError,
  type BotwrightErrorOptions,
  type LocalizedText,
  QuotaError,
} from "@botwright/core";

/** Why a bot cannot be bound, changed or reached. */
export type BotErrorCode =
  /** There is no such bot, or it belongs to another account. */
  | "BOT_NOT_FOUND"
  /** A bot of this host is bound to this account of the platform already. */
  | "BOT_ALREADY_BOUND"
  /** The account has as many bots as an account may have. */
  | "BOT_LIMIT"
  /** As many connections of the account are being tested as may be at once. */
  | "BINDING_BUSY"
  /** The platform rejects the credentials. */
  | "BOT_UNAUTHORIZED"
  /** The platform accepts the credentials, but the bot lacks a permission. */
  | "BOT_FORBIDDEN"
  /** The platform refuses the bot for another reason. */
  | "BOT_REFUSED"
  /** The platform cannot be reached from the host. */
  | "PLATFORM_UNREACHABLE"
  /** The platform has not answered in time. */
  | "PLATFORM_TIMED_OUT"
  /** No bot of this platform can be bound on this host. */
  | "PLATFORM_UNSUPPORTED"
  /** Bots of this platform can be bound only by a login. */
  | "LOGIN_REQUIRED"
  /** There is no such login, or it belongs to another account. */
  | "LOGIN_NOT_FOUND"
  /** As many logins are under way as may be at once. */
  | "LOGIN_LIMIT";

/** What the owner of a bot reads when its platform refuses it. */
export interface Refusal {
  /** What the owner can do about it. */
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

/** Codes of quotas: the same request succeeds when another bot, test or login has ended. */
const QUOTAS: ReadonlySet<BotErrorCode> = new Set(["BOT_LIMIT", "BINDING_BUSY", "LOGIN_LIMIT"]);

/** Makes the error of a bot; the message is for its owner. */
export function botError(code: BotErrorCode, message: string, cause?: unknown): BotwrightError {
  return QUOTAS.has(code)
    ? new QuotaError(message, { code, cause })
    : new BotwrightError(message, { code, cause });
}

/** The error for a bot that does not exist or belongs to another account. */
export function botNotFound(): BotwrightError {
  return botError("BOT_NOT_FOUND", "there is no such bot");
}
