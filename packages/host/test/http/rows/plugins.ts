import { approveOverHttp } from "../../approve-waiting.ts";
import type { Client } from "../test-app.ts";
import { newName, type Rows, type World } from "./row.ts";

const code = `export async function handler() { return { handled: false }; }`;

/** Submits a plugin. */
export async function submitPlugin(owner: Pick<Client, "send">): Promise<number> {
  return (await submitted(owner)).id;
}

/** Submits a plugin, and returns its record. */
export async function submitted(
  owner: Pick<Client, "send">,
): Promise<{ readonly id: number; readonly sha256: string }> {
  const slug = newName();
  const answer = await owner.send("POST", "/api/plugins/submit", { slug, name: slug, code });
  return JSON.parse(await answer.text());
}

/** Submits and approves a plugin. */
export async function publishPlugin(owner: Pick<Client, "send">, { app }: World): Promise<number> {
  const id = await submitPlugin(owner);
  await approveOverHttp(app.admin, id);
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
