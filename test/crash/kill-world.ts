import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStorage, type Platform } from "@botwright/core";
import {
  createPostgresKeyValueStore,
  createPostgresLedger,
  openDatabase,
  startEmbeddedPostgres,
} from "@botwright/host";
import { type Simulator, startSimulator } from "@botwright/simulators";
import { expect } from "vitest";
import { addDataFolder } from "../../packages/host/test/data-folder.ts";
import { startScriptedProvider } from "../faults/scripted-provider.ts";
import { chatOf, type KillCase, type KilledSettings } from "./kill-messages.ts";
import type { KillRound } from "./kill-round.ts";
import type { Outcome } from "./problems.ts";

/** What outlives the killed processes: the database, the platform and the provider of models. */
export interface KillWorld extends AsyncDisposable {
  /** What a process is started with. */
  readonly settings: KilledSettings;
  /** Tells the platform where the process takes callbacks. */
  setCallback(url: string): void;
  /** Gives each chat credits, and lets its person say something. */
  say(chats: readonly number[]): Promise<void>;
  /** Another chat of the same account votes, while the plugin holds what it has read. */
  voteBeside(chat: number): Promise<void>;
  /** Ends the lease of a process that has died, as seconds would. */
  expireLeases(): Promise<void>;
  /** Waits until every message of a round has been accepted and has ended. */
  quiet(round: KillRound): Promise<void>;
  /** What the chats of a round were shown, and what they have cost. */
  outcomesOf(round: KillRound): Promise<Outcome[]>;
}

/** Credits of each account. */
const DEPOSIT = 1_000_000;

/** How often another chat votes. */
const OTHER_VOTES = 2;

/** Starts everything. */
export async function openKillWorld(
  platform: Platform,
  cases: readonly KillCase[],
): Promise<KillWorld> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "botwright-kills-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  await addDataFolder(folder);
  opened.use(await startEmbeddedPostgres({ folder }));
  const databaseUrl = `postgresql://botwright@localhost/postgres?host=${join(folder, "run")}`;
  const { db } = opened.use(await openDatabase({ connection: databaseUrl, connections: 4 }));
  // The bot whose adapter all chats share; their own bots need no rows.
  const bot = { user_id: 1, platform, name: "", sealed: "", account: "shared" };
  await db.insertInto("bot").values(bot).execute();
  const simulator: Simulator = opened.use(await openSimulator(platform));
  const provider = opened.use(await startScriptedProvider());
  const ledger = createPostgresLedger(db);
  const storage = createStorage({ store: createPostgresKeyValueStore(db) });
  const votes = new Map<number, number>();

  /** Messages that have ended, once the platform has delivered all of them. */
  async function ended({ chats }: KillRound): Promise<number> {
    if (simulator.pending() > 0) return 0;
    const rows = await db
      .selectFrom("message")
      .select("id")
      .where("bot_id", "in", [...chats.keys()])
      .where((is) => is.or([is("done_at", "is not", null), is("aside_at", "is not", null)]))
      .execute();
    return rows.length;
  }

  /** What is left open or given up, by chat. */
  async function failures(): Promise<{ chat: number; failure: string }[]> {
    const asides = await db
      .selectFrom("message")
      .select(["bot_id", "error_message"])
      .where("aside_at", "is not", null)
      .execute();
    const reserved = await db
      .selectFrom("reservation")
      .select("user_id")
      .where("charged", "is", null)
      .execute();
    return [
      ...asides.map((row) => ({ chat: row.bot_id, failure: `set aside: ${row.error_message}` })),
      ...reserved.map((row) => ({ chat: row.user_id, failure: "credits stay reserved" })),
    ];
  }

  function shownTo(chat: number): string[] {
    return simulator
      .sent()
      .filter(({ to, shown }) => chatOf(to) === chat && shown !== false)
      .map(({ text, name, type }) => (type === "text" ? (text ?? "") : `${type} ${name ?? ""}`));
  }

  const running = opened.move();
  return {
    settings: {
      platform,
      adapterOptions: jsonOf(simulator.adapterOptions),
      credentials: simulator.bind?.() ?? simulator.credentials,
      databaseUrl,
      secret: randomBytes(32).toString("hex"),
      providerUrl: provider.url,
      cases,
    },
    setCallback: (url) => simulator.setCallback(url),
    async say(chats) {
      const moving = chats.map((userId) =>
        ledger.move({ userId, key: `${userId}`, credits: DEPOSIT }),
      );
      await Promise.all(moving);
      const saying = chats.map((chat) =>
        simulator.say({ from: personOf(platform, chat), text: "hello" }),
      );
      await Promise.all(saying);
    },
    async voteBeside(chat) {
      const count = votes.get(chat) ?? 0;
      if (count >= OTHER_VOTES) return;
      votes.set(chat, count + 1);
      const stored = storage.open(chat, "crashed");
      await stored.set("votes", Number(await stored.get("votes")) + 1);
    },
    async expireLeases() {
      await db.deleteFrom("node").execute();
    },
    async quiet(round) {
      await expect
        .poll(() => ended(round), { timeout: 60_000, interval: 50 })
        .toBe(round.chats.size);
    },
    async outcomesOf({ chats }) {
      const failed = await failures();
      return Promise.all(
        [...chats].map(async ([chat, { heldAt, sends }]) => ({
          died: heldAt,
          shown: shownTo(chat),
          sends,
          charged: DEPOSIT - (await ledger.balance(chat)),
          failures: failed.filter((row) => row.chat === chat).map(({ failure }) => failure),
        })),
      );
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** While no process runs, WeCom repeats a callback three times only. */
function openSimulator(platform: Platform): Promise<Simulator> {
  return platform === "wecom"
    ? startSimulator("wecom", { callbackRetryMs: 3000 })
    : startSimulator(platform);
}

/** What JSON can say of it. */
function jsonOf(options: object): object {
  return JSON.parse(JSON.stringify(options));
}

/** The id of a chat's person. */
function personOf(platform: Platform, chat: number): string {
  if (platform === "wechat") return `${chat}@im.wechat`;
  return platform === "feishu" ? `ou_${chat}` : `${chat}`;
}
