import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createHost, type Host, startDemoProviders } from "@botwright/host";
import { startSimulator, type TelegramSimulator } from "@botwright/simulators";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { build } from "vite";
import type { HostContent } from "../../host/src/http/app.ts";
import { openConsole } from "../../host/src/server/console-files.ts";
import { serveHost } from "../../host/src/server/serve.ts";
import { openTestDatabase } from "../../host/test/test-database.ts";

const CHROMIUM = "/usr/bin/chromium";
const CONSOLE = fileURLToPath(new URL("..", import.meta.url));

/** Whether there is a browser; tests without one are skipped by name. */
export const hasChromium: boolean = existsSync(CHROMIUM);

const EMAIL = "owner@example.org";
const PASSWORD = "correct horse";

/** Plugins that do what a console has to show. */
const PLUGINS = {
  boom: `export const meta = { slug: "boom", triggers: ["boom"], permissions: { hosts: [] } };
export async function handler({ msg }) {
  if (msg.text !== "boom") return { handled: false };
  console.warn("about to fail", "<img src=x onerror=alert(1)>");
  const nothing = undefined;
  return nothing.length;
}`,
  asker: `export const meta = { slug: "asker", triggers: ["ask"], permissions: { hosts: [], ai: true } };
export async function handler({ bot, msg, aiService }) {
  if (!msg.text.startsWith("ask")) return { handled: false };
  const answer = await aiService.callModel({
    model: "demo-paid",
    messages: [{ role: "user", content: msg.text }],
  });
  await bot.reply(msg, answer.text);
  return { handled: true };
}`,
};

/** A host with a bot, served with the console, and a browser that is logged in. */
export interface ConsoleWorld extends AsyncDisposable {
  readonly url: string;
  readonly domains: HostContent;
  readonly userId: number;
  readonly database: Awaited<ReturnType<typeof openTestDatabase>>;
  readonly simulator: TelegramSimulator;
  /** A page that is logged in; one that logs an error or breaks the content security policy fails the test. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** What pages have logged as errors. */
  readonly errors: string[];
}

/** Starts everything, and binds a bot with its plugins. */
export async function openConsoleWorld(): Promise<ConsoleWorld> {
  await using opened = new AsyncDisposableStack();
  const dist = await mkdtemp(join(tmpdir(), "botwright-console-"));
  opened.defer(() => rm(dist, { recursive: true, force: true }));
  await build({
    root: CONSOLE,
    logLevel: "error",
    build: { outDir: dist, emptyOutDir: true },
  });
  const database = opened.use(await openTestDatabase());
  const simulator = opened.use(await startSimulator("telegram"));
  const demoProviders = opened.use(await startDemoProviders());
  let host: Host | undefined;
  let filled: Pick<ConsoleWorld, "domains" | "userId"> | undefined;
  const served = await serveHost(
    { fetch: async (...request) => host?.fetch(...request) ?? new Response(null, { status: 503 }) },
    { port: 0 },
  );
  opened.defer(() => served.close());
  const { connection } = database;
  host = createHost({
    database: `postgresql://${connection.user}@/${connection.database}?host=${encodeURIComponent(connection.host)}`,
    publicUrl: served.url,
    keys: { keys: { k1: randomBytes(32) }, current: "k1" },
    sessionSecret: "s".repeat(32),
    adapterOptions: () => simulator.adapterOptions,
    demoProviders,
    pages: await openConsole(dist),
    async prepare(content) {
      filled = { domains: content, userId: await fill(content, simulator) };
    },
  });
  opened.use(host);
  await host.start();
  if (filled === undefined) throw new Error("the host was not prepared");
  const { domains, userId } = filled;
  const browser: Browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox"],
  });
  opened.defer(() => browser.close());
  const errors: string[] = [];
  const running = opened.move();

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ baseURL: served.url, locale: "en-GB", ...options });
    await context.request.post("/api/auth/sign-in/email", {
      data: { email: EMAIL, password: PASSWORD },
      headers: { origin: served.url },
    });
    const page = await context.newPage();
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      // An answer with an error is shown by the page.
      const isAnswer = message.text().startsWith("Failed to load resource");
      if (message.type() === "error" && !isAnswer) errors.push(message.text());
    });
    await page.goto(path);
    return page;
  }

  return {
    url: served.url,
    domains,
    userId,
    database,
    simulator,
    open,
    errors,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Makes a user with a bot and its plugins. */
async function fill(domains: HostContent, simulator: TelegramSimulator): Promise<number> {
  const user = await domains.users.create({ name: "Owner", email: EMAIL, password: PASSWORD });
  const notebook = await readFile(
    new URL("../../../examples/plugins/notebook.js", import.meta.url),
    "utf8",
  );
  const { bot } = await domains.bots.bind(user.id, {
    platform: "telegram",
    credentials: { ...simulator.credentials },
  });
  for (const [slug, code] of Object.entries({ ...PLUGINS, notebook })) {
    const { id } = await domains.publication.submit(user.id, { slug, name: slug, code });
    await domains.publication.approve(id, user.id);
    const plugin = await domains.library.get(slug);
    await domains.installations.install(user.id, bot.id, {
      plugin_id: plugin.id,
      version_id: plugin.version_id,
    });
  }
  return user.id;
}

/** What a screen reader's user would stumble over, as axe finds it. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    "axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)))",
  );
  return Array.isArray(found) ? found.map(String) : [];
}
