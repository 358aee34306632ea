import type { Sandbox } from "@botwright/sandbox";
import { createModelCatalog } from "@botwright/services";
import { test as base } from "vitest";
import {
  createRollBack,
  createSafeUpdate,
  type Database,
  type PluginRecord,
  type Publication,
  type RollBack,
  type SafeUpdate,
} from "../src/index.ts";
import { approveWaiting } from "./approve-waiting.ts";
import { type MessageNode, startMessageNode, type TestBot } from "./message-node.ts";
import { openPublishing } from "./publishing.ts";

export const [ADMIN, DEVELOPER, OWNER] = [1, 5, 7] as const;

/** Counts its messages, and asks a model when a message says so. */
export const CODE = `export const meta = { permissions: { ai: true } };
export async function handler({ bot, msg, storage, aiService }) {
  const count = ((await storage.get("count")) ?? 0) + 1;
  await storage.set("count", count);
  if (msg.text === "ask") await aiService.callModel({ model: "small", messages: [] }).catch(() => {});
  await bot.reply(msg, "number " + count);
  return { handled: msg.text !== "pass" };
}`;

/** A published plugin that a bot of the owner's has run three times. */
export interface RecordedPlugin {
  readonly id: number;
  readonly slug: string;
  readonly bot: TestBot;
  /** Submits a version. */
  update(code: string, version?: string): Promise<PluginRecord>;
  /** Approves the version that waits. */
  approve(): Promise<PluginRecord>;
  /** What the bot has installed. */
  installed(): Promise<{ readonly version: string; readonly consented: string | null }>;
}

/** What it takes to update plugins that have run. */
export interface Updating extends AsyncDisposable {
  readonly database: Database;
  readonly sandbox: Sandbox;
  readonly node: MessageNode;
  readonly publication: Publication;
  readonly safeUpdate: SafeUpdate;
  readonly rollBack: RollBack;
  addPlugin(): Promise<RecordedPlugin>;
}

/** `test` with a node of its file, and with a plugin of its own that has run. */
/* oxlint-disable no-empty-pattern -- Vitest reads there which fixtures one needs */
export const test = base
  .extend("world", { scope: "file" }, async ({}, { onCleanup }): Promise<Updating> => {
    const world = await openUpdating();
    onCleanup(() => world[Symbol.asyncDispose]());
    return world;
  })
  .extend("plugin", ({ world }): Promise<RecordedPlugin> => world.addPlugin());
/* oxlint-enable no-empty-pattern */

/** Opens a host's database with a node that runs bots. */
async function openUpdating(): Promise<Updating> {
  const publishing = await openPublishing(DEVELOPER);
  const { database, sandbox } = publishing;
  const { db } = database;
  const node = await startMessageNode(database);
  const models = createModelCatalog([
    { name: "small", provider: "x", inputPrice: 1, outputPrice: 1 },
    { name: "large", provider: "x", inputPrice: 9, outputPrice: 9 },
  ]);
  const safeUpdate = createSafeUpdate({ db, sandbox, messages: node.messages, models });
  const publication = publishing.createPublication({
    onUpdate: (id) => safeUpdate.startReview(id),
  });
  let count = 0;
  return {
    database,
    sandbox,
    node,
    publication,
    safeUpdate,
    rollBack: createRollBack({ db }),
    async addPlugin() {
      count += 1;
      const slug = `counter-${count}`;
      const { id } = await publication.submit(DEVELOPER, { slug, name: slug, code: CODE });
      const approve = () => approveWaiting(publication, id, ADMIN);
      await approve();
      const bot = await node.addBot(OWNER, [await sandbox.load(CODE, { slug })]);
      await install(database, bot.id, id);
      for (const text of ["a secret", "ask", "pass"]) await bot.say(text);
      return {
        id,
        slug,
        bot,
        update: (code, version = "2.0.0") => publication.update(DEVELOPER, id, { code, version }),
        approve,
        installed: () =>
          db
            .selectFrom("installation as i")
            .innerJoin("plugin_version as v", "v.id", "i.version_id")
            .select(["v.version", "i.consented"])
            .where("i.bot_id", "=", bot.id)
            .executeTakeFirstOrThrow(),
      };
    },
    async [Symbol.asyncDispose]() {
      await safeUpdate.close();
      await node[Symbol.asyncDispose]();
      await publishing[Symbol.asyncDispose]();
    },
  };
}

async function install({ db }: Database, bot_id: number, plugin_id: number): Promise<void> {
  const { published_id } = await db
    .selectFrom("plugin")
    .select("published_id")
    .where("id", "=", plugin_id)
    .executeTakeFirstOrThrow();
  const version_id = published_id ?? 0;
  await db.insertInto("installation").values({ bot_id, plugin_id, version_id }).execute();
}
