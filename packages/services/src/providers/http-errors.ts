import { shortenRedacted } from "@botwright/core";
import { ProviderError, type ProviderErrorCode } from "../errors.ts";
import { redact } from "./api-key.ts";
import { member } from "./wire.ts";

/** Options of {@link answerError}. */
export interface AnswerErrorOptions {
  readonly name: string;
  readonly secret: string | undefined;
  /** Milliseconds since 1970, for dates in `Retry-After`. */
  readonly now: number;
}

/** Maximum length of the provider's message in an error, in UTF-16 units. */
const SHOWN = 200;

/** Creates the error of an unsuccessful answer. */
export function answerError(
  { status, headers }: Response,
  body: string,
  { name, secret, now }: AnswerErrorOptions,
): ProviderError {
  const [code, advice] = meaningOf(status);
  const said = repeatsWords({ status }) ? wordsOf(body, secret) : undefined;
  const shown = said === undefined ? "" : ` (${said})`;
  const retryAfterMs = code === "PROVIDER_RATE_LIMITED" ? waitOf(headers, now) : undefined;
  return new ProviderError(`${name} answered with status ${status}: ${advice}${shown}`, {
    code,
    retryAfterMs,
    providerMessage: said,
  });
}

/**
 * Whether the error repeats the provider's message: only when the provider refuses the request itself, because other
 * messages may contain parts of the key.
 */
export function repeatsWords({ status }: Pick<Response, "status">): boolean {
  const [code] = meaningOf(status);
  return code === "PROVIDER_REFUSED";
}

function meaningOf(status: number): readonly [ProviderErrorCode, string] {
  if (status === 401 || status === 403) {
    return ["PROVIDER_UNAUTHORIZED", "it refuses the key; check that it is right and may do this"];
  }
  if (status === 402) return ["PROVIDER_FAILED", "the host's account there has to be topped up"];
  if (status === 429) return ["PROVIDER_RATE_LIMITED", "it is asked too often; try again later"];
  if (status === 408 || status >= 500) return ["PROVIDER_FAILED", "it failed; try again later"];
  if (status < 400) {
    return ["PROVIDER_INVALID_ANSWER", "it leads elsewhere; check the base URL"];
  }
  return ["PROVIDER_REFUSED", "it refuses this request"];
}

/** Reads the message of an error answer in OpenAI's format, which most other servers use too. */
function wordsOf(body: string, secret: string | undefined): string | undefined {
  const text = findMessage(body);
  if (text === undefined) return undefined;
  const shown = shortenRedacted(text, SHOWN, {
    redact: (part) => redact(part, secret),
    longest: () => secret?.length ?? 0,
  });
  return shown.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ");
}

function findMessage(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const error = member(value, "error") ?? value;
    const message = typeof error === "string" ? error : member(error, "message");
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Reads `Retry-After`, given in seconds or as a date, and returns milliseconds. */
function waitOf(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  // Some servers give parts of a second, which `Date.parse` takes for a day of a month.
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
