import { setTimeout as sleep } from "node:timers/promises";
import { type Database, openDatabase } from "@botwright/host";

const NAME = "hog";

/** More than the server allows. */
const CONNECTIONS = 120;

/** Takes all of the server's connections away from everybody else, until it is disposed of. */
export async function hogConnections(databaseUrl: string): Promise<AsyncDisposable> {
  const connection = `${databaseUrl}&application_name=${NAME}`;
  await using opened = new AsyncDisposableStack();
  const { db } = opened.use(await openDatabase({ connection, connections: CONNECTIONS }));
  // With a connection of its own, for there is none to be had later: its first statement makes it.
  const ending = opened.use(await openDatabase({ connection, connections: 1 }));
  await terminateOthers(ending.db);
  const over = new AbortController();
  const hold = async (): Promise<void> => {
    // One that finds no free connection tries again.
    while (!over.signal.aborted) await holdOne(db).catch(() => sleep(2));
  };
  const holding = Array.from({ length: CONNECTIONS }, hold);
  async function end(): Promise<void> {
    while (!over.signal.aborted) {
      await terminateOthers(ending.db).catch(() => {});
      await sleep(100);
    }
  }
  holding.push(end());
  opened.defer(async () => {
    over.abort();
    await Promise.all(holding);
  });
  const running = opened.move();
  return { [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Uses a connection for a second. */
async function holdOne(db: Database["db"]): Promise<void> {
  await db.selectNoFrom((row) => row.fn<null>("pg_sleep", [row.val(1)]).as("slept")).execute();
}

/** What PostgreSQL shows of its processes. */
type Activity = {
  pg_stat_activity: { pid: number; backend_type: string; application_name: string };
};

/** Ends the connections that are not held here, but the one that asks. */
export async function terminateOthers(db: Database["db"]): Promise<void> {
  await db
    .withTables<Activity>()
    .selectFrom("pg_stat_activity")
    .select((row) => row.fn<boolean>("pg_terminate_backend", ["pid"]).as("ended"))
    .where("backend_type", "=", "client backend")
    .where("application_name", "!=", NAME)
    .where((row) => row("pid", "!=", row.fn<number>("pg_backend_pid", [])))
    .execute();
}
