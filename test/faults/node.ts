/**
 * A node of a host as a process that tests kill: the host itself, with the simulators in the place of the
 * platforms and a provider of the test in the place of those of models and searches.
 */
import { writeSync } from "node:fs";
import type { BotEvent } from "@botwright/core";
import { createHost, type Host, notRunning } from "../../packages/host/src/create-host.ts";
import { createProcessLogger } from "../../packages/host/src/server/logger.ts";
import { serveHost } from "../../packages/host/src/server/serve.ts";
import { type NodeSettings, NODE_SETTINGS } from "./node-settings.ts";

const settings: NodeSettings = JSON.parse(process.env[NODE_SETTINGS] ?? "");
const { database, secret, providerUrl, adapterOptions, aiLimits, dies } = settings;

/** SIGUSR2 steps the system's clock forward by a day, and back again: as this process sees it. */
const now = Date.now.bind(Date);
let offset = 0;
process.on("SIGUSR2", () => (offset = offset === 0 ? 86_400_000 : 0));
Date.now = () => now() + offset;

let host: Host | undefined;
const served = await serveHost(
  { fetch: async (request, client) => host?.fetch(request, client) ?? notRunning() },
  { port: 0 },
);
host = createHost({
  database,
  publicUrl: served.url,
  keys: { keys: { k1: Buffer.from(secret, "hex") }, current: "k1" },
  sessionSecret: secret,
  adminToken: secret,
  sandbox: { workers: 1 },
  ...(aiLimits !== undefined && { aiLimits }),
  seed: {
    providers: [{ name: "scripted", base_url: `${providerUrl}/v1` }],
    // A credit for each token of the prompt, two for each of the answer.
    models: [
      { model_name: "paid", provider: "scripted", input_price: "10000", output_price: "20000" },
    ],
    search_providers: [{ type: "searxng", base_url: providerUrl }],
  },
  adapterOptions: ({ platform }) => adapterOptions[platform] ?? {},
  logger: createProcessLogger("info"),
  onEvent: countEvent,
});

/** The message that the process is to die at, and its events so far. */
let doomed: string | undefined;
let events = 0;

function countEvent(event: BotEvent): void {
  if (dies === undefined || event.type === "log" || event.type === "status") return;
  if (event.type === "message-accepted" && event.incoming.message.from === dies.from) {
    doomed ??= event.messageId;
  }
  if (event.messageId !== doomed) return;
  if (events === dies.atEvent) {
    // At once, with nothing written after it.
    writeSync(1, `dies at ${event.type}${"operation" in event ? ` ${event.operation}` : ""}\n`);
    process.kill(process.pid, "SIGKILL");
  }
  events += 1;
}

const started = host;
process.once("SIGTERM", () => {
  void started
    .stop()
    .then(() => served.close())
    .then(() => process.exit(0));
});
await started.start();
process.stdout.write(`ready ${served.url}\n`);
