import { definePlugin, silentLogger } from "@botwright/core";
import { createMemoryRateLimiter } from "@botwright/services";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAuth } from "../src/auth/auth.ts";
import { createUsers } from "../src/auth/users.ts";
import {
  createAccounts,
  createInstallations,
  createInstalledPlugins,
  createPublication,
  createRollBack,
  type Database,
  syncBuiltins,
} from "../src/index.ts";
import { approveWaiting } from "./approve-waiting.ts";
import { ADMIN, ANN, DEVELOPER, type Installing, openInstalling } from "./installing.ts";

let world: Installing;
let database: Database;
beforeAll(async () => {
  world = await openInstalling();
  ({ database } = world);
});
afterAll(() => world[Symbol.asyncDispose]());

/** Listens as a node does. Returns what tells which notifications a change has sent. */
async function listen() {
  const { notifications } = database;
  const heard: string[] = [];
  let ended = 0;
  notifications.listen("installations", (payload) => heard.push(payload));
  notifications.listen("end", () => (ended += 1));
  await expect.poll(() => ended).toBe(1);
  // The server sends notifications in the order of their commits.
  return async (change: () => Promise<unknown>): Promise<string[]> => {
    const before = ended;
    heard.length = 0;
    await change();
    await notifications.notify("end");
    await expect.poll(() => ended).toBe(before + 1);
    return [...heard];
  };
}

test("all nodes are told each change of what bots run with its commit, also when the process dies then", async () => {
  const { sandbox, secrets } = world;
  const { db } = database;
  const bot = await world.addBot();
  const { plugin_id, version_id } = await world.publish("changing");
  const limiter = createMemoryRateLimiter();
  // None of them is given what to do after the commit.
  const installations = createInstallations({ db, secrets });
  const publication = createPublication({ db, sandbox, limiter });
  const rollBack = createRollBack({ db });
  const publicUrl = "http://localhost";
  const auth = createAuth({ db, secret: "s".repeat(32), publicUrl });
  const users = createUsers({ db, auth, publicUrl });
  const builtin = definePlugin({
    meta: { slug: "built-in" },
    handler: async () => ({ handled: false }),
  });
  const code = `export const meta = { permissions: { hosts: [] } };
export const handler = () => ({ handled: false });`;
  const toldBy = await listen();

  const installing = { plugin_id, version_id };
  const ofBot = [String(bot)];
  const ofAll = [""];
  expect(await toldBy(() => installations.install(ANN, bot, installing))).toEqual(ofBot);
  const disable = { enabled: false };
  expect(await toldBy(() => installations.change(ANN, bot, plugin_id, disable))).toEqual(ofBot);
  expect(await toldBy(() => installations.reorder(ANN, bot, [plugin_id]))).toEqual(ofBot);
  const second = { code, version: "2.0.0" };
  expect(await toldBy(() => publication.update(DEVELOPER, plugin_id, second))).toEqual([]);
  expect(await toldBy(() => approveWaiting(publication, plugin_id, ADMIN))).toEqual(ofAll);
  expect(await toldBy(() => rollBack.installation(ANN, bot, plugin_id, { consent: true }))).toEqual(
    ofBot,
  );
  expect(await toldBy(() => rollBack.plugin(plugin_id))).toEqual(ofAll);
  expect(await toldBy(() => users.ban(DEVELOPER, "spam"))).toEqual(ofAll);
  expect(await toldBy(() => users.unban(DEVELOPER))).toEqual(ofAll);
  expect(await toldBy(() => publication.takeDown(plugin_id, ADMIN, "spam"))).toEqual(ofAll);
  expect(await toldBy(() => installations.uninstall(ANN, bot, plugin_id))).toEqual(ofBot);
  expect(await toldBy(() => createAccounts({ database, secrets }).delete(DEVELOPER))).toEqual(
    ofAll,
  );
  const builtins = new Map([["built-in", builtin]]);
  const sync = () => syncBuiltins({ db, builtins, version: "1.0.0", logger: silentLogger });
  expect(await toldBy(sync)).toEqual(ofAll);
  expect(await toldBy(sync)).toEqual([]);
  const refused = () =>
    expect(installations.install(ANN, bot, installing)).rejects.toMatchObject({
      code: "PLUGIN_NOT_FOUND",
    });
  expect(await toldBy(refused)).toEqual([]);
});

test("the node that makes a change runs it at once, before it is told", async () => {
  const { sandbox, secrets } = world;
  const { db, notifications } = database;
  const bot = await world.addBot();
  const plugin = await world.publish("at-once", {}, ANN);
  const deaf = { ...database, notifications: { ...notifications, listen: () => () => {} } };
  const node = createInstalledPlugins({ database: deaf, sandbox, secrets });
  const onChanged = (botId?: number): void => node.forget(botId);
  const installations = createInstallations({ db, secrets, onChanged });
  const limiter = createMemoryRateLimiter();
  const publication = createPublication({ db, sandbox, limiter, onChanged });
  expect(await node.of({ id: bot })).toEqual([]);
  await installations.install(ANN, bot, plugin);
  expect(await node.of({ id: bot })).toHaveLength(1);
  await publication.takeDown(plugin.plugin_id, ADMIN, "spam");
  expect(await node.of({ id: bot })).toEqual([]);
});
