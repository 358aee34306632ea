/**
 * What one call of a handler has used, as its sandbox measured it. For the host only: nothing in a
 * plugin's context leads here.
 */
export interface CallUsage {
  /** Milliseconds of CPU time inside of the machine. */
  cpuMs: number;
  /**
   * Interrupt ticks, one per some ten thousand steps of the interpreter: the same for the same plugin,
   * message and journal, on every machine.
   */
  gas: number;
  /** Promise jobs run. */
  jobs: number;
  /** Bytes of memory at the highest, the plugin itself included. */
  memoryBytes: number;
  hostCalls: number;
  sends: number;
  fetches: number;
  /** Into the machine: message, media read, answers. JSON is counted in characters. */
  bytesIn: number;
  /** Out of the machine: arguments and result. JSON is counted in characters. */
  bytesOut: number;
  time: CallTime;
  /** How often each operation was asked for, and for how many milliseconds in sum it was done. */
  operations: Record<string, { calls: number; ms: number }>;
}

/** Where the time of a call went, in milliseconds; the last three make up the first. */
export interface CallTime {
  totalMs: number;
  /** Ready to run, while its worker was busy with other calls. */
  queuedMs: number;
  runningMs: number;
  /** For host calls and timers. */
  waitingMs: number;
}
