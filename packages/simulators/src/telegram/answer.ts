import { type TelegramObject } from "./wire.ts";

/** A refusal in the platform's form. */
export class WireError extends Error {
  /** HTTP status and `error_code`. */
  readonly status: number;
  /** `parameters` of the answer. */
  readonly parameters: TelegramObject | undefined;

  constructor(status: number, text: string, parameters?: TelegramObject) {
    super(describe(status, text));
    this.status = status;
    this.parameters = parameters;
  }
}

/** A result with a `description` next to it. */
export class Described {
  readonly result: unknown;
  readonly description: string;

  constructor(result: unknown, description: string) {
    this.result = result;
    this.description = description;
  }
}

/** 400, the answer to nearly all mistakes of a bot. */
export function badRequest(text: string): WireError {
  return new WireError(400, text);
}

/** 429 with the seconds to wait. */
export function tooManyRequests(retryAfter: number): WireError {
  return new WireError(429, `Too Many Requests: retry after ${retryAfter}`, {
    retry_after: retryAfter,
  });
}

const PREFIXES: ReadonlyMap<number, string> = new Map([
  [400, "Bad Request"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
]);

/** The server's rule for texts: the prefix of the status, then the text with a lower-case first letter. */
function describe(status: number, text: string): string {
  const prefix = PREFIXES.get(status);
  if (prefix === undefined || text.startsWith(prefix)) return text;
  // Constants such as PHOTO_INVALID_DIMENSIONS keep their capitals.
  const constant = /^.[_A-Z]/.test(text);
  return `${prefix}: ${constant ? text : text.charAt(0).toLowerCase() + text.slice(1)}`;
}
