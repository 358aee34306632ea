import type { Clock } from "@botwright/core";
import type { SliceOutcome } from "./engine.ts";
import type { Failure } from "./errors.ts";
import type { Delta } from "./image.ts";
import type { Pool } from "./pool.ts";
import type { CallInput, HostAnswer, ParkedCall } from "./vm-call.ts";
import type { Task, WorkerThread } from "./worker-thread.ts";

/** How often a call moves on when one worker after another ends. */
const MOVES = 3;

/** What a call's way to its worker needs. */
export interface DeliveryOptions {
  readonly pool: Pool;
  readonly plugin: { readonly id: number; readonly delta: Delta };
  readonly input: Omit<CallInput, "image">;
  readonly clock: Clock;
  readonly onSlice: (outcome: SliceOutcome) => void;
  /** The call cannot go on. */
  readonly onFailed: (failure: Failure) => void;
}

/**
 * A call's way to its worker. When the worker ends because of another call, this one goes on in the
 * next worker from where it was parked, and is given again the answers that were lost.
 */
export class Delivery implements Task {
  private readonly options: DeliveryOptions;
  private thread: WorkerThread | undefined;
  private task = 0;
  private usedCpuMs = 0;
  private slices = 0;
  private moves = 0;
  private stopped = false;
  private parked: ParkedCall | undefined;
  private answers: HostAnswer[] = [];
  private flushing = false;
  /** Answers posted and not yet seen by a slice. */
  private unseen: { now: number; answers: HostAnswer[] }[] = [];

  constructor(options: DeliveryOptions) {
    this.options = options;
  }

  get cpuMs(): number {
    return this.options.input.limits.cpuMs - this.usedCpuMs;
  }

  /** Begins the call in a worker, or goes on with it. */
  start(thread: WorkerThread): void {
    const { plugin, input } = this.options;
    this.thread = thread;
    this.task = thread.open(this);
    const { task, parked } = this;
    const shared = thread.share(plugin.id, plugin.delta);
    const from = parked === undefined ? {} : { parked };
    thread.post({ type: "call", task, plugin: plugin.id, ...shared, input, ...from });
    for (const batch of this.unseen) thread.post({ type: "answer", task, ...batch });
    if (this.answers.length > 0) this.flush();
  }

  /** Answers that come in one turn of the event loop go in one message. */
  answer(answer: HostAnswer): void {
    this.answers.push(answer);
    if (this.flushing) return;
    this.flushing = true;
    process.nextTick(() => {
      this.flushing = false;
      this.flush();
    });
  }

  /** The call has ended; a worker that still keeps it forgets it. */
  stop(inWorker: boolean): void {
    if (this.stopped) return;
    this.stopped = true;
    this.thread?.close(this.task);
    if (inWorker) this.thread?.post({ type: "end", task: this.task });
  }

  onSlice(outcome: SliceOutcome): void {
    if (this.slices > 0) this.unseen.shift();
    this.slices++;
    this.usedCpuMs = outcome.cpuMs;
    this.options.onSlice(outcome);
  }

  onParked(parked: ParkedCall): void {
    this.parked = parked;
  }

  onLost(failure: Failure, wasRunning: boolean): void {
    this.thread = undefined;
    const isWhole = this.slices === (this.parked?.slices ?? 0);
    if (wasRunning || !isWhole || failure.code !== "SANDBOX_WORKER_LOST" || this.moves === MOVES) {
      this.stopped = true;
      this.options.onFailed(failure);
    } else {
      void this.moveOn(failure);
    }
  }

  private async moveOn(failure: Failure): Promise<void> {
    this.moves++;
    try {
      const thread = await this.options.pool.take();
      if (!this.stopped) this.start(thread);
    } catch {
      if (!this.stopped) this.options.onFailed(failure);
    }
  }

  private flush(): void {
    if (this.stopped || this.thread === undefined) return;
    const { answers, task } = this;
    this.answers = [];
    const batch = { now: this.options.clock.now(), answers };
    this.unseen.push(batch);
    this.thread.post({ type: "answer", task, ...batch });
  }
}
