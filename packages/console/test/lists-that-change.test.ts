/** @module-tag long */
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { hasChromium, test, texts } from "./browser.ts";

const t = texts("en-GB");

describe.skipIf(!hasChromium)("a list that changes while a page is open", () => {
  test.for(["the following part", "the newest rows"])(
    "the ledger has all rows when %s come late",
    async (late, { host, open }) => {
      const isLateMore = late === "the following part";
      const person = await host.createPerson(isLateMore ? "late-more" : "late-news");
      await sql`
        insert into credit_row (user_id, kind, key, credits, description, created_at)
        select ${person.id}, 'deposit', 'late-' || ${person.id}::text || '-' || n, 1, 'movement ' || n, now()
        from generate_series(1, 700) n`.execute(host.database.db);
      const page = await open(person, "/credits");
      await page.getByRole("cell", { name: "movement 700" }).waitFor();
      const [asked, isReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const newsCame = Promise.withResolvers<void>();
      await page.route(/\/api\/credits\/ledger\?/u, async (route) => {
        const answer = await route.fetch();
        const isMore = route.request().url().includes("before=");
        const hasNews = (await answer.text()).includes("A gift");
        if (isMore ? isLateMore : hasNews && !isLateMore) {
          asked.resolve();
          await isReleased.promise;
        }
        await route.fulfill({ response: answer });
        if (hasNews) newsCame.resolve();
      });
      const gift = { userId: person.id, actorId: person.id, credits: 5, key: late };
      const rows = page.getByRole("region", { name: t("credits.ledger") }).getByRole("table");
      const rowCount = () => rows.getAttribute("aria-rowcount");
      const scrollToEnd = () => page.evaluate("scrollTo(0, document.body.scrollHeight)");
      if (isLateMore) {
        await scrollToEnd();
        await asked.promise;
        await host.domains.credits.topUp({ ...gift, note: "A gift" });
        await newsCame.promise;
        await page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))");
      } else {
        await host.domains.credits.topUp({ ...gift, note: "A gift" });
        await asked.promise;
        await scrollToEnd();
        // With the row of the head. On a busy machine the list may have been asked for before the route was there, and
        // answered with the news.
        await expect.poll(async () => Number(await rowCount())).toBeGreaterThan(700);
      }
      isReleased.resolve();
      await expect.poll(rowCount).toBe("702");
    },
  );

  test("a list that is loaded again while it goes on leaves no part out", async ({
    host,
    open,
  }) => {
    const person = await host.createPerson("stores");
    const keys = 2200;
    await sql`
      insert into storage_value (user_id, plugin_slug, key, json, bytes)
      select ${person.id}, 'notes', 'key ' || n, '1', 1 from generate_series(1, ${keys}::int) n`.execute(
      host.database.db,
    );
    const page = await open(person, "/storage?plugin=notes");
    const rows = page.getByRole("table").last();
    const rowCount = () => rows.getAttribute("aria-rowcount");
    await page.getByText(`key ${keys}`, { exact: true }).waitFor();
    const [again, isAgainReleased, cameAgain] = [gate(), gate(), gate()];
    const [second, isSecondReleased] = [gate(), gate()];
    let parts = 0;
    await page.route(/\/api\/storage\/values\?/u, async (route) => {
      const isMore = route.request().url().includes("before=");
      const answer = await route.fetch();
      if (!isMore) {
        again.resolve();
        await isAgainReleased.promise;
      } else if (++parts === 2) {
        second.resolve();
        await isSecondReleased.promise;
      }
      await route.fulfill({ response: answer });
      if (!isMore) cameAgain.resolve();
    });
    // It is loaded again, and the answer comes late: the list goes on meanwhile.
    await host.domains.accountStorage.add(person.id, {
      plugin_slug: "notes",
      key: "new",
      json: "2",
    });
    await again.promise;
    const scrollToEnd = () => page.evaluate("scrollTo(0, document.body.scrollHeight)");
    await expect
      .poll(async () => {
        await scrollToEnd();
        return parts;
      })
      .toBe(2);
    await second.promise;
    isAgainReleased.resolve();
    await cameAgain.promise;
    await page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))");
    isSecondReleased.resolve();
    // With the new one and the row of the head.
    await expect
      .poll(async () => {
        await scrollToEnd();
        return rowCount();
      })
      .toBe(String(keys + 2));
  });
});

const gate = () => Promise.withResolvers<void>();
