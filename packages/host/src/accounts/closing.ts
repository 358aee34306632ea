import { type RawBuilder, sql } from "kysely";

/**
 * Whether an account is being deleted: it is closed while its bots stop. The time ends by itself, so that an account is
 * open again when the process that deletes it has died.
 *
 * @param account the name of `user_account` in the statement
 */
export function isClosing(account = "user_account"): RawBuilder<boolean> {
  const until = sql.ref(`${account}.closing_until`);
  // The first part is that of the index.
  return sql<boolean>`(${until} is not null and ${until} > clock_timestamp())`;
}

/** Whether an account may do nothing, because it is banned or being deleted. */
export function isClosed(account = "user_account"): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${account}.banned`)} or ${isClosing(account)})`;
}
