/**
 * The resources that one run of a handler has used, as measured by its sandbox. For the host only; a plugin cannot
 * read them.
 */
export interface CallUsage {
  /** Milliseconds of CPU time in the VM. */
  cpuMs: number;
  /**
   * Interrupt ticks, one for about ten thousand interpreter steps; the same on every machine for the same plugin,
   * message and journal.
   */
  gas: number;
  /** Number of promise jobs that were run. */
  jobs: number;
  /** Peak memory in bytes, including the plugin itself. */
  memoryBytes: number;
  hostCalls: number;
  sends: number;
  fetches: number;
  /** Bytes that went into the VM: message, downloaded media, answers. JSON is counted in characters. */
  bytesIn: number;
  /** Bytes that came out of the VM: arguments and result. JSON is counted in characters. */
  bytesOut: number;
  time: CallTime;
  /** Number of calls and total milliseconds of each operation. */
  operations: Record<string, { calls: number; ms: number }>;
}

/** How the time of a run was spent, in milliseconds; `queuedMs`, `runningMs` and `waitingMs` add up to `totalMs`. */
export interface CallTime {
  totalMs: number;
  /** Ready to run while its worker was busy with other calls. */
  queuedMs: number;
  runningMs: number;
  /** Waiting for host calls and timers. */
  waitingMs: number;
}
