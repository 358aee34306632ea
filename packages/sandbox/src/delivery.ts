import { monotonicMs } from "./monotonic.ts";
import type { SliceOutcome } from "./engine.ts";
import type { Failure } from "./errors.ts";
import type { Delta } from "./image.ts";
import { claimMemory } from "./memory-claim.ts";
import type { Lane, Pool } from "./pool.ts";
import type { CallInput, HostAnswer, ParkedCall } from "./call-messages.ts";
import type { WaitingMemory } from "./waiting-memory.ts";
import type { Task, WorkerThread } from "./worker-thread.ts";

/** How often a call moves on when one worker after another ends. */
const MOVES = 3;

/** A loaded plugin as the pool runs it. */
export interface RunnablePlugin {
  readonly id: number;
  readonly delta: Delta;
  lane(): Lane;
}

/** What a call's way to its worker needs. */
export interface DeliveryOptions {
  readonly pool: Pool;
  readonly waiting: WaitingMemory;
  readonly plugin: RunnablePlugin;
  readonly input: Omit<CallInput, "image">;
  readonly onSlice: (outcome: SliceOutcome) => void;
  readonly onSlow: () => void;
  readonly onMoved: (reason: "worker-blocked" | "worker-ended") => void;
  /** The call cannot go on; `wasRunning` when it is to blame for its worker's end. */
  readonly onFailed: (failure: Failure, wasRunning: boolean) => void;
}

/**
 * A call's way to its worker. When the worker ends because of another call, or another call has it
 * for long, this one goes on in the next worker from where it was parked, and is given again the
 * answers that no slice has seen.
 */
export class Delivery implements Task {
  /** Milliseconds that the call was ready to run while its worker was busy. */
  queuedMs = 0;
  private readonly options: DeliveryOptions;
  private thread: WorkerThread | undefined;
  private task = 0;
  private usedCpuMs = 0;
  private slices = 0;
  private moves = 0;
  private stopped = false;
  private parked: ParkedCall | undefined;
  /** When the messages were posted whose slices have not come back. */
  private postedAt: number[] = [];
  private lastSliceEnd = 0;
  /** Answers posted and not yet seen by a slice. */
  private unseen: (readonly HostAnswer[])[] = [];

  constructor(options: DeliveryOptions) {
    this.options = options;
  }

  /** Whether the worker has nothing of this call to run. */
  get isQuiet(): boolean {
    return this.unseen.length === 0 && this.slices > 0;
  }

  get cpuMs(): number {
    return this.options.input.limits.cpuMs - this.usedCpuMs;
  }

  /** Begins the call in a worker, or goes on with it. */
  start(thread: WorkerThread): void {
    const { plugin, input } = this.options;
    this.thread = thread;
    this.task = thread.open(this);
    this.postedAt = [];
    const { task, parked } = this;
    const shared = thread.share(plugin.id, plugin.delta);
    const from = parked === undefined ? {} : { parked };
    // Going on is no slice; the answers are.
    if (parked === undefined) this.postedAt.push(monotonicMs());
    thread.post({ type: "call", task, plugin: plugin.id, ...shared, input, ...from });
    for (const answers of this.unseen) this.post(thread, answers);
  }

  /** Hands answers over; they are one slice. */
  answer(answers: readonly HostAnswer[]): void {
    if (this.stopped) return;
    this.unseen.push(answers);
    if (this.thread !== undefined) this.post(this.thread, answers);
  }

  /** The call has ended; a worker that still keeps it forgets it. */
  stop(inWorker: boolean): void {
    if (this.stopped) return;
    this.stopped = true;
    this.options.waiting.release(this);
    this.thread?.close(this.task);
    if (inWorker) this.thread?.post({ type: "end", task: this.task });
  }

  onSlice(outcome: SliceOutcome): void {
    this.options.waiting.release(this);
    if (this.slices > 0) this.unseen.shift();
    this.slices++;
    this.usedCpuMs = outcome.used.cpuMs;
    const ready = Math.max(this.postedAt.shift() ?? 0, this.lastSliceEnd);
    this.queuedMs += Math.max(0, outcome.startedAt - ready);
    this.lastSliceEnd = outcome.startedAt + outcome.ranMs;
    this.options.onSlice(outcome);
  }

  onParked(parked: ParkedCall): void {
    this.parked = parked;
    this.options.waiting.keep(this, parked.delta.bytes.byteLength, () => {
      const message = "too many calls wait with much memory, and this one holds most";
      this.options.onFailed({ code: "SANDBOX_MEMORY_LIMIT", message }, false);
    });
  }

  onSlow(): void {
    this.options.onSlow();
  }

  onBlocked(): (() => boolean) | undefined {
    if (this.stopped || !this.isWhole) return undefined;
    return () => {
      // The worker may be about to resume the call: then it stays there.
      if (!this.claim()) return false;
      void this.moveOn("worker-blocked");
      return true;
    };
  }

  onLost(failure: Failure, wasRunning: boolean): void {
    this.thread = undefined;
    if (this.stopped) return;
    const mayMove = !wasRunning && this.isWhole && failure.code === "SANDBOX_WORKER_LOST";
    // Its last slice may have got lost with the worker, and its memory be another call's by now.
    if (mayMove && this.moves < MOVES && this.claim()) {
      this.moves++;
      void this.moveOn("worker-ended");
    } else {
      this.stopped = true;
      this.options.onFailed(failure, wasRunning);
    }
  }

  /** Takes the parked memory from the worker; a call that has none begins anew. */
  private claim(): boolean {
    if (this.parked === undefined) return true;
    const delta = claimMemory(this.parked.delta);
    if (delta !== undefined) this.parked = { ...this.parked, delta };
    return delta !== undefined;
  }

  /** Whether the parked memory is that of the last slice. */
  private get isWhole(): boolean {
    return this.slices === (this.parked?.slices ?? 0);
  }

  private async moveOn(reason: "worker-blocked" | "worker-ended"): Promise<void> {
    this.thread = undefined;
    this.options.onMoved(reason);
    try {
      const thread = await this.options.pool.take(this.options.plugin.lane());
      if (!this.stopped) this.start(thread);
    } catch {
      if (this.stopped) return;
      this.stopped = true;
      this.options.onFailed(
        { code: "SANDBOX_WORKER_LOST", message: "no worker can go on with the call; try again" },
        false,
      );
    }
  }

  private post(thread: WorkerThread, answers: readonly HostAnswer[]): void {
    this.postedAt.push(monotonicMs());
    thread.post({ type: "answer", task: this.task, answers });
  }
}
