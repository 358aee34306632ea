import { BotwrightError, type BotwrightErrorOptions } from "@botwright/core";

/** Why the host cannot use its database. */
export type DatabaseErrorCode =
  /** No PostgreSQL comes with the packages for this operating system: set `DATABASE_URL`. */
  | "POSTGRES_UNAVAILABLE"
  /** PostgreSQL did not start; the message has its last lines. */
  | "POSTGRES_FAILED"
  /** Another host uses the data folder. */
  | "POSTGRES_IN_USE"
  /** The data folder was written by another major version of PostgreSQL. */
  | "POSTGRES_VERSION"
  /** The database's schema, or a backup's, is newer than this version of the host. */
  | "DATABASE_NEWER"
  /** A backup is restored into an empty database only. */
  | "DATABASE_NOT_EMPTY"
  /** It is no backup, or not a whole one. */
  | "BACKUP_INVALID";

/** The host's database cannot be used. The message says what to do. */
export class DatabaseError extends BotwrightError {
  override readonly name = "DatabaseError";
  override readonly code: DatabaseErrorCode;

  constructor(message: string, options: BotwrightErrorOptions & { code: DatabaseErrorCode }) {
    super(message, options);
    this.code = options.code;
  }
}
