import type { Workers } from "../src/main/threads/slice-dispatch.ts";
import type { WorkerThread } from "../src/main/threads/task.ts";

/** A worker that does nothing. */
export const idleWorker: WorkerThread = {
  id: 1,
  ready: new Promise(() => {}),
  isReady: true,
  load: 0,
  inFlight: 0,
  expectedMs: 0,
  sliceMs: 0,
  inFlightOf: () => 0,
  open: () => 1,
  close: () => {},
  post: () => {},
  postSlice: () => {},
  share: () => ({}),
  forget: () => {},
  makeSlow: () => {},
  yieldCore: () => {},
  terminate: async () => {},
};

/** A dispatch without workers; any could become slow and be replaced. */
export const NO_WORKERS: Workers = {
  fast: new Set(),
  slow: new Set(),
  mostHeavy: 1,
  roomForSlow: () => 2,
  openSlow: () => {},
  isBroken: () => false,
  takeLoader: () => undefined,
  returnLoader: () => {},
};
