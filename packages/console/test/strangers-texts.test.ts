/** @module-tag long */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hasChromium, type Open } from "./browser.ts";
import { follow } from "./follow.ts";
import { CORPUS, NAMES, WELL_FORMED } from "./strangers-corpus.ts";
import { SAYS } from "./strangers-services.ts";
import { test, TEXTS_EACH } from "./strangers-world.ts";

const PHONE = { viewport: { width: 380, height: 760 } };

/** Of the first plugin another version is on its way. */
const PUBLISHED = WELL_FORMED.slice(TEXTS_EACH);

/** What must not be where a stranger's text is shown. */
const FORBIDDEN = [
  ..."script style iframe object embed base link meta img video audio source math".split(" "),
  "form[action]",
  "[ping]",
  "[srcdoc]",
  "svg script, svg style, svg a, svg foreignObject, svg animate",
].join(", ");

/** The chats show pictures, voice messages and videos. */
const FORBIDDEN_IN_CHATS = FORBIDDEN.replaceAll(/(?:img|video|audio|source), /gu, "");

/** Finds in the page what is wrong with it; its code runs in the page. */
const findFaultsIn = (roots: readonly string[], forbidden: string): string => `(() => {
  const faults = [];
  const main = document.querySelector("body");
  if (typeof owned !== "undefined") faults.push("a script ran");
  for (const element of main.querySelectorAll(${JSON.stringify(
    forbidden
      .split(", ")
      .flatMap((selector) => roots.map((root) => `${root} ${selector}`))
      .join(", "),
  )})) faults.push(element.outerHTML.slice(0, 200));
  for (const element of main.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      if (name.startsWith("on")) faults.push("handler " + name + "=" + value);
    }
  }
  for (const link of main.querySelectorAll("a[href]")) {
    const url = new URL(link.href);
    if (url.origin === location.origin) continue;
    if (!/^https?:$/.test(url.protocol)) faults.push("link " + link.href);
    const words = new Set(link.rel.split(" "));
    const isMarked = ["noopener", "noreferrer", "nofollow"].every((word) => words.has(word)) &&
      link.target === "_blank" && link.classList.contains("external");
    if (!isMarked) faults.push("not marked as external: " + link.outerHTML.slice(0, 200));
  }
  const { scrollWidth } = document.scrollingElement;
  if (scrollWidth > innerWidth) faults.push("as wide as " + scrollWidth);
  return faults.map((fault) => location.pathname + location.search + ": " + fault);
})()`;

/** Opens a page that sees only this host, and asks for nothing. */
async function openWatched(open: Open, ...[person, path, options]: Parameters<Open>) {
  const page = await open(person, path, { ...PHONE, ...options });
  const own = new URL(page.url()).origin;
  const strays: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== own && protocol !== "data:" && protocol !== "blob:") strays.push(request.url());
  });
  page.on("dialog", (dialog) => {
    strays.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => strays.push(`window: ${popup.url()}`));
  // Also what the first page asks for is seen.
  const answer = await page.reload();
  expect(answer?.headers()["content-security-policy"]).not.toContain("unsafe");
  return { page, strays };
}

/** Goes to another page, waits until that has loaded, and says what is wrong. */
async function look(page: Page, path: string): Promise<unknown> {
  await follow(page, path);
  await settle(page);
  return findFaults(page);
}

async function settle(page: Page): Promise<void> {
  await page.locator("#content h1, #content h2").first().waitFor();
  await expect.poll(() => page.locator("#content p.quiet[role=status]").count()).toBe(0);
}

async function findFaults(page: Page): Promise<unknown> {
  const found: unknown = await page.evaluate(findFaultsIn(["#content", "dialog"], FORBIDDEN));
  return found;
}

/** Whether the texts are on the page as they were written, blanks aside. */
async function missing(page: Page, texts: readonly string[]): Promise<string[]> {
  const shown = plain(await textOf(page));
  return texts.filter((text) => !shown.includes(plain(text)));
}

