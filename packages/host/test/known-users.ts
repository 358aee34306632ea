import { createHmac, randomBytes } from "node:crypto";
import { createAuth } from "../src/auth/auth.ts";
import { createUsers, type User } from "../src/auth/users.ts";
import type { Database } from "../src/index.ts";

/** Of all users that {@link createKnownUsers} makes. */
export const PASSWORD = "correct horse";

const DAY_MS = 86_400_000;

/** Of {@link PASSWORD}: to hash it takes as much of the processor as a whole test of a page. */
let hash: Promise<string> | undefined;

/** Makes users and logs them in, where neither is what a test is about. */
export interface KnownUsers {
  create(user: Pick<User, "name" | "email"> & { readonly role?: User["role"] }): Promise<User>;
  /** The signed token of a new session. */
  logIn(userId: number): Promise<string>;
}

/** @param options of the host's login */
export function createKnownUsers(options: {
  readonly database: Database;
  readonly secret: string;
  readonly publicUrl: string;
}): KnownUsers {
  const { database, secret, publicUrl } = options;
  const { db } = database;
  const real = createAuth({ db, secret, publicUrl });
  const auth = { ...real, hashPassword: () => (hash ??= real.hashPassword(PASSWORD)) };
  const users = createUsers({ db, auth, publicUrl });
  return {
    create: (user) => users.create({ ...user, password: PASSWORD }),
    async logIn(userId) {
      const token = randomBytes(24).toString("base64url");
      const now = new Date();
      const expires_at = new Date(now.getTime() + 7 * DAY_MS);
      await db
        .insertInto("user_session")
        .values({ user_id: userId, token, expires_at, updated_at: now })
        .execute();
      return `${token}.${createHmac("sha256", secret).update(token).digest("base64")}`;
    },
  };
}
