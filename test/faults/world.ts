import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createPostgresLedger,
  type Database,
  openDatabase,
  startEmbeddedPostgres,
} from "@botwright/host";
import { addDataFolder } from "../../packages/host/test/data-folder.ts";
import {
  addressesOf,
  bindBots,
  installPlugin,
  type KeyedPlatform,
  type Platforms,
  startPlatforms,
} from "./bots.ts";
import { createApiClient } from "../../packages/host/test/api-client.ts";
import { type Client, signUp } from "./client.ts";
import { terminateOthers } from "./connections.ts";
import { type NodeProcess, startNodeProcess } from "./node-process.ts";
import type { NodeSettings } from "./node-settings.ts";
import { type ScriptedProvider, startScriptedProvider } from "./scripted-provider.ts";

/** A host of one user with a bot on each platform, and all that it depends on. */
export interface World extends AsyncDisposable {
  readonly platforms: Platforms;
  readonly provider: ScriptedProvider;
  readonly ann: Client;
  readonly bots: Readonly<Record<KeyedPlatform, number>>;
  /** Looks at the database beside the nodes; its connections break with the server. */
  readonly db: Database["db"];
  /** The nodes that were started. */
  readonly nodes: NodeProcess[];
  /** Starts a node. Callbacks and requests come to it, as a proxy would send them to one that lives. */
  startNode(settings?: Partial<NodeSettings>): Promise<NodeProcess>;
  /** Kills the database server, or one of its processes, which makes the server start all others again. */
  killPostgres(what: "server" | "process"): Promise<void>;
  /** Restarts the database server in order. */
  restartPostgres(): Promise<void>;
  /** How another program connects to the database. */
  readonly databaseUrl: string;
  /** Ends all connections of nodes to the database. */
  breakConnections(): Promise<void>;
}

/** The credits that the user has at first. */
export const DEPOSIT = 100_000_000;

/**
 * The plugin of the tests: it counts a chat's messages, pays for an answer, and replies with both. What is
 * done twice, lost or out of order shows in the replies.
 */
const COUNTER = `export async function handler({ bot, msg, storage, aiService }) {
  const count = ((await storage.get(msg.from)) ?? 0) + 1;
  const { text, error } = await aiService.callModel({
    model: "paid", maxTokens: 50, messages: [{ role: "user", content: msg.text }],
  });
  await storage.set(msg.from, count);
  await bot.reply(msg, (error ?? text) + " #" + count);
  return { handled: true };
}`;

/** What a world is made of. */
export interface WorldOptions {
  readonly code?: string;
  readonly aiLimits?: NodeSettings["aiLimits"];
  /** Whether nodes share a server of the test's, in the place of the first node's own. @default false */
  readonly isShared?: boolean;
  /** The folder of the database. @default a new one */
  readonly folder?: string;
}

/** Starts everything. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const { code = COUNTER, aiLimits, isShared = false } = options;
  await using opened = new AsyncDisposableStack();
  const made = await mkdtemp(join(tmpdir(), "botwright-faults-"));
  opened.defer(() => rm(made, { recursive: true, force: true }));
  const { folder = made } = options;
  if (options.folder === undefined) await addDataFolder(folder);
  const platforms = opened.use(await startPlatforms());
  const provider = opened.use(await startScriptedProvider());
  const data = join(folder, "data");
  if (isShared) opened.use(await startEmbeddedPostgres({ folder }));
  const server = `postgresql://botwright@localhost/postgres?host=${join(folder, "run")}`;
  const nodes: NodeProcess[] = [];
  opened.defer(async () => {
    // The database server ends with the node that has started or adopted it.
    const pid = isShared ? undefined : await readServerPid(data);
    await Promise.all(nodes.map((node) => node.kill()));
    if (pid === undefined) return;
    kill(pid, "SIGQUIT");
    for (; kill(pid, 0);) await new Promise((done) => setTimeout(done, 20));
  });
  const common = {
    database: isShared ? server : { folder },
    secret: randomBytes(32).toString("hex"),
    providerUrl: provider.url,
    adapterOptions: addressesOf(platforms),
    ...(aiLimits !== undefined && { aiLimits }),
  };

  async function startNode(settings: Partial<NodeSettings> = {}): Promise<NodeProcess> {
    const node = startNodeProcess({ ...common, ...settings });
    nodes.push(node);
    await node.ready;
    return node;
  }

  const first = await startNode();
  let url = await first.ready;
  const connection = { host: join(folder, "run"), user: "botwright", database: "postgres" };
  const { db } = opened.use(await openDatabase({ connection, connections: 2 }));

  const ann = await signUp(() => url);
  const bots = await bindBots(ann, url, platforms);
  await installPlugin(
    ann,
    createApiClient(() => url, common.secret).call,
    "counter",
    code,
    Object.values(bots),
  );
  await createPostgresLedger(db).move({ userId: ann.id, key: "deposit", credits: DEPOSIT });

  const running = opened.move();
  return {
    platforms,
    provider,
    ann,
    bots,
    db,
    nodes,
    async startNode(settings) {
      const node = await startNode(settings);
      url = await node.ready;
      platforms.wecom.setCallback(`${url}/callbacks/${bots.wecom}/`);
      return node;
    },
    async killPostgres(what) {
      const pid = await readServerPid(data);
      if (pid === undefined) return;
      if (what === "server") kill(pid, "SIGKILL");
      else kill(await childOf(pid), "SIGKILL");
    },
    async restartPostgres() {
      const pid = await readServerPid(data);
      if (pid !== undefined) kill(pid, "SIGINT");
    },
    databaseUrl: server,
    async breakConnections() {
      await terminateOthers(db);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function readServerPid(data: string): Promise<number | undefined> {
  const text = await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  return pid > 1 ? pid : undefined;
}

/** The newest process of the server: mostly one that serves a connection. */
async function childOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return Number(text.trim().split(" ").at(-1) || pid);
}

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
