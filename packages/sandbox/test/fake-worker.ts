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
