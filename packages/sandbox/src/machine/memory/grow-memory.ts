import type { Instance } from "../instance.ts";

/** Bytes of one allocation that makes the memory grow. */
const GROWTH_BYTES = 1_048_576;

/**
 * Grows a machine's memory until an image fits. Growing goes through the allocator, which first uses up what
 * it has; the memory's first growth goes straight to the call's limit (see `GuestCall.growTo`).
 */
export function growTo(machine: Instance, end: number): void {
  while (machine.memory().length < end) {
    if (machine.malloc(GROWTH_BYTES) === 0) throw new RangeError("the memory cannot grow");
  }
}
