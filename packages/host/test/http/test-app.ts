import { createSandbox, type Sandbox } from "@botwright/sandbox";
import { randomBytes } from "node:crypto";
import { createGuardedFetch } from "@botwright/guarded-fetch";
import { createStorage } from "@botwright/core";
import { createAesSecrets, createMemoryRateLimiter, type RateLimiter } from "@botwright/services";
import { createAuth } from "../../src/auth/auth.ts";
import { createSessionEnds } from "../../src/auth/session-ends.ts";
import { createUsers } from "../../src/auth/users.ts";
import { createHttpApp, type HttpApp, type HttpAppOptions } from "../../src/http/app.ts";
import {
  createBots,
  createCallbacks,
  createCredentials,
  createInstallations,
  createLibrary,
  createLogins,
  startNodeLease,
  createAIProxy,
  createModelNames,
  createSearchLog,
  createServiceConfiguration,
  type DemoProviders,
  installDemo,
  startDemoProviders,
  createChangeFeed,
  createMessageFeed,
  createPublication,
  createRollBack,
  createSafeUpdate,
  type Database,
  createAccounts,
  createCredits,
  createAccountStorage,
  createPostgresKeyValueStore,
  createUsage,
  createTrials,
  createDryRuns,
  createInstalledPlugins,
  createHealth,
} from "../../src/index.ts";
import { createKnownUsers, PASSWORD } from "../known-users.ts";
import { type MessageNode, startMessageNode, TTL_MS } from "../message-node.ts";
import { openTestDatabase } from "../test-database.ts";
import { TEST_BINDINGS } from "./test-bindings.ts";

