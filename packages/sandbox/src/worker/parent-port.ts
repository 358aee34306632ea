import { type MessagePort, parentPort } from "node:worker_threads";

/** The port to the main thread, for a file that only a worker thread can run. */
export function assertParentPort(file: string): MessagePort {
  if (parentPort === null) throw new Error(`${file} runs only as a worker thread`);
  return parentPort;
}
