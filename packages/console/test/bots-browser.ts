import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createHost, type Host, type HostOptions, serveHost } from "@botwright/host";
import { type SimulatorMap, startSimulator } from "@botwright/simulators";
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { build } from "vite";
import { openConsole } from "../../host/src/server/console-files.ts";

const CHROMIUM = "/usr/bin/chromium";

/** Whether there is a browser to test with. */
export const hasChromium: boolean = existsSync(CHROMIUM);

type Simulators = { readonly [P in keyof SimulatorMap]: SimulatorMap[P]["simulator"] };

type Domains = Parameters<NonNullable<HostOptions["prepare"]>>[0];

/** A host with the console and simulated platforms, and a browser to look at it. */
export interface ConsoleUnderTest extends AsyncDisposable {
  readonly url: string;
  readonly domains: Domains;
  readonly simulators: Simulators;
  /** Creates a user, and opens a page where this user is logged in. */
  open(name: string, options?: Parameters<Browser["newContext"]>[0]): Promise<OpenedPage>;
}

/** A page of a user. */
interface OpenedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly userId: number;
  readonly email: string;
  /** What the page has thrown, and what its policy has refused. */
  readonly errors: string[];
}

/** Of all users of the tests. */
export const PASSWORD = "correct horse";

/** Builds the console, and starts a host that serves it. */
export async function openConsoleUnderTest(): Promise<ConsoleUnderTest> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "botwright-console-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const outDir = join(folder, "dist");
  const root = fileURLToPath(new URL("..", import.meta.url));
  await build({ root, logLevel: "error", build: { outDir, emptyOutDir: true } });
  const pages = await openConsole(outDir);
  const simulators: Simulators = {
    wechat: opened.use(await startSimulator("wechat")),
    feishu: opened.use(await startSimulator("feishu")),
    wecom: opened.use(await startSimulator("wecom")),
    dingtalk: opened.use(await startSimulator("dingtalk")),
    telegram: opened.use(await startSimulator("telegram")),
  };
  let host: Host | undefined;
  let domains: Domains | undefined;
  const served = await serveHost(
    {
      fetch: async (request, client) =>
        host?.fetch(request, client) ?? new Response(null, { status: 503 }),
    },
    { port: 0 },
  );
  opened.defer(() => served.close());
  host = createHost({
    database: { folder: join(folder, "postgres") },
    publicUrl: served.url,
    keys: { keys: { k1: randomBytes(32) }, current: "k1" },
    sessionSecret: "s".repeat(32),
    adapterOptions: ({ platform }) => simulators[platform].adapterOptions,
    pages,
    prepare: async (content) => {
      domains = content;
    },
  });
  opened.use(host);
  await host.start();
  if (domains === undefined) throw new Error("the host has prepared nothing");
  const content = domains;
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  opened.defer(() => browser.close());
  const running = opened.move();
  return {
    url: served.url,
    domains: content,
    simulators,
    async open(name, options = {}) {
      const email = `${name}@example.org`;
      const { id: userId } = await content.users.create({ name, email, password: PASSWORD });
      const context = await browser.newContext({
        baseURL: served.url,
        locale: "en-US",
        ...options,
      });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        if (message.text().includes("Content Security Policy")) errors.push(message.text());
      });
      await context.request.post("/api/auth/sign-in/email", {
        data: { email, password: PASSWORD },
      });
      return { page, context, userId, email, errors };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** What axe finds wrong with the page as it is shown. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))",
  );
  return Array.isArray(found) ? found.map(String) : [String(found)];
}
