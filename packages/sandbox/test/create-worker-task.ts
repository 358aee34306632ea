import { WorkerTask, type WorkerTaskOptions } from "../src/main/call/worker-task.ts";
import { createHostWork } from "../src/main/fairness/host-work.ts";
import { createSuspendedMemoryBudget } from "../src/main/fairness/suspended-memory.ts";
import { DEFAULT_LIMITS } from "../src/main/limits.ts";
import { guestLimits } from "../src/protocol/call-messages.ts";

/** A call of an empty plugin, which nobody watches unless the options say so. */
export function createWorkerTask(
  options: Pick<WorkerTaskOptions, "account" | "pool"> & Partial<WorkerTaskOptions>,
): WorkerTask {
  return new WorkerTask({
    work: createHostWork(),
    suspendedMemory: createSuspendedMemoryBudget(0),
    plugin: { id: 1, diff: { end: 0, blocks: new Uint32Array(), bytes: new Uint8Array() } },
    input: {
      snapshot: "{}",
      start: { now: 0, seed: 1, key: "" },
      media: undefined,
      limits: guestLimits(DEFAULT_LIMITS),
    },
    onSlice: () => {},
    onMoved: () => {},
    onStrike: () => {},
    onFailed: () => {},
    ...options,
  });
}
