import { approveOverHttp } from "../../approve-waiting.ts";
import { publishPlugin } from "./plugins.ts";
import type { Rows, World } from "./row.ts";

const code = "export const handler = () => ({ handled: false }); // another version";

/** Submits another version of a plugin of the owner's. */
async function update({ owner }: World, id: number): Promise<void> {
  await owner.send("PUT", `/api/plugins/my/${id}`, { version: "2.0.0", code });
}

/** A plugin of the owner's with a published version, and one that waits. */
async function publishWithUpdate(world: World): Promise<number> {
  const id = await publishPlugin(world.owner, world);
  await update(world, id);
  return id;
}

/** A plugin of the owner's with two approved versions. */
async function publishTwice(world: World): Promise<number> {
  const id = await publishWithUpdate(world);
  await approveOverHttp(world.app.admin, id);
  return id;
}

/** A bot of the owner's that has this version of a plugin. */
async function install(
  { app, owner }: World,
  plugin_id: number,
  which: "first" | "last",
): Promise<{ id: number; plugin_id: number }> {
  const { db } = app.database;
  const bot = await app.node.addBot(owner.id, []);
  const version = await db
    .selectFrom("plugin_version")
    .select("id")
    .where("plugin_id", "=", plugin_id)
    .orderBy("id", which === "first" ? "asc" : "desc")
    .executeTakeFirstOrThrow();
  const row = { bot_id: bot.id, plugin_id, version_id: version.id };
  await db.insertInto("installation").values(row).execute();
  return { id: bot.id, plugin_id };
}

/** A message of the owner's that a published plugin has had. */
async function addRun({ app, owner }: World, plugin_id: number) {
  const { slug, code: published } = await app.database.db
    .selectFrom("plugin as p")
    .innerJoin("plugin_version as v", "v.id", "p.published_id")
    .select(["p.slug", "v.code"])
    .where("p.id", "=", plugin_id)
    .executeTakeFirstOrThrow();
  const bot = await app.node.addBot(owner.id, [await app.sandbox.load(published, { slug })]);
  await bot.say("hi");
  const { id } = await app.database.db
    .selectFrom("message")
    .select("id")
    .where("bot_id", "=", bot.id)
    .executeTakeFirstOrThrow();
  return { path: { id }, query: `plugin=${slug}` };
}

export const updateRows: Rows = {
  "POST /api/messages/{id}/rerun": {
    prepare: async (world) => addRun(world, await publishPlugin(world.owner, world)),
  },
  "POST /api/bots/{id}/plugins/{plugin_id}/compare": {
    prepare: async (world) => ({
      path: await install(world, await publishTwice(world), "first"),
    }),
  },
  "POST /api/bots/{id}/plugins/{plugin_id}/roll-back": {
    prepare: async (world) => ({
      path: await install(world, await publishTwice(world), "last"),
      body: { consent: true },
    }),
  },
  "POST /api/plugins/my/{id}/roll-back": {
    prepare: async (world) => ({ path: { id: await publishTwice(world) } }),
  },
  "POST /api/admin/plugins/{id}/roll-back": {
    prepare: async (world) => ({ path: { id: await publishTwice(world) } }),
  },
  "POST /api/plugins/my/{id}/update-report": {
    prepare: async (world) => ({ path: { id: await publishWithUpdate(world) } }),
  },
  "POST /api/admin/plugins/{id}/update-report": {
    prepare: async (world) => ({ path: { id: await publishWithUpdate(world) } }),
  },
};
