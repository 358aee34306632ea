import type { RateDecision } from "@botwright/services";
import type { Context, MiddlewareHandler } from "hono";
import { addressGroup } from "../ai-proxy/address-group.ts";
import { bodies, queries } from "../generated/http.ts";
import { type Audience, tooMany } from "./gate.ts";
import type { HostEnv } from "./host-env.ts";
import type { Answers, Bodies, Queries } from "./http-types.ts";
import { readJsonBody, readQuery } from "./read-input.ts";

/** What an endpoint takes and answers; the OpenAPI document is made of it. */
export interface EndpointOptions<B extends keyof Bodies, Q extends keyof Queries> {
  /** One line. */
  readonly summary: string;
  /** Who may use it. @default "user" */
  readonly audience?: Audience;
  /**
   * Counts the request beyond what is counted of all requests, before its input is read: one that is wrong
   * counts too.
   */
  readonly admit?: (c: Context<HostEnv>) => Promise<RateDecision>;
  /** The JSON body's type. */
  readonly body?: B;
  /** Bytes of the body. @default 65,536 */
  readonly maxBytes?: number;
  readonly query?: Q;
  /** The answer's type; `null` for an empty one, with status 204. */
  readonly answer: keyof Answers | null;
  /** @default 200, or 204 */
  readonly status?: 200 | 201 | 202;
  /** The media type of the answer. @default "application/json" */
  readonly type?: string;
  /** The codes of its own errors; those of all endpoints are added. */
  readonly errors?: readonly string[];
}

/** An endpoint as the document shows it. */
export type EndpointDescription = EndpointOptions<keyof Bodies, keyof Queries>;

/** The types of a validated request, for Hono. */
interface Input<B extends keyof Bodies, Q extends keyof Queries> {
  in: Part<B, "json", Bodies[B]> & Part<Q, "query", QueryTexts<Queries[Q]>>;
  out: Part<B, "json", Bodies[B]> & Part<Q, "query", Queries[Q]>;
}

/** A part of the input, if the endpoint has it. */
type Part<Name, Key extends string, T> = { [K in [Name] extends [never] ? never : Key]: T };

/** A query as a client writes it. */
type QueryTexts<T> = { [K in keyof T]: undefined extends T[K] ? string | undefined : string };

const descriptions = new WeakMap<object, EndpointDescription>();

/**
 * The first handler of every endpoint: says what it is, lets in who may use it, and reads its input.
 *
 * @example
 * new Hono<HostEnv>().post(
 *   "/api/plugins/submit",
 *   endpoint({ summary: "Submit a plugin", body: "SubmitPlugin", answer: "PluginRecord", status: 201 }),
 *   async (c) => c.json(await publication.submit(c.var.principal.id, c.req.valid("json")), 201),
 * );
 */
export function endpoint<B extends keyof Bodies = never, Q extends keyof Queries = never>(
  options: EndpointOptions<B, Q>,
): MiddlewareHandler<HostEnv, string, Input<B, Q>> {
  const { audience = "user", admit, body, query, maxBytes } = options;
  const handler: MiddlewareHandler<HostEnv, string, Input<B, Q>> = async (c, next) => {
    const { gate, address } = c.var;
    // Before the session is looked up: who guesses tokens is counted too.
    await gate.count(`requests/address/${addressGroup(address)}`);
    if (audience !== "anyone") {
      const principal = await gate.authenticate(c.req.raw.headers, audience);
      c.set("principal", principal);
      addCookies(c, principal.setCookies);
    }
    const decision = await admit?.(c);
    if (decision?.allowed === false) throw tooMany(decision.retryAfterMs);
    if (query !== undefined) c.req.addValidatedData("query", readQuery(c, queries[query]));
    if (body !== undefined) {
      c.req.addValidatedData("json", await readJsonBody(c, bodies[body], maxBytes));
      // A client may send a body as slowly as it likes, and have lost its session or role by the end of it.
      if (audience !== "anyone") {
        c.set("principal", await gate.authenticate(c.req.raw.headers, audience));
      }
    }
    return next();
  };
  descriptions.set(handler, options);
  return handler;
}

/** Adds cookies to the answer. */
export function addCookies(c: Context, cookies: readonly string[] = []): void {
  for (const cookie of cookies) c.header("Set-Cookie", cookie, { append: true });
}

/** The description with which {@link endpoint} made a handler. */
export function descriptionOf(handler: object): EndpointDescription | undefined {
  return descriptions.get(handler);
}
