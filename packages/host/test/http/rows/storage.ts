import { newName, type Rows, type World } from "./row.ts";

/** Stores a value, and returns its id. */
async function addValue({ owner }: World): Promise<number> {
  const body = { plugin_slug: "notebook", key: newName(), json: '["milk"]' };
  const answer = await owner.send("POST", "/api/storage/values", body);
  return JSON.parse(await answer.text()).id;
}

export const storageRows: Rows = {
  "GET /api/storage": {
    prepare: async (world) => {
      await addValue(world);
      return {};
    },
  },
  "DELETE /api/storage": { prepare: () => ({ query: "plugin=notebook" }) },
  "GET /api/storage/values": {
    prepare: async (world) => {
      await addValue(world);
      return { query: "plugin=notebook&text=name&limit=2" };
    },
  },
  "POST /api/storage/values": {
    prepare: () => ({ body: { plugin_slug: "notebook", key: newName(), json: "12" } }),
  },
  "GET /api/storage/values/{id}": {
    prepare: async (world) => ({ path: { id: await addValue(world) } }),
  },
  "PUT /api/storage/values/{id}": {
    prepare: async (world) => ({ path: { id: await addValue(world) }, body: { json: "{}" } }),
  },
  "DELETE /api/storage/values/{id}": {
    prepare: async (world) => ({ path: { id: await addValue(world) } }),
  },
};
