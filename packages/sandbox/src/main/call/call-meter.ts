import type { CallUsage, HostCallCounts } from "@botwright/core";
import { monotonicMs } from "../../protocol/monotonic.ts";
import type { SliceReport, Used } from "../../protocol/call-messages.ts";

/**
 * Adds up what a call uses: CPU time, memory, host calls and transferred bytes.
 *
 * The wall time of a call has three parts: queued (ready, but its worker was busy), running (in a slice) and
 * waiting (for host calls and timers). The first two are measured, the third is the rest.
 */
export class CallMeter {
  private counts: HostCallCounts = { hostCalls: 0, sends: 0, fetches: 0 };
  private readonly startedAt = monotonicMs();
  private totalMs = 0;
  private queuedMs = 0;
  private runningMs = 0;
  private used: Used | undefined;
  private readonly operations = new Map<string, { calls: number; ms: number }>();

  addSlice({ used, ranMs }: Pick<SliceReport, "used" | "ranMs">): void {
    // The worker reports totals since the call's start; the duration is of this slice alone.
    this.used = used;
    this.runningMs += ranMs;
  }

  /** Starts the measurement of a host call; the returned function ends it. */
  begin(operation: string): () => void {
    const startedAt = monotonicMs();
    const row = this.operations.get(operation) ?? { calls: 0, ms: 0 };
    this.operations.set(operation, row);
    row.calls++;
    return () => void (row.ms += monotonicMs() - startedAt);
  }

  end(queuedMs: number, counts: Readonly<HostCallCounts>): void {
    this.counts = { ...counts };
    this.totalMs = monotonicMs() - this.startedAt;
    this.queuedMs = queuedMs;
  }

  /** The largest size of the call's machine so far, in bytes. */
  get memoryBytes(): number {
    return this.used?.memoryBytes ?? 0;
  }

  /** The bytes that have moved into and out of the call's machine so far. */
  get transferBytes(): number {
    const { used } = this;
    return used === undefined ? 0 : used.bytesIn + used.bytesOut;
  }

  usage(): CallUsage {
    const { counts, used, totalMs, queuedMs, runningMs } = this;
    return {
      cpuMs: used?.cpuMs ?? 0,
      gas: used?.gas ?? 0,
      jobs: used?.jobs ?? 0,
      memoryBytes: used?.memoryBytes ?? 0,
      ...counts,
      bytesIn: used?.bytesIn ?? 0,
      bytesOut: used?.bytesOut ?? 0,
      time: {
        totalMs,
        queuedMs,
        runningMs,
        waitingMs: Math.max(0, totalMs - queuedMs - runningMs),
      },
      operations: Object.fromEntries(this.operations),
    };
  }
}
