/** @module-tag long */
import { describe, expect } from "vitest";
import { hasChromium, logIn, test, texts } from "./browser.ts";

const t = texts("en-GB");

describe.skipIf(!hasChromium)("a host that cannot answer for a moment", () => {
  test.override("refusals", [/503/u]);

  test("is asked again: for the session, and for what a page shows", async ({ host, open }) => {
    const page = await open(undefined, "/bots");
    await logIn(page, await host.createPerson("mia", "admin"));
    const unavailable = new Set([/\/api\/auth\/get-session$/u, /\/api\/admin\/users/u]);
    await page.route(/\/api\//u, async (route) => {
      const failing = [...unavailable].find((path) => path.test(route.request().url()));
      if (failing === undefined) return route.continue();
      unavailable.delete(failing);
      return route.fulfill({ status: 503, json: { error: "no database", code: "UNAVAILABLE" } });
    });
    await page.goto("/admin?tab=users");
    // Not the login: whether there is a session is not known.
    await page.getByRole("button", { name: t("app.retry") }).waitFor();
    expect(await page.locator("input[name=password]").count()).toBe(0);
    await page.getByRole("row", { name: /mia@example\.org/u }).waitFor();
    expect(unavailable.size).toBe(0);
  });

  test("a page whose code does not come says so, and is there after a reload", async ({
    host,
    open,
  }) => {
    const page = await open(await host.createPerson("noa"), "/bots");
    await page.getByRole("heading", { level: 1, name: t("nav.bots") }).waitFor();
    await page.route(/\/assets\/storage-/u, (route) => route.fulfill({ status: 503 }));
    await page.getByRole("link", { name: t("nav.storage") }).click();
    const reload = page.getByRole("button", { name: t("app.reload") });
    await reload.waitFor();
    await page.unroute(/\/assets\/storage-/u);
    await reload.click();
    await page.getByRole("heading", { level: 1, name: t("nav.storage") }).waitFor();
  });

  test("what cannot be loaded again stays, with why", async ({ host, open }) => {
    const page = await open(await host.createPerson("ora", "admin"), "/admin?tab=health");
    const nodes = page.getByRole("heading", { name: t("admin.health.nodes") });
    await nodes.waitFor();
    await page.route(/\/api\/admin\/health/u, (route) => route.fulfill({ status: 503 }));
    const failure = page.getByRole("alert");
    await failure.getByRole("button", { name: t("app.retry") }).waitFor();
    expect(await nodes.count()).toBe(1);
    await page.unroute(/\/api\/admin\/health/u);
    await failure.waitFor({ state: "detached" });
  });

  test("what was asked for before is not shown in the place of what cannot be loaded", async ({
    host,
    open,
  }) => {
    const page = await open(await host.createPerson("pia"), "/library");
    const cards = page.locator(".cards > li");
    await cards.first().waitFor();
    await page.route(/\/api\/library\?.*text=/u, (route) => route.fulfill({ status: 503 }));
    await page.getByLabel(t("library.search")).fill("nothing like it");
    await page.getByRole("alert").waitFor();
    expect(await cards.count()).toBe(0);
  });

  test("a log out that fails says so", async ({ host, open }) => {
    const page = await open(await host.createPerson("quy"), "/account");
    await page.route(/\/sign-out$/u, (route) => route.fulfill({ status: 503 }));
    await page.getByRole("button", { name: t("app.signOut") }).click();
    await page.locator(".toast.error").waitFor();
    await page.unroute(/\/sign-out$/u);
    await page.getByRole("button", { name: t("app.signOut") }).click();
    await page.getByRole("heading", { name: t("login.title") }).waitFor();
  });

  test("what fails after its window was closed says so", async ({ host, open }) => {
    const page = await open(await host.createPerson("sky"), "/credentials");
    const isClosed = Promise.withResolvers<void>();
    await page.route(/\/api\/credentials$/u, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await isClosed.promise;
      return route.fulfill({ status: 503 });
    });
    await page.getByRole("button", { name: t("credentials.add") }).click();
    const dialog = page.getByRole("dialog");
    const [id, secret] = [dialog.getByLabel("App ID"), dialog.getByLabel("App Secret")];
    await id.fill("cli_1");
    await secret.fill("secret");
    const isAsked = page.waitForRequest((asked) => asked.method() === "POST");
    await secret.press("Enter");
    await isAsked;
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    isClosed.resolve();
    await page.locator(".toast.error").waitFor();
  });

  test("a page whose host is away says so until it is back", async ({ host, open }) => {
    const page = await open(await host.createPerson("rae"), "/bots");
    await page.route(/\/api\/changes$/u, (route) => route.abort());
    await page.reload();
    await page.getByRole("heading", { level: 1, name: t("nav.bots") }).waitFor();
    expect(await page.getByText(t("app.away")).count()).toBe(0);
    await page.route(/\/get-session$/u, (route) => route.abort());
    await page.getByText(t("app.away")).waitFor();
    await page.unroute(/\/get-session$/u);
    await page.unroute(/\/api\/changes$/u);
    await page.getByText(t("app.away")).waitFor({ state: "detached" });
  });
});
