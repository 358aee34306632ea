import { newName, type Rows } from "./row.ts";

export const accountRows: Rows = {
  "GET /api/account/export": {},
  "GET /api/changes": {},
  "DELETE /api/account": {
    prepare: async ({ app }) => ({
      client: await app.addUser(newName()),
      body: { password: "correct horse" },
    }),
  },
};
