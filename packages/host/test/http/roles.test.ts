import { afterAll, beforeAll, expect, test } from "vitest";
import { lockAdministrators } from "../../src/auth/administrators.ts";
import { duringTransaction } from "../during-transaction.ts";
import { ADMIN_TOKEN, type Client, openTestApp, type TestApp } from "./test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** Sets a user's role; returns the status, and the role or the error's code. */
async function setRole(by: Pick<Client, "send">, id: number, role: string): Promise<string> {
  const answer = await by.send("POST", `/api/admin/users/${id}/role`, { role });
  const body: unknown = await answer.json();
  const { role: now, code } = Object(body);
  return `${answer.status} ${now ?? code}`;
}

const statusOf = async (user: Client): Promise<number> =>
  (await user.send("GET", "/api/admin/users")).status;

test("a role gives a session its rights, and takes them away, with the next request", async () => {
  const ann = await app.addUser("ann");
  expect(await statusOf(ann)).toBe(403);
  expect(await setRole(app.admin, ann.id, "admin")).toBe("200 admin");
  expect(await statusOf(ann)).toBe(200);
  expect(await setRole(app.admin, ann.id, "admin")).toBe("200 admin");
  expect(await setRole(app.admin, ann.id, "user")).toBe("200 user");
  expect(await statusOf(ann)).toBe(403);
  expect((await ann.send("GET", "/api/plugins/my")).status).toBe(200);
});

test("a user who is no administrator cannot give a role", async () => {
  const ben = await app.addUser("ben");
  expect(await setRole(ben, ben.id, "admin")).toBe("403 NOT_ALLOWED");
});

test("the role of a banned user cannot be changed, nor that of an unknown one", async () => {
  const eve = await app.addUser("eve");
  await app.admin.send("POST", `/api/admin/users/${eve.id}/ban`, { reason: "spam" });
  expect(await setRole(app.admin, eve.id, "admin")).toBe("409 USER_BANNED");
  expect(await setRole(app.admin, 999_999, "admin")).toBe("404 USER_NOT_FOUND");
  expect(await app.options.users.find(eve.id)).toMatchObject({ role: "user", banned: true });
});

test("an administrator who lost the role can be banned", async () => {
  const max = await app.addUser("max");
  const ban = () =>
    app.admin.send("POST", `/api/admin/users/${max.id}/ban`, { reason: "left the team" });
  await setRole(app.admin, max.id, "admin");
  expect((await ban()).status).toBe(409);
  await setRole(app.admin, max.id, "user");
  expect((await ban()).status).toBe(200);
});

test("the last administrator keeps the role, also when the token asks", async () => {
  const script: Pick<Client, "send"> = {
    send: (method, path, body) =>
      app.anyone.send(method, path, body, { authorization: `Bearer ${ADMIN_TOKEN}` }),
  };
  expect(await setRole(app.admin, app.admin.id, "user")).toBe("409 LAST_ADMINISTRATOR");
  expect(await setRole(script, app.admin.id, "user")).toBe("409 LAST_ADMINISTRATOR");
  expect(await statusOf(app.admin)).toBe(200);
});

test("of two administrators who demote each other at the same time, one stays", async () => {
  const dan = await app.addUser("dan");
  await setRole(app.admin, dan.id, "admin");
  const answers = await Promise.all([
    setRole(app.admin, dan.id, "user"),
    setRole(dan, app.admin.id, "user"),
  ]);
  expect(answers.filter((answer) => answer === "200 user")).toHaveLength(1);
  expect(new Set([await statusOf(app.admin), await statusOf(dan)])).toEqual(new Set([200, 403]));
  if ((await statusOf(dan)) === 200) await setRole(dan, app.admin.id, "admin");
});

test("a demotion waits for one that is under way, and then sees it", async () => {
  const { database, options } = app;
  const fay = await app.addUser("fay");
  await options.users.setRole(fay.id, "admin");
  const second = duringTransaction(
    database.db,
    async (trx) => {
      await lockAdministrators(trx);
      await trx
        .updateTable("user_account")
        .set({ role: "user" })
        .where("role", "=", "admin")
        .where("id", "!=", fay.id)
        .execute();
    },
    () => options.users.setRole(fay.id, "user"),
  );
  await expect(second).rejects.toMatchObject({ code: "LAST_ADMINISTRATOR" });
});
