/** Stops the main thread at a line of a file, tells what it sees there, and lets it go on. */
import { writeSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { parentPort, workerData } from "node:worker_threads";

const { file, line } = workerData;
const session = new Session();
session.connectToMainThread();
// An inspector's session keeps no thread alive.
setInterval(() => {}, 1000);
session.on("Debugger.paused", ({ params: { callFrames } }) => {
  const [frame] = callFrames;
  if (frame !== undefined) void look(frame);
});
await session.post("Debugger.enable");
await session.post("Debugger.setBreakpointByUrl", { url: file, lineNumber: line - 1 });
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage("ready");

async function look(frame: {
  callFrameId: string;
  functionName: string;
  location: { lineNumber: number };
}): Promise<void> {
  const { callFrameId, functionName, location } = frame;
  const wanted = { callFrameId, expression: "name" };
  const { result } = Object(await session.post("Debugger.evaluateOnCallFrame", wanted));
  const stop = { functionName, line: location.lineNumber + 1, name: result.value };
  writeSync(1, `${JSON.stringify(stop)}\n`);
  await session.post("Debugger.resume");
}
