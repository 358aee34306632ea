import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { CHROMIUM } from "../../packages/console/test/chromium.ts";
import { type ConsoleHost, startConsoleHost } from "../../packages/console/test/console-host.ts";
import { readFirstLoad } from "../../packages/console/test/first-load.ts";
import { PASSWORD } from "../../packages/host/test/known-users.ts";
import shareServer from "../../packages/host/test/shared-server.ts";
import { LIST_ROWS, scrollDown } from "../../packages/console/test/scroll-down.ts";
import { seedRows, type SeededLists } from "../../packages/console/test/seed-rows.ts";
import {
  type LongestTasks,
  longestTask,
  shownAfter,
  traceTasks,
  watchSpeed,
} from "./console-page.ts";
import { atMost, type BenchReport, isMain, runBench, showNumber } from "./report.ts";
import { median, percentile } from "./statistics.ts";

const CONSOLE = fileURLToPath(new URL("../../packages/console", import.meta.url));
const LOADS = 7;
const ROUNDS = 4;
const ROWS = 10_000;
const SETTLED_MS = 1000;
/** The text that is typed into the filter of the messages. */
const TYPED = "text 1234";

/** Measures the console in a browser: its first load, its pages, and lists of 10,000 rows. */
export async function benchConsole(): Promise<BenchReport> {
  if (CHROMIUM === undefined) throw new Error("there is no chromium: CHROMIUM may name one");
  await using opened = new AsyncDisposableStack();
  const dist = await mkdtemp(join(tmpdir(), "botwright-console-"));
  opened.defer(() => rm(dist, { recursive: true, force: true }));
  await promisify(execFile)(
    join(CONSOLE, "node_modules/.bin/vite"),
    ["build", "--logLevel", "error", "--outDir", dist, "--emptyOutDir"],
    { cwd: CONSOLE },
  );
  opened.defer(await shareServer());
  const host = opened.use(await startConsoleHost(dist));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  opened.defer(() => browser.close());
  const admin = await host.createPerson("bench", "admin");
  const { bytes } = await readFirstLoad(dist);

  const loads = await measureLoads(browser, host, admin.email);
  const pages = await measurePages(browser, host, admin.email);
  const seeded = await seedRows(host, admin, ROWS);
  const lists = await measureLists(browser, host, admin.email, seeded);

  const all = pages.flatMap(({ first, later }) => [first, ...later]);
  const interactive = median(loads.map(({ shownMs, longMs }) => shownMs + longMs));
  const longest = Math.max(...lists.map(({ cpuMs }) => cpuMs));
  return {
    title: "Console",
    notes: [
      "In Chromium, over a started host with the embedded PostgreSQL, on loopback, logged in. The first load is the page and all files that it and its first script reference, each compressed by gzip. A page is interactive when its heading is drawn and no earlier task blocks a click. The table also has the longest task of a load. A load begins with an empty cache. A page change begins with the click in the navigation; the first change to a page also loads its code.",
      `Lists of ${ROWS.toLocaleString("en")} rows are scrolled to their last row, and a text is typed into a filter. The longest task of the browser's main thread comes from the browser's trace. The goal is for its CPU time, because the time from beginning to end includes time in which other processes have the core.`,
    ],
    tables: [
      {
        caption: "The first load",
        columns: ["what", "value"],
        rows: [
          ["bytes by gzip", bytes.toLocaleString("en")],
          ["interactive, median of empty caches, ms", showNumber(interactive)],
          [
            "interactive, slowest, ms",
            showNumber(Math.max(...loads.map(({ shownMs }) => shownMs))),
          ],
          ["longest task of a load, ms", showLong(Math.max(...loads.map(({ longMs }) => longMs)))],
        ],
      },
      {
        caption: "A page change, ms",
        columns: ["page", "first", "later, median"],
        rows: pages.map(({ name, first, later }) => [
          name,
          showNumber(first),
          showNumber(median(later)),
        ]),
      },
      {
        caption: `Lists of ${ROWS.toLocaleString("en")} rows`,
        columns: [
          "list",
          "most rows in the page",
          "longest task, CPU ms",
          "longest task, from beginning to end, ms",
        ],
        rows: lists.map(({ name, rows, cpuMs, wallMs }) => [
          name,
          rows,
          showNumber(cpuMs),
          showNumber(wallMs),
        ]),
      },
    ],
    gates: [
      atMost("the first load", 120, bytes / 1000, "kB"),
      atMost("interactive", 1000, interactive, "ms"),
      atMost("a page change, p95", 100, percentile(all, 95), "ms"),
      atMost("a task while a long list is used", 50, longest, "CPU ms"),
    ],
  };
}

