import { publishPlugin, submitPlugin, submitted } from "./plugins.ts";
import { newName, type Rows } from "./row.ts";

const body = { reason: "because" };

export const adminRows: Rows = {
  "GET /api/admin/plugins/queue": {
    prepare: async (world) => {
      await submitPlugin(world.owner);
      return { query: "after=0&limit=2" };
    },
  },
  "GET /api/admin/plugins/{id}/review": {
    prepare: async (world) => ({ path: { id: await submitPlugin(world.owner) } }),
  },
  "POST /api/admin/plugins/{id}/approve": {
    prepare: async ({ owner }) => {
      const { id, sha256 } = await submitted(owner);
      return { path: { id }, query: `sha256=${sha256}` };
    },
  },
  "POST /api/admin/plugins/{id}/reject": {
    prepare: async ({ owner }) => {
      const { id, sha256 } = await submitted(owner);
      return { path: { id }, query: `sha256=${sha256}`, body };
    },
  },
  "POST /api/admin/plugins/{id}/take-down": {
    prepare: async (world) => {
      const developer = await world.app.addUser(newName());
      return { path: { id: await publishPlugin(developer, world) }, body };
    },
  },
  "GET /api/admin/health": {},
  "GET /api/admin/users": { prepare: () => ({ query: "limit=2&text=example" }) },
  "POST /api/admin/users": {
    prepare: () => ({
      body: { name: "x", email: `${newName()}@example.org`, password: "correct horse" },
    }),
  },
  "POST /api/admin/users/{id}/ban": {
    prepare: async ({ app }) => ({ path: { id: (await app.addUser(newName())).id }, body }),
  },
  "POST /api/admin/users/{id}/unban": {
    prepare: async ({ app }) => ({ path: { id: (await app.addUser(newName())).id } }),
  },
  "POST /api/admin/users/{id}/role": {
    prepare: async ({ app }) => ({
      path: { id: (await app.addUser(newName())).id },
      body: { role: "admin" },
    }),
  },
  "POST /api/admin/users/{id}/reset-link": {
    prepare: async ({ app }) => ({ path: { id: (await app.addUser(newName())).id } }),
  },
};
