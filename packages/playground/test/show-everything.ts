import type { AdapterStatus, CallUsage } from "@botwright/core";
import type { ChatPage } from "@botwright/playground";
import { startSimulator } from "@botwright/simulators";
import type { Page } from "playwright-core";
import { happen } from "./happening.ts";
import { openPage, PNG } from "./open-page.ts";
import { createToolHost } from "./tool-host.ts";

/** All that people can read on the page, or hear from a screen reader; runs in the page. */
const READ_TEXTS = `(() => {
  const found = new Set([document.title]);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (parentElement.closest("script, noscript, textarea") === null) found.add(data.trim());
  }
  for (const node of document.querySelectorAll("body *")) {
    for (const name of ["alt", "aria-label", "data-drop", "placeholder", "title"]) {
      found.add(node.getAttribute(name) ?? "");
    }
  }
  return [...found].filter((text) => /\\p{L}/u.test(text));
})()`;

/** The texts that the page has now, also where they are not in sight. */
export async function readPage(page: Page): Promise<string[]> {
  const texts: unknown = await page.evaluate(READ_TEXTS);
  return Array.isArray(texts) ? texts.map(String) : [];
}

/** What is the same in every language: what bots, people, plugins and files are called, and do. */
export const DATA: ReadonlySet<string> = new Set([
  "1001 · Telegram",
  "2.5 MB",
  "X: 1",
  "gas 12,345",
  "微",
  "钉",
  "电",
  "Telegram",
  "hello",
  "dot.png",
  "a.bin",
  "a",
  "b",
  "c",
  "d",
  "poll",
  "storage.get",
  "info",
  "votes",
  "Name",
  "Key",
  "Days",
  "Loud",
  "Note",
  "Tone",
  "Low",
]);

const USAGE: CallUsage = {
  cpuMs: 1.5,
  gas: 12_345,
  jobs: 0,
  memoryBytes: 2.5e6,
  hostCalls: 0,
  sends: 0,
  fetches: 0,
  bytesIn: 0,
  bytesOut: 0,
  time: { totalMs: 0, queuedMs: 0, runningMs: 0, waitingMs: 0 },
  operations: {},
};

/** How a page is opened, and what is done with each of its states. */
export interface ShowEverythingOptions {
  readonly open: (url: string) => Promise<Page>;
  /** @param isPart whether there is more to come of what is shown now */
  readonly look: (page: Page, isPart?: boolean) => Promise<void>;
}

type Look = ShowEverythingOptions["look"];

/** Shows all parts of the page, one after another: chats, details, tools, notices, the login, and refusals. */
export async function showEverything({ open, look }: ShowEverythingOptions): Promise<void> {
  await using wechat = await startSimulator("wechat", { holdMs: 50 });
  const {
    page: chat,
    url,
    reply,
  } = await openPage({
    tools: createToolHost().tools,
    idOf: (name) => String(1000 + name.length),
    wechat: {
      simulator: wechat,
      status: { state: "connecting" },
      login: {
        phone: { scan() {}, confirm: () => wechat.bind(), expire() {}, bind: () => wechat.bind() },
      },
    },
  });
  const page = await open(url);
  await page.locator("#panel-telegram .suggestions").waitFor();
  await look(page, true);
  await showDetails(page, chat);
  await look(page);
  await showPeople(page, reply, look);
  await showTools(page, look);
  await showTest(page, look);
  await showLogin(page, chat, look);
  await showRefusals(page, chat);
  await look(page);
}

/** A picture, a file, and the details of what plugins did; a run that is not kept any more. */
async function showDetails(page: Page, chat: ChatPage): Promise<void> {
  const panel = page.locator("#panel-telegram");
  await chat.say("telegram", { from: "1001", image: { bytes: PNG, name: "dot.png" } });
  await chat.say("telegram", { from: "1001", file: { bytes: PNG, name: "a.bin" } });
  const { id } = await chat.say("telegram", { from: "1001", text: "7" });
  happen(chat, {
    platform: "telegram",
    id,
    handledBy: "poll",
    runs: [
      { plugin: "a", status: "passed", durationMs: 1 },
      { plugin: "b", status: "passed", durationMs: 1 },
      {
        plugin: "c",
        status: "failed",
        durationMs: 12,
        credits: 1,
        error: { code: "X", message: "1" },
        calls: [{ operation: "storage.get", args: [1] }],
      },
      { plugin: "d", status: "invalid", durationMs: 1 },
      {
        plugin: "poll",
        status: "handled",
        durationMs: 12,
        credits: 3,
        usage: USAGE,
        logs: Array.from({ length: 120 }, () => ({ level: "info", message: "2", fields: {} })),
      },
    ],
  });
  const { id: unhandled } = await chat.say("telegram", { from: "1001", text: "8" });
  happen(chat, { platform: "telegram", id: unhandled, handledBy: null, runs: [] });
  await panel.locator("button.by").nth(1).waitFor();
  await panel.locator("button.by").first().click();
  await panel.locator(".details .run-actions button").last().click();
  await page.locator("#notice").waitFor();
}

