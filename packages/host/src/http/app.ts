import { type Logger, silentLogger } from "@botwright/core";
import { createMemoryRateLimiter, type RateLimit, type RateLimiter } from "@botwright/services";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import { routePath } from "hono/route";
import { requestId } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";
import type { Metrics } from "../metrics/metrics.ts";
import { answerError, type ErrorBody } from "./answer-error.ts";
import { endpoint } from "./endpoint.ts";
import { API_PAGE_CSS, renderApiPage } from "./api-page.ts";
import { createEventStreams } from "./event-streams.ts";
import { createGate } from "./gate.ts";
import type { HostDomains } from "./host-domains.ts";
import type { HostEnv } from "./host-env.ts";
import { HttpError } from "./http-error.ts";
import { createOpenApi, describeRoutes } from "./openapi.ts";
import type { OpenApiDocument } from "./openapi-document.ts";
import { assertAddress } from "./read-input.ts";
import { refuseForeignOrigins } from "./refuse-foreign-origins.ts";
import { createSearchQueue, createTraceQueue } from "../queues/read-queues.ts";
import { adminRoutes } from "./routes/admin.ts";
import { aiRoutes } from "./routes/ai.ts";
import { accountRoutes } from "./routes/account.ts";
import { creditRoutes } from "./routes/credits.ts";
import { authRoutes } from "./routes/auth.ts";
import { messageRoutes } from "./routes/messages.ts";
import { botRoutes } from "./routes/bots.ts";
import { installationRoutes } from "./routes/installations.ts";
import { libraryRoutes } from "./routes/library.ts";
import { pluginRoutes } from "./routes/plugins.ts";
import { updateRoutes } from "./routes/updates.ts";
import { servicesRoutes } from "./routes/services.ts";
import { storageRoutes } from "./routes/storage.ts";

/** Options of {@link createHttpApp}. */
export interface HttpAppOptions extends HostDomains {
  /** The URL at which users reach the host, such as `https://bots.example.org`. */
  readonly publicUrl: string;
  /** Counts attempts to log in over all nodes. */
  readonly limiter: RateLimiter;
  readonly adminToken?: string | undefined;
  /** The most requests of one client address on one node. @default 1,200 a minute */
  readonly requests?: RateLimit;
  /** Whether this node can handle requests now. */
  readonly isReady?: () => Promise<boolean>;
  /** Answers requests for URLs that are not part of the interface, such as those of pages. */
  readonly pages?: ((request: Request) => Promise<Response | undefined>) | undefined;
  /** Whether the platforms are simulated (demo), so that their chats are among the pages. @default false */
  readonly simulated?: boolean | undefined;
  readonly logger?: Logger;
}

/** The host's HTTP interface. */
export type HttpApp = ReturnType<typeof createHttpApp>;

/** The type of the Hono app, for the typed client of `@botwright/host/api`. */
export type HostApi = HttpApp["app"];

const REQUESTS: RateLimit = { limit: 1200, windowMs: 60_000 };

/**
 * Creates the HTTP interface: middleware first, then the groups of endpoints, each made by a function of the domains
 * that it needs. `fetch` takes the client's address as its second argument; without it, the address is `unknown`.
 */
export function createHttpApp(options: HttpAppOptions) {
  const { publicUrl, logger = silentLogger, requests = REQUESTS, isReady, metrics } = options;
  const gate = createGate({ ...options, limiter: createMemoryRateLimiter(), requests });
  const traces = createTraceQueue();
  const streams = createEventStreams(options);
  const withSearches = { ...options, searches: createSearchQueue() };
  const root = new Hono<HostEnv>();
  root.onError(answerError(logger));
  root.notFound(async (c) => {
    const page = await options.pages?.(c.req.raw);
    return page ?? c.json({ error: "there is nothing at this address", code: "NOT_FOUND" }, 404);
  });
  root.use(requestId());
  root.use(secureHeaders({ contentSecurityPolicy: CONTENT_SECURITY_POLICY }));
  root.use(async (c, next) => {
    assertAddress(c.req.url);
    c.set("address", c.env?.address ?? "unknown");
    c.set("gate", gate);
    return next();
  });
  if (metrics !== undefined) root.use(observeRequests(metrics));
  root.use(refuseForeignOrigins(publicUrl));
  root.use(methodNotAllowed({ app: root, onMethodNotAllowed: refuseMethod }));

  const app = root
    .get("/healthz", (c) => c.json({ status: "ok" }))
    .get("/readyz", async (c) => {
      if ((await isReady?.()) === false) throw notReady();
      return c.json({ status: "ok" });
    })
    .get("/metrics", async (c) => {
      if (metrics === undefined) return c.notFound();
      return c.body(await metrics.text(), 200, { "Content-Type": metrics.contentType });
    })
    .get(
      "/openapi.json",
      endpoint({ summary: "This document", audience: "anyone", answer: "Document" }),
      (c) => c.json(document()),
    )
    .get("/api", (c) => c.html((page ??= renderApiPage(document()))))
    .get("/api/page.css", (c) => c.body(API_PAGE_CSS, 200, { "Content-Type": "text/css" }))
    .route("/", authRoutes(options))
    .route("/", pluginRoutes(options))
    .route("/", adminRoutes(options))
    .route("/", messageRoutes({ ...withSearches, traces, streams }))
    .route("/", updateRoutes(options))
    .route("/", aiRoutes(options))
    .route("/", servicesRoutes(options))
    .route("/", storageRoutes(withSearches))
    .route("/", creditRoutes(options))
    .route("/", accountRoutes({ ...options, streams }))
    .route("/", botRoutes({ ...options, streams }))
    .route("/", installationRoutes(options))
    .route("/", libraryRoutes(withSearches))
    // The platforms' callbacks. Adapters verify them, so they need no session and do not count as a client's requests.
    .all("/callbacks/:bot_id/*", (c) =>
      options.callbacks.handle(Number(c.req.param("bot_id")), c.req.raw),
    );
  let openapi: OpenApiDocument | undefined;
  /** Rendered once, because rendering takes ten milliseconds and any client may request the page. */
  let page: ReturnType<typeof renderApiPage> | undefined;
  const document = (): OpenApiDocument =>
    (openapi ??= createOpenApi(describeRoutes(app), publicUrl));

  return {
    app,
    /** Answers a request. */
    fetch: async (
      request: Request,
      client: { readonly address?: string | undefined } = {},
    ): Promise<Response> => app.fetch(request, client),
  };
}

function observeRequests(metrics: Metrics): MiddlewareHandler<HostEnv> {
  return async (c, next) => {
    const begun = performance.now();
    await next();
    metrics.onRequest({
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      seconds: (performance.now() - begun) / 1000,
    });
  };
}

const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'self'"],
  imgSrc: ["'self'", "data:"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'self'"],
};

function refuseMethod(c: Context, methods: readonly string[]): Response {
  const allowed = methods.join(", ");
  const body: ErrorBody = { error: `use ${allowed} here`, code: "METHOD_NOT_ALLOWED" };
  return c.json(body, 405, { Allow: allowed });
}

function notReady(): HttpError {
  const message = "this node is starting, stopping or without its database";
  return new HttpError(503, message, { code: "NOT_READY", retryAfter: 5 });
}
