import type { AccountChange } from "../../changes/change-feed.ts";

/** Bodies of `/api/account`. */
export interface AccountBodies {
  DeleteAccount: {
    /**
     * Of the account.
     * @maxLength 128
     */
    password: string;
  };
}

/** Answers of `/api/account`. */
export interface AccountAnswers {
  /**
   * Lines of JSON: `{ table, row }` each, between a line that names the account and one with `end: true`. Bytes of
   * media are base64.
   */
  AccountExport: string;
  AccountChange: AccountChange;
}