/** Another person, an unread message, a quote, and the kinds of files. */
async function showPeople(
  page: Page,
  reply: (to: string, text: string) => Promise<void>,
  look: Look,
): Promise<void> {
  const panel = page.locator("#panel-telegram");
  const people = panel.locator(".people select");
  await people.selectOption("+");
  await panel.locator(".add-person input").fill("ben");
  await look(page, true);
  await panel.locator(".add-person .quiet").click();
  await panel.locator(".empty").waitFor();
  await reply("1001", "9");
  await people.locator("option", { hasText: "·" }).waitFor({ state: "attached" });
  await look(page, true);
  await people.selectOption("1001");
  await panel.locator("article.bot").hover();
  await panel.locator("article.bot .reply").click();
  await panel.locator(".open-attach").click();
  await look(page, true);
}

/** Each tool, with a form that is open. */
async function showTools(page: Page, look: Look): Promise<void> {
  const tools = page.locator("#tools");
  if (!(await tools.isVisible())) await page.locator("#panel-telegram .open-tools").click();
  for (const name of ["log", "storage", "settings", "answers", "clock"]) {
    await page.locator(`#tool-tab-${name}`).click();
    const tool = page.locator(`#tool-${name}`);
    await tool.locator("h3, li, .now").first().waitFor();
    for (const opener of await tool.locator(".tool-title .link").all()) {
      if (!(await opener.isVisible())) continue;
      await opener.click();
      await look(page, true);
    }
    await look(page, name !== "settings");
  }
}

/** A conversation as a test, and one that cannot be. */
async function showTest(page: Page, look: Look): Promise<void> {
  await page.locator("#panel-telegram .copy-test").click();
  await page.locator("dialog .saved:not(:empty)").waitFor();
  await look(page);
  await page.locator("dialog .quiet").click();
  await page.locator("#tab-dingtalk").click();
  await page.locator("#panel-dingtalk .copy-test").click();
  await page.locator("#panel-dingtalk .note.problem").waitFor();
  await look(page, true);
}

/** Each stage of a login. */
async function showLogin(page: Page, chat: ChatPage, look: Look): Promise<void> {
  const report = (status: AdapterStatus): void =>
    chat.onEvent("wechat", { type: "status", botDbId: 1, status });
  const login = page.locator("#panel-wechat .login");
  await page.locator("#tab-wechat").click();
  for (const attempt of [1, 2]) {
    const qr = `https://example.com/q/${attempt}`;
    report({ state: "needs-login", login: { state: "waiting", qr, attempt } });
    await login.locator(`img[src$="code=${attempt}"]`).waitFor();
    await look(page, attempt === 1);
  }
  report({ state: "needs-login", login: { state: "scanned" } });
  await page.locator('[data-stage="scanned"]').waitFor();
  await look(page, true);
  report({ state: "connected" });
  await page.locator("#panel-wechat .logout").waitFor();
  await look(page, true);
}

/** A bot that a platform refuses, a notice of the host, and a server that does not answer. */
async function showRefusals(page: Page, chat: ChatPage): Promise<void> {
  chat.onEvent("wechat", {
    type: "status",
    botDbId: 1,
    status: { state: "stopped", error: { code: "X", message: "1" } },
  });
  await page.locator("#panel-wechat .broken").waitFor();
  chat.onEvent("dingtalk", {
    type: "status",
    botDbId: 1,
    status: { state: "refused", code: "X", message: "2", advice: { en: "3", zh: "3" } },
  });
  await page.locator("#tab-dingtalk").click();
  await page.locator("#panel-dingtalk .broken").waitFor();
  chat.notify({ kind: "error", text: { en: "it does not load", zh: "加载失败" } });
  await page.locator('#notice[data-kind="error"]').waitFor();
  await page.locator("#tab-telegram").click();
  await page.route("**/say", (route) => route.abort());
  await page.locator("#panel-telegram textarea").fill("11");
  await page.locator("#panel-telegram .send").click();
  await page.locator("#panel-telegram .note.problem").waitFor();
}
