import { randomBytes } from "node:crypto";
import {
  createPostgresInbox,
  createPostgresJournal,
  createPostgresKeyValueStore,
  type Database,
  type NodeLease,
  type PostgresInbox,
  startNodeLease,
} from "@botwright/host";
import { createStorage } from "@botwright/core";
import { createAesSecrets } from "@botwright/services";
import { openTestDatabase } from "../../packages/host/test/test-database.ts";
import { createMemoryStores, type CreateCrashStores } from "./stores.ts";

/** The stores of hosts on one database, each empty. */
export interface PostgresStores extends AsyncDisposable {
  readonly create: CreateCrashStores;
}

/** A process of a host: its lease, and its inbox. */
interface HostProcess {
  readonly lease: NodeLease;
  readonly inbox: PostgresInbox;
}

/** Starts a database of its own. Whatever opens an inbox again is another process: the one before is dead. */
export async function openPostgresStores(): Promise<PostgresStores> {
  const database: Database = await openTestDatabase();
  const secrets = createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" });
  const ended: HostProcess[] = [];
  let hosts = 0;

  return {
    create() {
      const host = ++hosts;
      const { db } = database;
      const storage = createStorage({ store: createPostgresKeyValueStore(db) });
      let current: HostProcess | undefined;
      return {
        ...createMemoryStores(),
        journal: createPostgresJournal({ db, secrets }),
        storage: { open: (_user, slug) => storage.open(host, slug) },
        async openInbox(onDone) {
          await current?.lease.close();
          const lease = await startNodeLease({ db });
          const inbox = createPostgresInbox({ database, lease });
          current = { lease, inbox };
          ended.push(current);
          const opened = inbox.open(host);
          return {
            ...opened,
            process(handler) {
              opened.process(async (incoming) => {
                await handler(incoming);
                await onDone();
              });
            },
          };
        },
      };
    },
    async [Symbol.asyncDispose]() {
      for (const { lease } of ended) await lease.close();
      await Promise.all(ended.map(({ inbox }) => inbox.close()));
      await database.close();
    },
  };
}
