import { InfrastructureError, isInfrastructureError } from "@botwright/core";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from "kysely";

/**
 * The codes of errors that are not caused by the statement. Those of PostgreSQL, by the beginning of their SQLSTATE:
 * connection (08), conflict with another transaction (40), resources (53: disk full, no connection free), operator
 * intervention (57P: the server stops or starts), system errors (58, XX), a read-only server (25006). And those of
 * sockets and TLS certificates.
 */
const UNAVAILABLE =
  /^(08...|40...|53...|57P..|58...|XX...|25006)$|^(E[A-Z]{2,}|CERT_\w+|DEPTH_\w+)$/u;

/** The messages of `pg`'s errors that have no code. */
const BROKEN =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)|Cannot use a pool after)/u;

/**
 * Runs a statement. Converts a failure of the database itself to an `InfrastructureError`, so that it does not become
 * the outcome of a plugin's call, and the message is handled again.
 *
 * @throws {InfrastructureError} `INFRASTRUCTURE_FAILED` with the cause
 */
export async function whileAvailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isUnavailable(error) ? unavailable(error) : error;
  }
}

function isUnavailable(error: unknown): error is Error {
  if (!(error instanceof Error) || isInfrastructureError(error)) return false;
  const code: unknown = Reflect.get(error, "code");
  return typeof code === "string" ? UNAVAILABLE.test(code) : BROKEN.test(error.message);
}

function unavailable(cause: Error): InfrastructureError {
  return new InfrastructureError(`the database is not available: ${cause.message}`, { cause });
}

/** Kysely's dialect; its statements throw an `InfrastructureError` when the database itself fails. */
export class HostDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new HostDriver(this.#config);
  }
}

class HostDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>();

  override async acquireConnection(
    ...args: Parameters<PostgresDriver["acquireConnection"]>
  ): Promise<DatabaseConnection> {
    const connection = await whileAvailable(() => super.acquireConnection(...args));
    if (this.#known.has(connection)) return connection;
    this.#known.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = <Row>(query: CompiledQuery, ...rest: Rest) =>
      whileAvailable(() => execute<Row>(query, ...rest));
    return connection;
  }
}

type Rest =
  Parameters<DatabaseConnection["executeQuery"]> extends [unknown, ...infer Others]
    ? Others
    : never;
