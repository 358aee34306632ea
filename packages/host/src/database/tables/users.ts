import type { Generated } from "kysely";
import type { CreatedAt } from "./created-at.ts";

/** A person who logs in: the account that owns bots, credits and storage. */
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

/** An account or a bot that was deleted recently. Its id is never used again. */
interface DeletionTable {
  kind: "account" | "bot";
  id: number;
  deleted_at: Generated<Date>;
}

/** A session. better-auth writes it; a ban deletes it too. */
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

/** The hash of a password; better-auth writes it. */
interface UserLoginTable {
  id: Generated<number>;
  user_id: number;
  account_id: string;
  provider_id: string;
  password: string | null;
  created_at: CreatedAt;
  updated_at: Date;
}

/** A one-time token, such as that of a password reset; better-auth writes it. */
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
