import {
  describeError,
  isBotwrightError,
  isInfrastructureError,
  type Logger,
} from "@botwright/core";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { BotRefusedError, type Refusal } from "../bots/bot-errors.ts";
import { type ErrorStatus, HttpError, STATUS_BY_CODE } from "./http-error.ts";
import type { HostEnv } from "./host-env.ts";

/** The body of every error response. */
export interface ErrorBody {
  /** What is wrong, and what to do. */
  readonly error: string;
  /** The error's code, which stays the same between releases. */
  readonly code: string;
  /** For a plugin that was refused: the findings in its file. */
  readonly findings?: readonly unknown[];
  /** For a bot that its platform refused: what the owner can do, and what the platform says. */
  readonly refusal?: Refusal;
}

/** Makes Hono's error handler. It logs errors that are not the client's fault, and hides their details. */
export function answerError(logger: Logger) {
  return (thrown: Error, c: Context<HostEnv>): Response => {
    const { status, body, retryAfter } = describe(thrown, c.get("requestId"));
    if (status >= 500) {
      logger.error("a request failed", {
        requestId: c.get("requestId"),
        method: c.req.method,
        path: c.req.path,
        ...describeError(thrown),
      });
    }
    if (retryAfter !== undefined) c.header("Retry-After", String(retryAfter));
    return c.json(body, status);
  };
}

/** Seconds after which a client may try again when a part of the host is busy. */
const BUSY_SECONDS = 30;

interface Described {
  readonly status: ErrorStatus;
  readonly body: ErrorBody;
  readonly retryAfter?: number | undefined;
}

function describe(thrown: unknown, requestId: string): Described {
  if (thrown instanceof HttpError) {
    const { status, message, code, retryAfter } = thrown;
    return { status, body: { error: message, code }, retryAfter };
  }
  if (thrown instanceof HTTPException) {
    return { status: 400, body: { error: thrown.message, code: "INVALID_REQUEST" } };
  }
  if (isBotwrightError(thrown)) {
    const { message, code } = thrown;
    const status = STATUS_BY_CODE[code];
    const findings: unknown = Reflect.get(thrown, "findings");
    const body = {
      error: message,
      code,
      ...(Array.isArray(findings) && { findings }),
      ...(thrown instanceof BotRefusedError && { refusal: thrown.refusal }),
    };
    const retryAfter = status === 429 || status === 503 ? BUSY_SECONDS : undefined;
    if (status !== undefined) return { status, body, retryAfter };
  }
  if (isInfrastructureError(thrown)) {
    const error = "the host cannot reach its database: try again later";
    return { status: 503, body: { error, code: "UNAVAILABLE" }, retryAfter: 5 };
  }
  const error = `the host failed at this request: tell its administrator the id ${requestId}`;
  return { status: 500, body: { error, code: "INTERNAL" } };
}
