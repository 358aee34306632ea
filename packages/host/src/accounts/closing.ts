import { type RawBuilder, sql } from "kysely";

/**
 * Whether an account is being deleted: it is closed while its bots stop. The closing expires by itself, so that the
 * account opens again if the process that deletes it dies.
 *
 * @param account the name of `user_account` in the statement
 */
export function isClosing(account = "user_account"): RawBuilder<boolean> {
  const until = sql.ref(`${account}.closing_until`);
  // The first condition is that of the partial index.
  return sql<boolean>`(${until} is not null and ${until} > clock_timestamp())`;
}

/** Whether an account may do nothing, because it is banned or being deleted. */
export function isClosed(account = "user_account"): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${account}.banned`)} or ${isClosing(account)})`;
}
