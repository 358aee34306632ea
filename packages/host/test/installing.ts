import { randomBytes } from "node:crypto";
import type { Plugin, PluginMeta } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { createAesSecrets, createMemoryRateLimiter } from "@botwright/services";
import {
  createInstallations,
  createInstalledPlugins,
  createLibrary,
  createPublication,
} from "../src/index.ts";
import { addAccounts } from "./add-accounts.ts";
import { approveWaiting } from "./approve-waiting.ts";
import { insertBot } from "./insert-bot.ts";
import { openTestDatabase } from "./test-database.ts";

/** The users, beside {@link DEVELOPER}. */
export const [ANN, BOB, ADMIN] = [1, 2, 3] as const;
/** Of most plugins. */
export const DEVELOPER = 99;

/** What it takes to publish plugins and to install them. */
export type Installing = Awaited<ReturnType<typeof openInstalling>>;

/** Opens a database with its library, where bots have at most five plugins. */
export async function openInstalling(builtins: ReadonlyMap<string, Plugin> = new Map()) {
  const database = await openTestDatabase();
  await addAccounts(database, ANN, BOB, ADMIN, DEVELOPER);
  const { db } = database;
  const secrets = createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" });
  // On a busy machine, a plugin that loops waits long for what CPU time it may have.
  const sandbox = createSandbox({ workers: 1, limits: { cpuMs: 200 } });
  const node = { database, sandbox, secrets, builtins };
  const here = createInstalledPlugins(node);
  /** Another node than the one that makes the changes. */
  const there = createInstalledPlugins(node);
  const publication = createPublication({
    db,
    sandbox,
    limiter: createMemoryRateLimiter(),
    onChanged: () => here.forget(),
  });
  const installations = createInstallations({
    db,
    secrets,
    onChanged: (botId) => here.forget(botId),
    most: 5,
  });
  const library = createLibrary({ db });
  return {
    database,
    sandbox,
    secrets,
    there,
    publication,
    installations,
    library,
    /** A bot of Ann's. */
    addBot: (): Promise<number> => insertBot(db, { userId: ANN }),
    /** Publishes a plugin. Returns what is needed to install it. */
    async publish(
      slug: string,
      meta: PluginMeta = {},
      developerId: number = DEVELOPER,
      code: string = codeOf({ permissions: { hosts: [] }, ...meta }),
    ) {
      const { id } = await publication.submit(developerId, { slug, name: meta.name ?? slug, code });
      await approveWaiting(publication, id, ADMIN);
      const { version_id } = await library.get(slug);
      return { plugin_id: id, version_id };
    },
    /** Publishes a further version. */
    async update(pluginId: number, version: string, meta: PluginMeta): Promise<void> {
      await publication.update(DEVELOPER, pluginId, { version, code: codeOf(meta) });
      await approveWaiting(publication, pluginId, ADMIN);
    },
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      await database.close();
    },
  };
}

function codeOf(meta: PluginMeta): string {
  return `export const meta = ${JSON.stringify(meta)};
export const handler = () => ({ handled: true });`;
}
