/** A node of a host, as the orders to this process say. */
import { createHost, type Host, type ServedHost, serveHost } from "@botwright/host";
import { ADMIN_TOKEN, KEYS, type NodeOrder } from "../host-settings.ts";
import { reply } from "../many.ts";

let host: Host | undefined;
let served: ServedHost | undefined;

async function perform(order: NodeOrder): Promise<object> {
  if (order.order === "stop") {
    await host?.stop();
    await served?.close();
    return {};
  }
  const { database, addresses } = order;
  host = createHost({
    database,
    publicUrl: "https://bots.example.org",
    keys: KEYS,
    sessionSecret: "s".repeat(32),
    adminToken: ADMIN_TOKEN,
    // One client is all users here.
    requests: { limit: 1_000_000, windowMs: 60_000 },
    adapterOptions: ({ platform, userId }) =>
      addresses[`${platform}/${userId}`] ?? addresses[platform] ?? {},
  });
  served = await serveHost(host, { port: 0 });
  await host.start();
  return { url: served.url, pid: process.pid };
}

process.on("message", (order: NodeOrder) => reply(perform(order)));
// The benchmark has ended without an order.
process.once("disconnect", () => void perform({ order: "stop" }).then(() => process.exit(1)));
