import { isBotwrightError, isInfrastructureError } from "@botwright/core";
import { SimulatorError } from "@botwright/simulators";

/** The HTTP status of each code. */
const STATUS = {
  CROSS_SITE: 403,
  EMPTY_CHAT: 404,
  INTERNAL_ERROR: 500,
  INVALID_INPUT: 400,
  METHOD_NOT_ALLOWED: 405,
  NO_QR_CODE: 409,
  NOT_FOUND: 404,
  NOT_LOGGED_IN: 409,
  NOT_SCANNED: 409,
  NOT_SIMULATED: 404,
  NOT_KEPT: 404,
  STOPPING: 503,
  TOO_LARGE: 413,
  TOO_MANY: 409,
  UNKNOWN_PLATFORM: 404,
} as const;

/** The stable codes of the errors of the chat page. */
export type ChatPageErrorCode = keyof typeof STATUS;

/** A request that the chat page cannot serve, now or at all. */
export class ChatPageError extends Error {
  override readonly name = "ChatPageError";
  /** The stable code, for programs. */
  readonly code: ChatPageErrorCode;

  constructor(code: ChatPageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Answers an error as JSON `{ error, code }`, with the status of its code. */
export function answerError(thrown: unknown): Response {
  const { code, message } = toPageError(thrown);
  return Response.json({ error: message, code }, { status: STATUS[code] });
}

function toPageError(thrown: unknown): ChatPageError {
  if (thrown instanceof ChatPageError) return thrown;
  const cause = { cause: thrown };
  if (thrown instanceof SimulatorError) {
    const code = thrown.code === "CLOSED" ? "STOPPING" : "INVALID_INPUT";
    return new ChatPageError(code, thrown.message, cause);
  }
  // Such as the error of a storage that refuses a value, or of a validator.
  if (isBotwrightError(thrown)) {
    const code = isInfrastructureError(thrown) ? "INTERNAL_ERROR" : "INVALID_INPUT";
    return new ChatPageError(code, thrown.message, cause);
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new ChatPageError("INTERNAL_ERROR", message, cause);
}
