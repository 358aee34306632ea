/** A conversation in a process whose main thread a debugger, in another thread, can stop. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { createHarness } from "@botwright/harness";

const [file = "", line = ""] = process.argv.slice(2);
const debug = new Worker(new URL("debugger.ts", import.meta.url), {
  workerData: { file, line: Number(line) },
});
await once(debug, "message");
await using h = await createHarness(new URL(file), { runIn: "host" });
const { replies } = await h.user("u1").says("I am here");
console.log(JSON.stringify({ replies }));
await debug.terminate();
