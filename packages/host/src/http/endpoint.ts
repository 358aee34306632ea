import type { RateDecision } from "@botwright/services";
import type { Context, MiddlewareHandler } from "hono";
import { addressGroup } from "../ai-proxy/address-group.ts";
import { bodies, queries } from "../generated/http.ts";
import { type Audience, tooMany } from "./gate.ts";
import type { HostEnv } from "./host-env.ts";
import type { Answers, Bodies, Queries } from "./http-types.ts";
import { readJsonBody, readQuery } from "./read-input.ts";

/** The input and the answer of an endpoint; the OpenAPI document is made from it. */
export interface EndpointOptions<B extends keyof Bodies, Q extends keyof Queries> {
  /** What the endpoint does, in one line. */
  readonly summary: string;
  /** Who may use the endpoint. @default "user" */
  readonly audience?: Audience;
  /**
   * Counts the request for a limit of this endpoint, before its input is read, so that invalid requests count too. In
   * addition, the gate counts the requests to all endpoints.
   */
  readonly admit?: (c: Context<HostEnv>) => Promise<RateDecision>;
  /** The name of the JSON body's type. */
  readonly body?: B;
  /** The most bytes of the body. @default 65,536 */
  readonly maxBytes?: number;
  readonly query?: Q;
  /** The name of the answer's type; `null` for an empty answer with status 204. */
  readonly answer: keyof Answers | null;
  /** The status of a successful answer. @default 200; 204 if `answer` is `null` */
  readonly status?: 200 | 201 | 202;
  /** The media type of the answer. @default "application/json" */
  readonly type?: string;
  /** The codes of errors that are specific to this endpoint. */
  readonly errors?: readonly string[];
}

/** The options of any endpoint, for the OpenAPI document. */
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
 * Makes the first handler of every endpoint: it describes the endpoint, authorizes the client, and reads the input.
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
    // Counted before the session is looked up, so that guesses of tokens count too.
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
      // Authenticated again: the body may have arrived slowly, and the session or role may have ended meanwhile.
      if (audience !== "anyone") {
        c.set("principal", await gate.authenticate(c.req.raw.headers, audience));
      }
    }
    return next();
  };
  descriptions.set(handler, options);
  return handler;
}

/** Adds cookies to the response. */
export function addCookies(c: Context, cookies: readonly string[] = []): void {
  for (const cookie of cookies) c.header("Set-Cookie", cookie, { append: true });
}

/** The options with which {@link endpoint} made a handler. */
export function descriptionOf(handler: object): EndpointDescription | undefined {
  return descriptions.get(handler);
}
