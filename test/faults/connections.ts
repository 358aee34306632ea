import { setTimeout as sleep } from "node:timers/promises";
import { type Database, openDatabase } from "@botwright/host";

const NAME = "hog";

/** More than the server allows. */
const CONNECTIONS = 120;

/** Takes all of the server's connections away from everybody else, for some milliseconds. */
export async function hogConnections(databaseUrl: string, ms: number): Promise<void> {
  const connection = `${databaseUrl}&application_name=${NAME}`;
  await using database = await openDatabase({ connection, connections: CONNECTIONS });
  // With a connection of its own, for there is none to be had later.
  await using ending = await openDatabase({ connection, connections: 1 });
  const { db } = database;
  const until = performance.now() + ms;
  const left = (): number => Math.max(0, until - performance.now());
  const hold = async (): Promise<void> => {
    while (left() > 0) {
      // One that finds no free connection tries again.
      await holdOne(db, left()).catch(() => sleep(2));
    }
  };
  const holding = Array.from({ length: CONNECTIONS }, hold);
  while (left() > 0) {
    await terminateOthers(ending.db).catch(() => {});
    await sleep(100);
  }
  await Promise.all(holding);
}

async function holdOne(db: Database["db"], ms: number): Promise<void> {
  await db
    .selectNoFrom((row) => row.fn<null>("pg_sleep", [row.val(ms / 1000)]).as("slept"))
    .execute();
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
