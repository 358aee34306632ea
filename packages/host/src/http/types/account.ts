import type { AccountChange } from "../../changes/change-feed.ts";

/** Bodies of `/api/account`. */
export interface AccountBodies {
  DeleteAccount: {
    /**
     * The account's password.
     * @maxLength 128
     */
    password: string;
  };
}

/** Answers of `/api/account`. */
export interface AccountAnswers {
  /**
   * Lines of JSON: the first names the account, the last has `end: true`, each other line is `{ table, row }`.
   * Bytes of media are in base64.
   */
  AccountExport: string;
  AccountChange: AccountChange;
}
