import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { dingtalkBinding } from "@botwright/adapter-dingtalk";
import { feishuBinding } from "@botwright/adapter-feishu";
import { telegramBinding } from "@botwright/adapter-telegram";
import { wechatBinding } from "@botwright/adapter-wechat";
import { wecomBinding } from "@botwright/adapter-wecom";
import { type AdapterOptions, definePlugin, type Platform } from "@botwright/core";
import { createAesSecrets, createServices } from "@botwright/services";
import {
  createBotRunner,
  createBots,
  createCallbacks,
  createLogins,
  createPostgresInbox,
  createPostgresJournal,
  createPostgresKeyValueStore,
  type Database,
  startNodeLease,
} from "../src/index.ts";

export const secrets = createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" });

export const bindings = {
  wechat: wechatBinding,
  feishu: feishuBinding,
  wecom: wecomBinding,
  dingtalk: dingtalkBinding,
  telegram: telegramBinding,
};

const echo = definePlugin({
  meta: { slug: "echo" },
  async handler({ bot, msg }) {
    await bot.reply(msg, `you said ${msg.text}`);
    return { handled: true };
  },
});

/** Where the platforms are, and how a test's nodes differ. */
export interface NodeOptions {
  readonly adapterOptions: Partial<Record<Platform, AdapterOptions>>;
  readonly publicUrl?: string;
  readonly most?: number;
  readonly testMs?: number;
  /** Whether the node takes bots. @default true */
  readonly runs?: boolean;
}

/** A node of a host, with the bots of accounts, their logins and their callbacks. */
export async function startNode(database: Database, options: NodeOptions) {
  const { most, testMs, publicUrl, runs = true } = options;
  const adapterOptions = ({ platform }: { platform: Platform }): AdapterOptions =>
    options.adapterOptions[platform] ?? {};
  const lease = await startNodeLease({ db: database.db });
  const inbox = createPostgresInbox({ database, lease });
  const services = createServices({ store: createPostgresKeyValueStore(database.db) });
  const common = { database, lease, secrets, bindings, adapterOptions };
  const ways = { ...(publicUrl !== undefined && { publicUrl }) };
  const runner = createBotRunner({
    ...common,
    ...ways,
    bindings: runs ? bindings : {},
    inbox,
    journal: createPostgresJournal({ db: database.db, secrets }),
    plugins: async () => [echo],
    services: (userId) => services.forAccount(userId),
  });
  const bots = createBots({
    ...common,
    ...ways,
    ...(most !== undefined && { most }),
    ...(testMs !== undefined && { testMs }),
  });
  const logins = createLogins({ ...common, bots });
  const callbacks = createCallbacks({ ...common, runner });
  return {
    lease,
    runner,
    bots,
    logins,
    callbacks,
    async [Symbol.asyncDispose]() {
      callbacks.close();
      await logins.close();
      await runner.close();
      await inbox.close();
      await lease.close();
    },
  };
}

/** Serves callbacks as a host does: `/callbacks/<bot>/…`. */
export async function serveCallbacks(
  handle: (botId: number, request: Request) => Promise<Response>,
) {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { method = "GET", url = "/" } = incoming;
      const body = new Uint8Array(await buffer(incoming));
      const headers = new Headers();
      for (const [name, value] of Object.entries(incoming.headers))
        headers.set(name, String(value));
      const request = new Request(`http://host${url}`, {
        method,
        headers,
        ...(method !== "GET" && { body }),
      });
      const answer = await handle(Number(url.split(/[/?]/u)[2]), request);
      outgoing.writeHead(answer.status, [...answer.headers].flat());
      outgoing.end(new Uint8Array(await answer.arrayBuffer()));
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
