/** The entry of the worker thread in which an adapter runs until it is killed; started by `thread-host`. */
import { parentPort, workerData } from "node:worker_threads";
import { type PlatformAdapter, silentLogger } from "@botwright/core";
import { createFastClock } from "../fixture/clock.ts";
import { openRpc } from "./rpc.ts";
import type { SharedAdapterOptions } from "../fixture/fixture.ts";
import {
  bodyOf,
  type HostResponse,
  type HostRequest,
  serialize,
  type SerializedRequest,
  type ThreadResponse,
  type ThreadRequest,
  type ThreadData,
} from "./rpc-messages.ts";

if (parentPort === null) throw new Error("this module runs in a thread");
const { module, factory, options, speed }: ThreadData = workerData;
const exported: Record<string, unknown> = await import(module);
const create = exported[factory];
if (!isFactory(create)) throw new Error(`${module} exports no function "${factory}"`);

const ask = openRpc<HostRequest, HostResponse, ThreadRequest, ThreadResponse>(
  parentPort,
  async (asked) => {
    if (asked.what === "handle") return handle(asked);
    await adapter.start((incoming) => ask({ what: "sink", incoming }));
    return undefined;
  },
);

const adapter = create({
  ...options,
  state: {
    get: (key) => ask({ what: "get", key }),
    set: async (key, value, more) => void (await ask({ what: "set", key, value, options: more })),
    setIfAbsent: async (key, value, more) =>
      (await ask({ what: "setIfAbsent", key, value, options: more })) === true,
    delete: async (key) => void (await ask({ what: "delete", key })),
  },
  logger: silentLogger,
  clock: createFastClock({ timers: speed }),
});

async function handle(packed: SerializedRequest): Promise<ThreadResponse> {
  const { method, url, headers } = packed;
  const request = new Request(url, { method, headers, body: bodyOf(packed) });
  const answer = await adapter.handleRequest?.(request);
  return answer && { status: answer.status, ...(await serialize(answer)) };
}

function isFactory(value: unknown): value is (options: SharedAdapterOptions) => PlatformAdapter {
  return typeof value === "function";
}
