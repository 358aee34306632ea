import type { Client } from "../test-app.ts";
import { newName, type Rows, type World } from "./row.ts";

const code = `export async function handler() { return { handled: false }; }`;

/** Submits a plugin. */
export async function submitPlugin(owner: Pick<Client, "send">): Promise<number> {
  const slug = newName();
  const answer = await owner.send("POST", "/api/plugins/submit", { slug, name: slug, code });
  return JSON.parse(await answer.text()).id;
}

/** Submits and approves a plugin. */
export async function publishPlugin(owner: Pick<Client, "send">, { app }: World): Promise<number> {
  const id = await submitPlugin(owner);
  await app.admin.send("POST", `/api/admin/plugins/${id}/approve`);
  return id;
}

export const pluginRows: Rows = {
  "POST /api/plugins/submit": {
    prepare: () => ({ body: { slug: newName(), name: "A plugin", code } }),
  },
  "GET /api/plugins/my": {},
  "GET /api/plugins/my/{id}": {
    prepare: async ({ owner }) => ({ path: { id: await submitPlugin(owner) } }),
  },
  "POST /api/plugins/trial": { prepare: () => ({ body: { code, messages: ["hello"] } }) },
  "PUT /api/plugins/my/{id}": {
    prepare: async (world) => ({
      path: { id: await submitPlugin(world.owner) },
      body: { icon: "🎲" },
    }),
  },
};
