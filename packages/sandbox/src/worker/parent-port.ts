import { type MessagePort, parentPort } from "node:worker_threads";

/** Returns the port to the main thread; throws when the file does not run in a worker thread. */
export function assertParentPort(file: string): MessagePort {
  if (parentPort === null) throw new Error(`${file} runs only as a worker thread`);
  return parentPort;
}
