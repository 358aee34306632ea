import { InfrastructureError, type Plugin } from "@botwright/core";
import type { Rows, World } from "./row.ts";

const CODE = `export const meta = { slug: "greeter" };
export async function handler({ bot, msg }) {
  await bot.reply(msg, "hello");
  return { handled: true };
}`;

const breaks: Plugin = {
  meta: { slug: "breaks" },
  handler: () => Promise.reject(new InfrastructureError("the database is gone")),
};

/** A message of the owner's that a plugin has handled. */
async function addMessage({ app, owner }: World): Promise<number> {
  const bot = await app.node.addBot(owner.id, [await app.sandbox.load(CODE)]);
  await bot.say("hi");
  return newest(app, bot.id);
}

/** A message of the owner's that was set aside. */
async function addSetAside({ app, owner }: World): Promise<number> {
  const bot = await app.node.addBot(owner.id, [breaks]);
  await bot.say("hi");
  return newest(app, bot.id);
}

async function newest(app: World["app"], bot_id: number): Promise<number> {
  const { id } = await app.database.db
    .selectFrom("message")
    .select("id")
    .where("bot_id", "=", bot_id)
    .executeTakeFirstOrThrow();
  return id;
}

export const messageRows: Rows = {
  "GET /api/messages": {
    prepare: async (world) => {
      await addMessage(world);
      return { query: "state=done&plugin=greeter&text=hi&limit=2" };
    },
  },
  "GET /api/messages/live": {},
  "GET /api/messages/{id}/trace": {
    prepare: async (world) => ({ path: { id: await addMessage(world) } }),
  },
  "GET /api/messages/{id}/record": {
    prepare: async (world) => ({ path: { id: await addMessage(world) }, query: "plugin=greeter" }),
  },
  "POST /api/messages/{id}/retry": {
    prepare: async (world) => ({ path: { id: await addSetAside(world) } }),
  },
  "GET /api/admin/messages/set-aside": {
    prepare: async (world) => {
      await addSetAside(world);
      return { query: "limit=2" };
    },
  },
  "GET /api/admin/messages/{id}/trace": {
    prepare: async (world) => ({ path: { id: await addSetAside(world) } }),
  },
  "POST /api/admin/messages/{id}/retry": {
    prepare: async (world) => ({ path: { id: await addSetAside(world) } }),
  },
};
