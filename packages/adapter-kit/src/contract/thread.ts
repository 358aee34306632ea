/** The thread that an adapter runs in until it is killed; started by `thread-host`. */
import { parentPort, workerData } from "node:worker_threads";
import { type PlatformAdapter, silentLogger } from "@botwright/core";
import { createFastClock } from "./clock.ts";
import { openRpc } from "./rpc.ts";
import type { AdapterParts } from "./scene.ts";
import { type HostMethods, type ThreadData, type ThreadMethods, toPacket } from "./thread-words.ts";

if (parentPort === null) throw new Error("this module runs in a thread");
const { module, factory, options, speed }: ThreadData = workerData;
const exported: Record<string, unknown> = await import(module);
const create = exported[factory];
if (!isFactory(create)) throw new Error(`${module} exports no function "${factory}"`);

let adapter: PlatformAdapter | undefined;
const methods: ThreadMethods = {
  start: async () => adapter?.start((incoming) => call("sink", incoming)),
  async handle(method, url, { headers, body }) {
    const request = new Request(url, {
      method,
      headers: headers.map(([name, value]) => [name, value]),
      ...(body.byteLength > 0 && { body }),
    });
    const answer = (await adapter?.handleRequest?.(request)) ?? new Response(null, { status: 503 });
    return { status: answer.status, ...(await toPacket(answer.headers, answer)) };
  },
};
const call = openRpc<ThreadMethods, HostMethods>(parentPort, methods);
adapter = create({
  ...options,
  state: {
    get: (key) => call("get", key),
    set: (key, value, more) => call("set", key, value, more),
    delete: (key) => call("delete", key),
  },
  logger: silentLogger,
  clock: createFastClock({ timers: speed }),
});

function isFactory(value: unknown): value is (options: AdapterParts) => PlatformAdapter {
  return typeof value === "function";
}
