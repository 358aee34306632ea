/**
 * Tests of the console in a browser: over a real host, once per file, with a browser and a build of the
 * console that files share. `CONSOLE_DIST` names the folder of a build that is there already.
 *
 * @example
 * describe.skipIf(!hasChromium)("bots", () => {
 *   test("the list says what to do", async ({ host, open }) => {
 *     const page = await open(await host.createPerson("ann"), "/bots");
 *     await page.getByText(t("bots.empty")).waitFor();
 *   });
 * });
 */
import { deepEqual } from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { build } from "vite";
import { test as base } from "vitest";
import { createTranslate, type Translate } from "../src/i18n/translate.ts";
import { CHROMIUM } from "./chromium.ts";
import { PASSWORD } from "../../host/test/known-users.ts";
import { type ConsoleHost, type Person, startConsoleHost } from "./console-host.ts";
import { watchPage } from "./watch-page.ts";

const CONSOLE = fileURLToPath(new URL("..", import.meta.url));
/** Milliseconds until something has to be there, on a machine that is busy. */
const ACTION_MS = 20_000;

/** The event of a review that is decided may arrive before its page is left, which then asks for it once more. */
const DECIDED = /^409 GET .*\/review$/u;

/** Whether there is a browser; tests without one are skipped. */
export const hasChromium: boolean = CHROMIUM !== undefined;

/** A locale of the browser, after which the console chooses its language. */
export type Locale = "en-GB" | "zh-CN";

/** All of them. */
export const LOCALES: readonly Locale[] = ["en-GB", "zh-CN"];

/** Opens a page of a user who is logged in, or of a visitor. */
export type Open = (
  person: Person | undefined,
  path: string,
  options?: BrowserContextOptions,
) => Promise<Page>;

/** The texts that the console shows in a locale. */
export function texts(locale: Locale): Translate {
  return createTranslate(locale === "zh-CN" ? "zh" : "en");
}

/* oxlint-disable no-empty-pattern -- Vitest reads there which fixtures one needs */
/** `test` with a host, the browser's pages, and a guard: a page that logs an error fails its test. */
export const test = base
  .extend("dist", { scope: "worker" }, async ({}, { onCleanup }) => {
    const { CONSOLE_DIST: built } = process.env;
    if (built !== undefined) return built;
    const dist = await mkdtemp(join(tmpdir(), "botwright-console-"));
    onCleanup(() => rm(dist, { recursive: true, force: true }));
    await build({
      root: CONSOLE,
      logLevel: "error",
      build: { outDir: dist, emptyOutDir: true, reportCompressedSize: false },
    });
    return dist;
  })
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
    if (CHROMIUM === undefined) throw new Error("no chromium here");
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("host", { scope: "file" }, async ({ dist }, { onCleanup }): Promise<ConsoleHost> => {
    const host = await startConsoleHost(dist);
    onCleanup(() => host[Symbol.asyncDispose]());
    return host;
  })
  /** Answers with an error that the test expects, as `watchPage` writes them. */
  .extend("refusals", async (): Promise<RegExp[]> => [DECIDED])
  .extend("open", async ({ browser, host, refusals }, { onCleanup }): Promise<Open> => {
    const contexts: BrowserContext[] = [];
    const faults: string[] = [];
    onCleanup(async () => {
      for (const context of contexts) await context.close();
      deepEqual(faults, []);
    });
    return async (person, path, options = {}) => {
      const context = await browser.newContext({
        baseURL: host.url,
        locale: "en-GB",
        ...options,
      });
      contexts.push(context);
      if (person !== undefined) {
        const value = encodeURIComponent(await host.users.logIn(person.id));
        await context.addCookies([{ name: "botwright.session_token", value, url: host.url }]);
      }
      context.setDefaultTimeout(ACTION_MS);
      const page = await context.newPage();
      watchPage(page, refusals, faults);
      await page.goto(path);
      return page;
    };
  });

/** Logs in by the form, in whatever language it is. */
export async function logIn(page: Page, { email }: Pick<Person, "email">): Promise<void> {
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.locator("button[type=submit]").click();
  await page.locator("#content").waitFor();
}