/** Opens a browser context that is logged in. */
async function openContext(
  browser: Browser,
  host: ConsoleHost,
  email: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: host.url, locale: "en-GB" });
  const login = await context.request.post("/api/auth/sign-in/email", {
    data: { email, password: PASSWORD },
    headers: { origin: host.url },
  });
  if (!login.ok()) throw new Error(await login.text());
  return context;
}

async function openPage(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await watchSpeed(page);
  await page.goto(path);
  return page;
}

interface MeasuredLoad {
  readonly shownMs: number;
  readonly longMs: number;
}

/** Shows the duration of a task; browsers do not report tasks below 50 ms. */
function showLong(ms: number): string {
  return ms === 0 ? "< 50" : showNumber(ms);
}

/** Measures the milliseconds until the first page is drawn, each time with an empty cache. */
async function measureLoads(
  browser: Browser,
  host: ConsoleHost,
  email: string,
): Promise<MeasuredLoad[]> {
  const loads: MeasuredLoad[] = [];
  const cookies = await (await openContext(browser, host, email)).cookies();
  for (let load = 0; load < LOADS; load += 1) {
    const context = await browser.newContext({ baseURL: host.url, locale: "en-GB" });
    await context.addCookies(cookies);
    const page = await openPage(context, "/bots");
    loads.push({ shownMs: await shownAfter(page), longMs: await longestTask(page) });
    await context.close();
  }
  return loads;
}

interface MeasuredPage {
  readonly name: string;
  readonly first: number;
  readonly later: readonly number[];
}

/** Measures page changes by clicking through the navigation. */
async function measurePages(
  browser: Browser,
  host: ConsoleHost,
  email: string,
): Promise<MeasuredPage[]> {
  const context = await openContext(browser, host, email);
  const page = await openPage(context, "/bots");
  await shownAfter(page);
  const names = await page.locator("nav a[href^='/']:not(.brand)").allTextContents();
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  // A click on the open page would change nothing, so this page comes last.
  const order = [...names.slice(1), ...names.slice(0, 1)];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of order) {
      await page.getByRole("link", { name, exact: true }).first().click();
      times.get(name)?.push(await shownAfter(page));
    }
  }
  await context.close();
  return names.map((name) => {
    const [first = 0, ...later] = times.get(name) ?? [];
    return { name, first, later };
  });
}

interface MeasuredList extends LongestTasks {
  readonly name: string;
  readonly rows: number;
}

/** Measures scrolling each list to its end, and typing into the filter of the messages. */
async function measureLists(
  browser: Browser,
  host: ConsoleHost,
  email: string,
  { lists }: SeededLists,
): Promise<MeasuredList[]> {
  const context = await openContext(browser, host, email);
  const measured: MeasuredList[] = [];
  for (const [name, last] of Object.entries(lists)) {
    const page = await openPage(context, name);
    await waitForRow(page, name);
    // Waits for charts and other parts of the page, whose tasks are not part of the scrolling.
    await page.waitForTimeout(SETTLED_MS);
    let rows = 0;
    const scrolling = await traceTasks(browser, async () => {
      const { isAtEnd, maxRows } = await scrollDown(page, last);
      if (!isAtEnd) throw new Error(`${name} has no end`);
      rows = maxRows;
    });
    measured.push({ name, rows, ...scrolling });
    if (name === "/messages") {
      const typing = await traceTasks(browser, async () => {
        await page.locator("input[name=text]").pressSequentially(TYPED);
        await page.getByRole("link", { name: TYPED }).first().waitFor();
      });
      measured.push({ name: "typing a filter", rows, ...typing });
    }
    await page.close();
  }
  await context.close();
  return measured;
}

/** Waits for a list's first row. If none appears, the error has the text of the page, which tells why. */
async function waitForRow(page: Page, list: string): Promise<void> {
  try {
    // Only visible rows, because charts have hidden tables.
    await page.locator(LIST_ROWS).filter({ visible: true }).first().waitFor();
  } catch (cause) {
    throw new Error(`${list} shows no row, but: ${await page.innerText("body")}`, { cause });
  }
}

if (isMain(import.meta.url)) await runBench(benchConsole);
