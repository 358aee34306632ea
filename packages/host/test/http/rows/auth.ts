import { createEmailVerificationToken } from "better-auth/api";
import { AUTH_SECRET } from "../test-app.ts";
import { newName, type Rows } from "./row.ts";

const password = "correct horse";

export const authRows: Rows = {
  "POST /api/auth/sign-up/email": {
    prepare: () => ({ body: { name: "x", email: `${newName()}@example.org`, password } }),
  },
  "POST /api/auth/sign-in/email": {
    prepare: ({ owner }) => ({ body: { email: owner.email, password } }),
  },
  "GET /api/auth/settings": {},
  "POST /api/auth/send-verification-email": {
    prepare: ({ owner }) => ({ body: { email: owner.email } }),
    // The test's host sends no mail.
    fails: 409,
  },
  "POST /api/auth/verify-email": {
    prepare: async ({ app }) => {
      const { id, email } = await app.addUser(newName());
      const { db } = app.database;
      await db
        .updateTable("user_account")
        .set({ email_verified: false })
        .where("id", "=", id)
        .execute();
      return { body: { token: await createEmailVerificationToken(AUTH_SECRET, email) } };
    },
  },
  "POST /api/auth/sign-out": {
    prepare: async ({ app }) => ({ client: await app.addUser(newName()) }),
  },
  "GET /api/auth/get-session": {},
  "GET /api/auth/list-sessions": {},
  "POST /api/auth/revoke-session": { prepare: () => ({ body: { token: "none of mine" } }) },
  "POST /api/auth/revoke-other-sessions": {
    prepare: async ({ app }) => ({ client: await app.addUser(newName()) }),
  },
  "POST /api/auth/change-password": {
    prepare: async ({ app }) => ({
      client: await app.addUser(newName()),
      body: { currentPassword: password, newPassword: "battery staple" },
    }),
  },
  "POST /api/auth/request-password-reset": {
    prepare: ({ owner }) => ({ body: { email: owner.email } }),
    // The test's host sends no mail.
    fails: 409,
  },
  "POST /api/auth/reset-password": {
    prepare: async ({ app }) => {
      const { id } = await app.addUser(newName());
      const answer = await app.admin.send("POST", `/api/admin/users/${id}/reset-link`);
      const { url } = JSON.parse(await answer.text());
      const token = new URL(url).searchParams.get("token");
      return { body: { token, newPassword: "battery staple" } };
    },
  },
};
