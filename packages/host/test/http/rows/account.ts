import { newName, type Rows } from "./row.ts";

export const accountRows: Rows = {
  "GET /api/account/export": {},
  "DELETE /api/account": {
    prepare: async ({ app }) => ({
      client: await app.signUp(newName()),
      body: { password: "correct horse" },
    }),
  },
};
