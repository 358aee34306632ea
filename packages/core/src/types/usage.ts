/**
 * What one run of a handler has used, as measured by its sandbox. For the host only; a plugin cannot read
 * it.
 */
export interface CallUsage {
  /** Milliseconds of CPU time in the machine. */
  cpuMs: number;
  /**
   * Interrupt ticks, one per about ten thousand interpreter steps: the same for the same plugin, message
   * and journal on every machine.
   */
  gas: number;
  /** Promise jobs run. */
  jobs: number;
  /** Peak memory in bytes, including the plugin itself. */
  memoryBytes: number;
  hostCalls: number;
  sends: number;
  fetches: number;
  /** Into the machine: message, media read, answers. JSON is counted in characters. */
  bytesIn: number;
  /** Out of the machine: arguments and result. JSON is counted in characters. */
  bytesOut: number;
  time: CallTime;
  /** Number of calls and total milliseconds of each operation. */
  operations: Record<string, { calls: number; ms: number }>;
}

/** How the time of a run was spent, in milliseconds; the last three values add up to the first. */
export interface CallTime {
  totalMs: number;
  /** Ready to run while its worker was busy with other calls. */
  queuedMs: number;
  runningMs: number;
  /** Waiting for host calls and timers. */
  waitingMs: number;
}
