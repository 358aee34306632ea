/** Bounds what all waiting calls of a sandbox hold together. */
export interface WaitingMemory {
  /** A call waits with so many bytes; `giveUp` ends it if it is the one that holds too much. */
  keep(call: object, bytes: number, giveUp: () => void): void;
  /** It runs again, or has ended. */
  release(call: object): void;
}

/** Makes the book of waiting calls: beyond the limit the largest one has to go. */
export function createWaitingMemory(limitBytes: number): WaitingMemory {
  const kept = new Map<object, { bytes: number; giveUp: () => void }>();
  let sum = 0;

  function release(call: object): void {
    sum -= kept.get(call)?.bytes ?? 0;
    kept.delete(call);
  }

  return {
    keep(call, bytes, giveUp) {
      release(call);
      kept.set(call, { bytes, giveUp });
      sum += bytes;
      while (sum > limitBytes) {
        let largest = { call, bytes: 0 };
        for (const [other, row] of kept) {
          if (row.bytes > largest.bytes) largest = { call: other, bytes: row.bytes };
        }
        const row = kept.get(largest.call);
        release(largest.call);
        row?.giveUp();
      }
    },
    release,
  };
}
