export { DatabaseError, type DatabaseErrorCode } from "./errors.ts";
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  type PostgresConnection,
  startEmbeddedPostgres,
} from "./postgres/embedded-postgres.ts";
export { type Database, type DatabaseOptions, openDatabase } from "./database/open-database.ts";
export { type NodeLease, type NodeLeaseOptions, startNodeLease } from "./node-lease.ts";
export {
  createPostgresInbox,
  type PostgresInbox,
  type PostgresInboxOptions,
} from "./inbox/postgres-inbox.ts";
