// Loaded before a bot: measures which functions compute, in the main thread and in all workers.
// "profile" begins it; the second "profile" ends it and answers [thread, function, url, microseconds][].
import { Session } from "node:inspector/promises";

/** Microseconds between two samples. */
const INTERVAL = 200;

const session = new Session();
session.connect();

/** @type {string[]} */
const workers = [];
/**
 * Those that are measured: a worker that starts later, as a spare one does, is not.
 * @type {string[]}
 */
let profiled = [];
/**
 * What is asked of workers, by number.
 * @type {Map<number, { sessionId: string, resolve: (result: { profile: import("node:inspector").Profiler.Profile }) => void }>}
 */
const waiting = new Map();
let nextId = 1;

session.on("NodeWorker.attachedToWorker", ({ params }) => workers.push(params.sessionId));
session.on("NodeWorker.receivedMessageFromWorker", ({ params }) => {
  const { id, result } = JSON.parse(params.message);
  waiting.get(id)?.resolve(result);
  waiting.delete(id);
});
// A worker that ends, as an idle one does, answers nothing any more.
session.on("NodeWorker.detachedFromWorker", ({ params: { sessionId } }) => {
  profiled = profiled.filter((worker) => worker !== sessionId);
  workers.splice(workers.indexOf(sessionId), 1);
  for (const [id, asked] of waiting) {
    if (asked.sessionId !== sessionId) continue;
    waiting.delete(id);
    asked.resolve({ profile: { nodes: [], startTime: 0, endTime: 0 } });
  }
});
await session.post("NodeWorker.enable", { waitForDebuggerOnStart: false });

/**
 * Asks a worker's own inspector.
 * @param {string} sessionId
 * @param {string} method
 * @param {object} [params]
 * @returns {Promise<{ profile: import("node:inspector").Profiler.Profile }>}
 */
function ask(sessionId, method, params = {}) {
  const id = nextId++;
  return new Promise((resolve, reject) => {
    waiting.set(id, { sessionId, resolve });
    const message = JSON.stringify({ id, method, params });
    session.post("NodeWorker.sendMessageToWorker", { sessionId, message }).catch(reject);
  });
}

async function begin() {
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: INTERVAL });
  profiled = [...workers];
  for (const worker of profiled) {
    await ask(worker, "Profiler.enable");
    await ask(worker, "Profiler.setSamplingInterval", { interval: INTERVAL });
    await ask(worker, "Profiler.start");
  }
  await session.post("Profiler.start");
}

/** @returns {Promise<[thread: string, name: string, url: string, us: number][]>} */
async function end() {
  const { profile } = await session.post("Profiler.stop");
  const rows = ownTimes("main thread", profile);
  for (const worker of profiled) {
    rows.push(...ownTimes("workers", (await ask(worker, "Profiler.stop")).profile));
  }
  return rows;
}

/**
 * The time of each function without those that it calls.
 * @param {string} thread
 * @param {import("node:inspector").Profiler.Profile} profile
 * @returns {[thread: string, name: string, url: string, us: number][]}
 */
function ownTimes(thread, { nodes, samples = [], timeDeltas = [] }) {
  const own = new Map();
  for (const [index, id] of samples.entries()) {
    own.set(id, (own.get(id) ?? 0) + (timeDeltas[index] ?? 0));
  }
  return nodes.map(({ id, callFrame: { functionName, url } }) => [
    thread,
    functionName,
    url,
    own.get(id) ?? 0,
  ]);
}

let isProfiling = false;

async function toggle() {
  const rows = isProfiling ? await end() : await begin();
  isProfiling = !isProfiling;
  process.send?.(rows ?? []);
}

process.on("message", (message) => {
  if (message === "profile") void toggle();
});
process.channel?.unref();
