import type { Page } from "playwright-core";
import type { LOGINS } from "./picture-host.ts";
import type { PictureState } from "./picture-state.ts";

/** A picture of a page, or of what is opened on it. */
export interface Picture {
  readonly name: string;
  /** One of `src/pages/index.ts`. */
  readonly page: string;
  readonly path: string;
  /** @default "demo"; `null` for a visitor who is not logged in */
  readonly as?: keyof typeof LOGINS | null;
  /** Opens what is to be seen. */
  readonly open?: (page: Page) => Promise<void>;
  /** Ends what was opened, where the host has begun something. */
  readonly leave?: (page: Page) => Promise<void>;
}

/** All pictures, with what tells on each page. */
export function listPictures(state: PictureState): readonly Picture[] {
  const { bot, translate, paid, failed, own, rejected } = state;
  return [
    { name: "login", page: "", path: "/", as: null },
    { name: "sign-up", page: "", path: "/", as: null, open: signUp },
    { name: "reset-password", page: "", path: "/reset-password?token=abc", as: null },
    { name: "verify-email", page: "", path: "/verify-email?token=abc", as: null },
    { name: "bots", page: "/bots", path: "/bots" },
    { name: "bind", page: "/bots/new", path: "/bots/new" },
    { name: "bind-telegram", page: "/bots/new", path: "/bots/new?platform=telegram" },
    { name: "bind-wecom", page: "/bots/new", path: "/bots/new?platform=wecom" },
    {
      name: "bind-wechat",
      page: "/bots/new",
      path: "/bots/new?platform=wechat",
      open: showCode,
      leave: (page) => press(page, ".login > button"),
    },
    { name: "bot", page: "/bots/:id", path: `/bots/${bot}` },
    {
      name: "bot-answer",
      page: "/bots/:id",
      path: `/bots/${bot}?text=note+milk`,
      async open(page) {
        await press(page, ".card form .primary");
        await page.locator(".turns").waitFor();
      },
    },
    { name: "bot-settings", page: "/bots/:id", path: `/bots/${bot}?part=settings` },
    { name: "bot-config", page: "/bots/:id", path: `/bots/${bot}?plugin=${translate}` },
    { name: "library", page: "/library", path: "/library" },
    { name: "library-plugin", page: "/library/:slug", path: "/library/stock-price" },
    {
      name: "install",
      page: "/library/:slug",
      path: "/library/stock-price",
      open: (page) => press(page, "main button.primary"),
    },
    { name: "messages", page: "/messages", path: "/messages" },
    { name: "set-aside", page: "/messages", path: "/messages?state=set_aside" },
    { name: "message", page: "/messages/:id", path: `/messages/${paid}` },
    { name: "message-call", page: "/messages/:id", path: `/messages/${paid}`, open: openCall },
    {
      name: "message-failed",
      page: "/messages/:id",
      path: `/messages/${failed}`,
    },
    { name: "storage", page: "/storage", path: "/storage?plugin=notebook" },
    { name: "credits", page: "/credits", path: "/credits" },
    { name: "credentials", page: "/credentials", path: "/credentials" },
    {
      name: "credentials-add",
      page: "/credentials",
      path: "/credentials",
      open: (page) => press(page, "main header button, main button.primary"),
    },
    { name: "developer", page: "/developer", path: "/developer" },
    { name: "developer-new", page: "/developer/new", path: "/developer/new", open: tryPlugin },
    { name: "own-plugin", page: "/developer/:id", path: `/developer/${own}`, open: tryPlugin },
    { name: "own-changes", page: "/developer/:id", path: `/developer/${own}?tab=changes` },
    { name: "own-versions", page: "/developer/:id", path: `/developer/${own}?tab=versions` },
    { name: "own-rejected", page: "/developer/:id", path: `/developer/${rejected}` },
    { name: "playground", page: "/try", path: "/try" },
    { name: "playground-own", page: "/try", path: "/try?tab=own" },
    { name: "playground-trial", page: "/try", path: "/try?tab=trial&plugin=notebook" },
    { name: "admin", page: "/admin", path: "/admin", as: "admin" },
    { name: "admin-users", page: "/admin", path: "/admin?tab=users", as: "admin" },
    { name: "admin-models", page: "/admin", path: "/admin?tab=models", as: "admin" },
    { name: "admin-usage", page: "/admin", path: "/admin?tab=usage", as: "admin" },
    { name: "admin-search", page: "/admin", path: "/admin?tab=search", as: "admin" },
    { name: "admin-health", page: "/admin", path: "/admin?tab=health", as: "admin" },
    {
      name: "admin-review",
      page: "/admin/reviews/:id",
      path: `/admin/reviews/${own}`,
      as: "admin",
      open: compare,
    },
    { name: "account", page: "/account", path: "/account" },
    { name: "empty-bots", page: "/bots", path: "/bots", as: "admin" },
    { name: "empty-messages", page: "/messages", path: "/messages", as: "admin" },
  ];
}

async function signUp(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Sign up|注册/u }).click();
}

async function press(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().click();
}

async function showCode(page: Page): Promise<void> {
  await press(page, "main button.primary");
  await page.locator(".qr").waitFor();
}

async function openCall(page: Page): Promise<void> {
  await page
    .locator("details.run", { hasText: "translate" })
    .locator("details > summary")
    .last()
    .click();
}

async function tryPlugin(page: Page): Promise<void> {
  const text = page.url().endsWith("/new") ? "hello" : "price ACME";
  await page.locator(".trial input, .trial textarea").first().fill(text);
  const answer = page.locator(".turns .answer").first();
  // An account has one trial at a time, and several pictures are taken at once.
  do {
    await press(page, ".trial button[type=submit]");
    await answer.or(page.locator(".trial [role=alert]")).first().waitFor();
  } while (!(await answer.isVisible()));
}

async function compare(page: Page): Promise<void> {
  await page.getByRole("button", { name: /recorded messages|录制|记录/u }).click();
  await page.getByRole("term").first().waitFor();
}
