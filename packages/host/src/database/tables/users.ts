import type { Generated } from "kysely";
import type { CreatedAt } from "./created-at.ts";

/** A person who logs in: "the account" of bots, credits and storage. */
interface UserAccountTable {
  id: Generated<number>;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  image: string | null;
  role: Generated<"user" | "admin">;
  banned: Generated<boolean>;
  ban_reason: string | null;
  /** Until when the account is closed, because it is being deleted. */
  closing_until: Date | null;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

/** An account or a bot that was deleted lately; ids are never used again. */
interface DeletionTable {
  kind: "account" | "bot";
  id: number;
  deleted_at: Generated<Date>;
}

/** A session; written by better-auth, ended by bans too. */
interface UserSessionTable {
  id: Generated<number>;
  user_id: number;
  token: string;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  created_at: CreatedAt;
  updated_at: Date;
}

/** A password's hash; written by better-auth. */
interface UserLoginTable {
  id: Generated<number>;
  user_id: number;
  account_id: string;
  provider_id: string;
  password: string | null;
  created_at: CreatedAt;
  updated_at: Date;
}

/** A one-time token, such as that of a password reset; written by better-auth. */
interface UserVerificationTable {
  id: Generated<number>;
  identifier: string;
  value: string;
  expires_at: Date;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

/** People who log in. */
export interface UserTables {
  deletion: DeletionTable;
  user_account: UserAccountTable;
  user_session: UserSessionTable;
  user_login: UserLoginTable;
  user_verification: UserVerificationTable;
}
