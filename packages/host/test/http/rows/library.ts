import { newName, type Rows, type World } from "./row.ts";
import { publishPlugin } from "./plugins.ts";

/** The slug of a published plugin. */
async function publishSlug(world: World): Promise<string> {
  const id = await publishPlugin(world.owner, world);
  const row = world.app.database.db.selectFrom("plugin").select("slug").where("id", "=", id);
  return (await row.executeTakeFirstOrThrow()).slug;
}

const feishu = { platform: "feishu", credentials: { app_id: "cli_1", app_secret: "s" } };

/** Adds a set of credentials; earlier ones go. */
async function addSet({ owner }: World): Promise<string> {
  const list = await owner.send("GET", "/api/credentials");
  for (const { id } of JSON.parse(await list.text()).items) {
    await owner.send("DELETE", `/api/credentials/${id}`);
  }
  const answer = await owner.send("POST", "/api/credentials", feishu);
  return JSON.parse(await answer.text()).id;
}

export const libraryRows: Rows = {
  "GET /api/library": { prepare: () => ({ query: "text=name&order=new&limit=2" }) },
  "GET /api/library/{slug}": {
    prepare: async (world) => ({ path: { slug: await publishSlug(world) } }),
    others: "the same",
  },
  "GET /api/library/{slug}/versions": {
    prepare: async (world) => ({ path: { slug: await publishSlug(world) } }),
    others: "the same",
  },
  "GET /api/library/{slug}/code": {
    prepare: async (world) => ({ path: { slug: await publishSlug(world) } }),
    others: "the same",
  },
  "POST /api/library/{slug}/trial": {
    prepare: async (world) => ({
      path: { slug: await publishSlug(world) },
      body: { messages: ["hello"], platform: "feishu", config: { days: 3 } },
    }),
    others: "the same",
  },
  "GET /api/credentials": {},
  "POST /api/credentials": {
    prepare: async (world) => {
      await addSet(world);
      return { body: { ...feishu, name: newName(), is_default: true } };
    },
  },
  "PATCH /api/credentials/{set}": {
    prepare: async (world) => ({ path: { set: await addSet(world) }, body: { name: "Shop" } }),
  },
  "DELETE /api/credentials/{set}": {
    prepare: async (world) => ({ path: { set: await addSet(world) } }),
  },
};
