import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createHost, type Host, type HostContent, startDemoProviders } from "@botwright/host";
import axe from "axe-core";
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { build } from "vite";
import { openConsole } from "../../host/src/server/console-files.ts";
import { serveHost } from "../../host/src/server/serve.ts";
import { openTestDatabase } from "../../host/test/test-database.ts";

const CHROMIUM = "/usr/bin/chromium";
const CONSOLE = fileURLToPath(new URL("..", import.meta.url));
/** Milliseconds until something has to be there, on a machine that is busy. */
const ACTION_MS = 8000;
const PASSWORD = "correct horse";

/** Whether there is a browser; tests without one are skipped by name. */
export const hasChromium: boolean = existsSync(CHROMIUM);

/** Who uses the console. */
export type Person = "author" | "admin";

/** The cookies of a session. */
type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** A host served with the console, an author and an administrator. */
export interface DeveloperWorld extends AsyncDisposable {
  readonly domains: HostContent;
  readonly authorId: number;
  /** A page of somebody who is logged in. */
  open(as: Person, path: string, options?: BrowserContextOptions): Promise<Page>;
  /** What pages have logged as errors: what the content security policy refuses is among it. */
  readonly errors: string[];
}

/** Starts everything. */
export async function openDeveloperWorld(): Promise<DeveloperWorld> {
  await using opened = new AsyncDisposableStack();
  const dist = await mkdtemp(join(tmpdir(), "botwright-console-"));
  opened.defer(() => rm(dist, { recursive: true, force: true }));
  await build({ root: CONSOLE, logLevel: "error", build: { outDir: dist, emptyOutDir: true } });
  const database = opened.use(await openTestDatabase());
  const demoProviders = opened.use(await startDemoProviders());
  let host: Host | undefined;
  const served = await serveHost(
    { fetch: async (...request) => host?.fetch(...request) ?? new Response(null, { status: 503 }) },
    { port: 0 },
  );
  opened.defer(() => served.close());
  const { connection } = database;
  let prepared: HostContent | undefined;
  host = createHost({
    database: `postgresql://${connection.user}@/${connection.database}?host=${encodeURIComponent(connection.host)}`,
    publicUrl: served.url,
    keys: { keys: { k1: randomBytes(32) }, current: "k1" },
    sessionSecret: "s".repeat(32),
    demoProviders,
    pages: await openConsole(dist),
    prepare: async (content) => {
      prepared = content;
    },
  });
  opened.use(host);
  await host.start();
  if (prepared === undefined) throw new Error("the host has prepared nothing");
  const domains = prepared;
  const users = { author: "author@example.org", admin: "reviewer@example.org" } as const;
  const author = await domains.users.create({
    name: "Author",
    email: users.author,
    password: PASSWORD,
  });
  await domains.users.create({
    name: "Reviewer",
    email: users.admin,
    password: PASSWORD,
    role: "admin",
  });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  opened.defer(() => browser.close());
  const errors: string[] = [];
  const sessions = new Map<Person, StorageState>();

  /** Logs in once: attempts are counted. */
  async function sessionOf(as: Person): Promise<StorageState> {
    const known = sessions.get(as);
    if (known !== undefined) return known;
    const context = await browser.newContext({ baseURL: served.url });
    const login = await context.request.post("/api/auth/sign-in/email", {
      data: { email: users[as], password: PASSWORD },
      headers: { origin: served.url },
    });
    if (!login.ok()) throw new Error(await login.text());
    const state = await context.storageState();
    sessions.set(as, state);
    await context.close();
    return state;
  }

  const running = opened.move();

  return {
    domains,
    authorId: author.id,
    errors,
    async open(as, path, options = {}) {
      const common = { baseURL: served.url, locale: "en-GB", storageState: await sessionOf(as) };
      const context = await browser.newContext({ ...common, ...options });
      context.setDefaultTimeout(ACTION_MS);
      const page = await context.newPage();
      page.on("pageerror", ({ message }) => errors.push(message));
      page.on("console", (line) => {
        if (line.type() === "error") errors.push(line.text());
      });
      await page.goto(path);
      return page;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** What a screen reader's user would stumble over, as axe finds it. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    "axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)))",
  );
  return Array.isArray(found) ? found.map(String) : [];
}