async function textOf(page: Page): Promise<string> {
  const all: unknown = await page.evaluate(
    `[document.body.textContent, ...[...document.querySelectorAll("input, textarea")].map(({ value }) => value)].join("\\n")`,
  );
  return String(all);
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

describe.skipIf(!hasChromium)("texts of strangers", () => {
  test("the corpus is wide", () => {
    expect(CORPUS.length).toBeGreaterThanOrEqual(60);
    expect(WELL_FORMED.length).toBeGreaterThanOrEqual(60);
    expect(NAMES.length).toBeGreaterThanOrEqual(40);
  });

  test("in the library and its readmes", async ({ world, open }) => {
    const { page, strays } = await openWatched(open, world.owner, "/library?order=new");
    await settle(page);
    const more = page.getByRole("button", { name: "Show more" });
    while ((await more.count()) > 0) {
      const before = await page.locator(".cards > li").count();
      await more.click();
      await expect.poll(() => page.locator(".cards > li").count()).toBeGreaterThan(before);
    }
    expect(await findFaults(page)).toEqual([]);
    expect(await missing(page, PUBLISHED)).toEqual([]);
    for (const { slug } of world.plugins) {
      expect(await look(page, `/library/${slug}`)).toEqual([]);
    }
    await page.getByRole("button", { name: "Install" }).first().click();
    await page.getByRole("dialog").waitFor();
    expect(await findFaults(page)).toEqual([]);
    expect(strays).toEqual([]);
  });

  test("on bots with their plugins and settings", async ({ world, open }) => {
    const { page, strays } = await openWatched(open, world.owner, "/bots");
    await settle(page);
    expect(await findFaults(page)).toEqual([]);
    expect(await look(page, `/bots/${world.crowded}`)).toEqual([]);
    // The page shows the names of plugins, which hold as many texts as a name may have characters.
    const named = PUBLISHED.filter((text) => world.plugins.some(({ name }) => name.includes(text)));
    expect(named.length).toBeGreaterThan(PUBLISHED.length / 4);
    expect(await missing(page, named)).toEqual([]);
    expect(await look(page, `/bots/${world.talking}?part=settings`)).toEqual([]);
    for (const { id } of world.plugins) {
      await follow(page, `/bots/${world.crowded}?plugin=${id}`);
      await page.locator(".panel").waitFor();
      expect(await findFaults(page)).toEqual([]);
    }
    for (const text of WELL_FORMED.slice(0, 10)) {
      const query = new URLSearchParams({ text }).toString();
      expect(await look(page, `/bots/${world.crowded}?${query}`)).toEqual([]);
    }
    expect(strays).toEqual([]);
  });

  test("in messages of all platforms, their answers, errors and logs", async ({ world, open }) => {
    const { page, strays } = await openWatched(open, world.owner, "/messages");
    await settle(page);
    expect(await findFaults(page)).toEqual([]);
    const shown: string[] = [];
    for (const id of world.messages) {
      expect(await look(page, `/messages/${id}`)).toEqual([]);
      for (const call of await page.locator("details.run details > summary").all()) {
        await call.click();
      }
      expect(await findFaults(page)).toEqual([]);
      shown.push(await textOf(page));
    }
    // What services have answered: in calls, in logs and in what the bot has sent.
    for (const says of Object.values(SAYS)) {
      expect(shown.filter((text) => text.includes(`${says}<script>`))).not.toEqual([]);
    }
    expect(strays).toEqual([]);
  });

  test("in storage, credentials, credits and the account", async ({ world, open }) => {
    const { page, strays } = await openWatched(open, world.owner, "/storage?plugin=talker");
    await settle(page);
    expect(await findFaults(page)).toEqual([]);
    for (const key of (await page.locator("td button.link").all()).slice(0, 10)) {
      await key.click();
      await page.getByRole("dialog").waitFor();
      expect(await findFaults(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    expect(await look(page, "/credentials")).toEqual([]);
    expect(
      await missing(
        page,
        NAMES.map((name) => name.trim()),
      ),
    ).toEqual([]);
    expect(await look(page, "/credits")).toEqual([]);
    expect(await look(page, "/account")).toEqual([]);
    expect(strays).toEqual([]);
  });

  test("in an author's pages and trials", async ({ world, open }) => {
    const { page, strays } = await openWatched(open, world.owner, "/developer");
    await settle(page);
    expect(await findFaults(page)).toEqual([]);
    expect(await look(page, `/developer/${world.rejected}`)).toEqual([]);
    for (const tab of ["code", "changes", "versions"]) {
      expect(await look(page, `/developer/${world.waiting}?tab=${tab}`)).toEqual([]);
    }
    await page.goto(`/developer/${world.waiting}`);
    await page.getByLabel("Message").fill(WELL_FORMED.join(" ").slice(0, 3500));
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.locator(".turns .answer").first().waitFor();
    expect(await findFaults(page)).toEqual([]);
    expect(strays).toEqual([]);
  });

  test("in trials of published plugins", async ({ world, open }) => {
    const query = new URLSearchParams({ plugin: "talker", message: String(world.messages[0]) });
    const { page, strays } = await openWatched(open, world.owner, `/try?${query.toString()}`);
    await page.getByLabel("Message").fill(WELL_FORMED.join(" ").slice(0, 3500));
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.locator(".turns .answer").first().waitFor();
    for (const calls of await page.locator(".turns summary").all()) await calls.click();
    expect(await findFaults(page)).toEqual([]);
    expect(strays).toEqual([]);
  });

  test("in the simulated chats", async ({ world, open }) => {
    const { page, strays } = await openWatched(open, world.owner, "/playground/");
    const places: unknown = await (await page.request.get("/playground/simulators")).json();
    for (const { platform, user } of Array.isArray(places) ? places : []) {
      const text = WELL_FORMED.join(" ").slice(0, 1500);
      const said = await page.request.post(`/playground/simulators/${platform}/say`, {
        data: { from: user, text },
      });
      expect(said.ok()).toBe(true);
      await page.locator(`#tab-${platform}`).click();
      const chat = page.locator(`#panel-${platform}`);
      await chat.locator("article.bot", { hasText: SAYS.model }).first().waitFor();
      await chat.locator("button.by").click();
      await chat.locator(".details").waitFor();
      const found: unknown = await page.evaluate(findFaultsIn(["main"], FORBIDDEN_IN_CHATS));
      expect(found).toEqual([]);
    }
    expect(await page.locator("article.bot").count()).toBeGreaterThanOrEqual(5);
    expect(strays).toEqual([]);
  });

  test("in an administrator's pages", async ({ world, open }) => {
    const { page, strays } = await openWatched(open, world.admin, "/admin");
    await settle(page);
    expect(await findFaults(page)).toEqual([]);
    for (const tab of ["users", "models", "search", "health"]) {
      expect(await look(page, `/admin?tab=${tab}`)).toEqual([]);
    }
    expect(await look(page, `/admin/reviews/${world.waiting}`)).toEqual([]);
    expect(strays).toEqual([]);
  });

  test("in the address", async ({ world, open, refusals }) => {
    refusals.push(/^4\d\d GET /u);
    const { page, strays } = await openWatched(open, world.owner, "/bots");
    for (const text of CORPUS.filter((one, index) => one.isWellFormed() && index % 3 === 0)) {
      const word = encodeURIComponent(text);
      for (const path of [`/library?text=${word}`, `/storage?plugin=${word}`]) {
        expect(await look(page, path)).toEqual([]);
      }
    }
    for (const text of WELL_FORMED.slice(0, 20)) {
      const word = encodeURIComponent(text);
      for (const path of [
        `/messages?text=${word}&chat=${word}&plugin=${word}`,
        `/developer?tab=${word}`,
      ]) {
        expect(await look(page, path)).toEqual([]);
      }
    }
    expect(strays).toEqual([]);
  });
});
