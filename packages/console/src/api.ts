import type { HostApi } from "@botwright/host/api";
import { hc } from "hono/client";

/** The host has answered with an error. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The findings in a plugin that was refused. */
  readonly findings: readonly unknown[];
  /** The refusal of a bot by its platform; `undefined` for other errors. */
  readonly refusal: unknown;

  constructor(
    status: number,
    message: string,
    code: string,
    findings: readonly unknown[] = [],
    refusal?: unknown,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.findings = findings;
    this.refusal = refusal;
  }
}

/** Called when the session has ended, so that the page asks for a login. */
let onLoggedOut: () => void = () => {};

/** Sets the function that is called when a request finds no session any more. */
export function whenLoggedOut(handler: () => void): void {
  onLoggedOut = handler;
}

/** The host's endpoints, with their types. */
export const api: Client["api"] = hc<HostApi>(location.origin).api;

type Client = ReturnType<typeof hc<HostApi>>;

/** An answer of an endpoint. */
interface Answer<T> {
  readonly ok: boolean;
  readonly status: number;
  json(): Promise<T>;
  text(): Promise<string>;
}

/**
 * Reads an answer.
 *
 * @throws {ApiError} with the host's message
 * @example
 * const { items } = await read(api.admin.users.$get({ query: {} }));
 */
export async function read<T>(asked: Promise<Answer<T>>): Promise<T> {
  return (await succeed(asked)).json();
}

/**
 * Sends a request whose answer has no body.
 *
 * @throws {ApiError} with the host's message
 * @example
 * await send(api.bots[":id"].$delete({ param: { id: "1" } }));
 */
export async function send(asked: Promise<Answer<unknown>>): Promise<void> {
  await succeed(asked);
}

async function succeed<T>(asked: Promise<Answer<T>>): Promise<Answer<T>> {
  const answer = await asked.catch((cause: unknown) => {
    throw new ApiError(0, "The host cannot be reached.", "OFFLINE", [cause]);
  });
  if (answer.ok) return answer;
  const body: unknown = await answer.text().then(parse);
  const { error, code, findings, refusal } = Object(body);
  if (answer.status === 401) onLoggedOut();
  throw new ApiError(
    answer.status,
    typeof error === "string" ? error : `HTTP ${answer.status}`,
    typeof code === "string" ? code : "HTTP",
    Array.isArray(findings) ? findings : [],
    refusal,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