/** A user with a session. */
export interface Client {
  readonly id: number;
  readonly email: string;
  /** Of the session. */
  readonly token: string;
  /** Sends a request as this user; what is no text becomes a JSON body. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>;
}

/** The HTTP interface over a database of its own. */
export interface TestApp extends AsyncDisposable {
  readonly http: HttpApp;
  /** What `http` was made with. */
  readonly options: HttpAppOptions;
  readonly database: Database;
  readonly sandbox: Sandbox;
  /** Runs bots that a test speaks to. */
  readonly node: MessageNode;
  /** The providers of models and searches. */
  readonly demo: DemoProviders;
  readonly anyone: Pick<Client, "send">;
  readonly admin: Client;
  /** Where neither the sign-up nor the login is what a test is about. */
  addUser(name: string): Promise<Client>;
  signUp(name: string): Promise<Client>;
}

export const PUBLIC_URL = "https://bots.example.org";
/** Signs sessions and links. */
export const AUTH_SECRET: string = "s".repeat(32);
export const ADMIN_TOKEN = "a token for scripts";

/** The table-driven test asks more often than an account may. */
const unlimited: RateLimiter = { take: async () => ({ allowed: true }) };

/** Starts everything that the HTTP interface stands on. */
export async function openTestApp(options: Partial<HttpAppOptions> = {}): Promise<TestApp> {
  const database = await openTestDatabase();
  const sandbox = createSandbox({ workers: 1 });
  const { db } = database;
  const secrets = createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" });
  const limiter = createMemoryRateLimiter();
  const configuration = createServiceConfiguration({ database, secrets });
  const demo = await startDemoProviders();
  await installDemo(configuration, demo);
  // The only server of users that the tests may reach.
  const fetch = createGuardedFetch({ allowedOrigins: [demo.searchBaseUrl] });
  const auth = createAuth({ db, secret: AUTH_SECRET, publicUrl: PUBLIC_URL });
  const users = createUsers({ db, auth, publicUrl: PUBLIC_URL });
  const node = await startMessageNode(database);
  const { messages } = node;
  const ways = { database, db, secrets, bindings: TEST_BINDINGS };
  const lease = await startNodeLease({ db, ttlMs: TTL_MS });
  const bots = createBots(ways);
  const logins = createLogins({ ...ways, lease, bots });
  const runner = { running: new Map(), callbackOf: () => undefined };
  const callbacks = createCallbacks({ ...ways, lease, runner });
  const sessionEnds = createSessionEnds(database);
  const plugins = createInstalledPlugins({ database, sandbox, secrets });
  const all: HttpAppOptions = {
    auth,
    sessionEnds,
    bots,
    logins,
    callbacks,
    installations: createInstallations(ways),
    library: createLibrary({ db }),
    credentials: createCredentials(ways),
    users,
    publication: createPublication({ db, sandbox, limiter: unlimited }),
    messages,
    messageFeed: createMessageFeed({ db, everyMs: 20 }),
    changeFeed: createChangeFeed({ db, everyMs: 20 }),
    safeUpdate: createSafeUpdate({ db, sandbox, messages }),
    rollBack: createRollBack({ db }),
    configuration,
    aiProxy: createAIProxy({ configuration, limiter }),
    modelNames: createModelNames({ limiter: unlimited, fetch }),
    searchLog: createSearchLog({ db }),
    trials: createTrials({ sandbox, limiter: unlimited }),
    dryRuns: createDryRuns({
      db,
      plugins,
      store: createPostgresKeyValueStore(db),
      limiter: unlimited,
    }),
    health: createHealth({ db }),
    accounts: createAccounts({ database, secrets }),
    credits: createCredits({ db }),
    usage: createUsage({ db }),
    accountStorage: createAccountStorage({
      db,
      storage: createStorage({ store: createPostgresKeyValueStore(db) }),
    }),
    publicUrl: PUBLIC_URL,
    limiter,
    adminToken: ADMIN_TOKEN,
    requests: { limit: 100_000, windowMs: 60_000 },
    ...options,
  };
  const http = createHttpApp(all);
  let addresses = 0;

  function client(token?: string): Pick<Client, "send"> {
    return {
      async send(method, path, body, headers) {
        const sent = new Headers(headers);
        if (token !== undefined) sent.set("authorization", `Bearer ${token}`);
        const init: RequestInit = { method, headers: sent };
        if (body !== undefined) {
          init.body = typeof body === "string" ? body : JSON.stringify(body);
          if (!sent.has("content-type")) sent.set("content-type", "application/json");
        }
        addresses += 1;
        const address = `192.0.2.${addresses}`;
        return http.fetch(new Request(new URL(path, PUBLIC_URL), init), { address });
      },
    };
  }

  async function login(answer: Response, email: string): Promise<Client> {
    const { user } = JSON.parse(await answer.text());
    const token = answer.headers.get("set-auth-token");
    if (token === null) throw new Error(`no token: ${answer.status} ${JSON.stringify(user)}`);
    return { id: user.id, email, token, ...client(token) };
  }

  const known = createKnownUsers({ database, secret: AUTH_SECRET, publicUrl: PUBLIC_URL });

  async function addUser(name: string, role?: "admin"): Promise<Client> {
    const { id, email } = await known.create({
      name,
      email: `${name}@example.org`,
      ...(role && { role }),
    });
    const token = await known.logIn(id);
    return { id, email, token, ...client(token) };
  }

  const anyone = client();
  const admin = await addUser("admin", "admin");
  return {
    http,
    options: all,
    database,
    sandbox,
    node,
    demo,
    anyone,
    admin,
    addUser: (name) => addUser(name),
    async signUp(name) {
      const body = { name, email: `${name}@example.org`, password: PASSWORD };
      return login(await anyone.send("POST", "/api/auth/sign-up/email", body), body.email);
    },
    async [Symbol.asyncDispose]() {
      await node[Symbol.asyncDispose]();
      callbacks.close();
      plugins.close();
      sessionEnds.close();
      await logins.close();
      await lease.close();
      configuration.close();
      await fetch.close();
      await demo.close();
      await sandbox.close();
      await database.close();
    },
  };
}
