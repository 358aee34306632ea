import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "./test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test("a user who deletes the account leaves no data, and is then unknown", async () => {
  const ann = await app.signUp("ann");
  await app.admin.send("POST", `/api/admin/users/${ann.id}/credits`, {
    credits: 500,
    idempotency_key: "welcome",
    note: "Welcome",
  });
  const answer = await ann.send("GET", "/api/account/export");
  expect(answer.headers.get("content-disposition")).toContain(`account-${ann.id}.ndjson`);
  const lines = (await answer.text()).trimEnd().split("\n");
  const rows = lines.map((line) => JSON.parse(line));
  expect(rows.map(({ table }) => table)).toEqual([
    undefined,
    "credit_row",
    "credit_account",
    "user_session",
    "user_login",
    "user_account",
    undefined,
  ]);
  expect(rows[1].row).toMatchObject({ credits: 500, description: "Welcome" });
  expect(rows.at(-1)).toEqual({ end: true, rows: 5 });

  const wrong = await ann.send("DELETE", "/api/account", { password: "wrong horse" });
  expect([wrong.status, await wrong.json()]).toEqual([
    400,
    { error: "the password is wrong", code: "INVALID_PASSWORD" },
  ]);
  const gone = await ann.send("DELETE", "/api/account", { password: "correct horse" });
  expect([gone.status, await gone.text()]).toEqual([204, ""]);
  expect((await ann.send("GET", "/api/credits")).status).toBe(401);
  const login = { email: ann.email, password: "correct horse" };
  expect((await app.anyone.send("POST", "/api/auth/sign-in/email", login)).status).toBe(401);
  // The address is free again.
  expect((await app.signUp("ann")).id).not.toBe(ann.id);
});

test("the only administrator cannot leave, and exports are counted", async () => {
  const body = { password: "unknown" };
  expect((await app.admin.send("DELETE", "/api/account", body)).status).toBe(400);
  const bob = await app.signUp("bob");
  for (let n = 0; n < 10; n++) await (await bob.send("GET", "/api/account/export")).text();
  const tooMany = await bob.send("GET", "/api/account/export");
  expect(tooMany.status).toBe(429);
  expect(Number(tooMany.headers.get("retry-after"))).toBeGreaterThan(3000);
});

test("limits, warning and usage are read as they were set", async () => {
  const eve = await app.signUp("eve");
  const limits = [
    { plugin_slug: "ai-chat", period: "day", credits: 100 },
    { period: "month", credits: 1000 },
  ];
  await eve.send("PUT", "/api/credits/limits", { limits });
  await eve.send("PUT", "/api/credits/warning", { warn_below: 50 });
  expect(await (await eve.send("GET", "/api/credits")).json()).toEqual({
    balance: 0,
    reserved: 0,
    warn_below: 50,
    is_low: true,
    limits: [
      { plugin_slug: null, period: "month", credits: 1000, spent: 0 },
      { plugin_slug: "ai-chat", period: "day", credits: 100, spent: 0 },
    ],
  });
  const twice = await eve.send("PUT", "/api/credits/limits", { limits: [limits[0], limits[0]] });
  expect(twice.status).toBe(400);
  const off = await eve.send("PUT", "/api/credits/warning", { warn_below: null });
  expect(await off.json()).toMatchObject({ warn_below: null, is_low: false });
  expect(await (await eve.send("GET", "/api/usage")).json()).toEqual({ items: [], next: null });
  const noDay = await eve.send("GET", "/api/usage/summary?by=day&from=2026-02-30");
  expect(noDay.status).toBe(400);
  const lastDays = await eve.send("GET", "/api/usage/summary?by=day&days=7");
  expect(await lastDays.json()).toEqual({
    today: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/u),
    items: [],
  });
  expect((await eve.send("GET", "/api/usage/summary?by=day&days=0")).status).toBe(400);
});
