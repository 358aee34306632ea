import type { SliceOutcome } from "../../machine/engine.ts";
import type { Failure } from "../../protocol/errors.ts";
import type { MemoryDiff } from "../../machine/image.ts";
import { claimMemory } from "../../protocol/memory-claim.ts";
import { monotonicMs } from "../../protocol/monotonic.ts";
import type { Pool } from "../threads/pool.ts";
import type { CallInput, HostAnswer, SuspendedCall } from "../../protocol/call-messages.ts";
import type { WorkerSlice } from "../threads/slice-dispatch.ts";
import type { SuspendedMemoryBudget } from "../fairness/suspended-memory.ts";
import type { UsageAccount } from "../fairness/usage-account.ts";
import type { Task, WorkerThread } from "../threads/worker-task.ts";

/** How often a call moves on when one worker after another ends. */
const MOVES = 32;

/** Milliseconds after which a call that waits for its account's budget is looked at again. */
const LONGEST_DELAY_MS = 250;

/** Characters and bytes of answers that one message to a worker holds, unless a single one has more. */
const MESSAGE_BYTES = 2_097_152;

/** A loaded plugin as the pool runs it. */
interface RunnablePlugin {
  readonly id: number;
  readonly diff: MemoryDiff;
}

/** What a call's way to its worker needs. */
export interface WorkerTaskOptions {
  readonly pool: Pool;
  readonly suspendedMemory: SuspendedMemoryBudget;
  readonly account: UsageAccount;
  readonly plugin: RunnablePlugin;
  readonly input: Omit<CallInput, "image">;
  readonly onSlice: (outcome: SliceOutcome) => void;
  readonly onMoved: (reason: "worker-blocked" | "worker-ended") => void;
  /** The call took its worker down. */
  readonly onStrike: () => void;
  /** The call cannot go on. */
  readonly onFailed: (failure: Failure) => void;
}

/** An answer, and what is to be done once the guest has it. */
export interface PendingAnswer {
  readonly answer: HostAnswer;
  readonly seen: () => void;
}

/**
 * A call's way to its worker. When the worker ends because of another call, or another call has it
 * for long, this one goes on in the next worker from where it was suspended, and is given again the
 * answers that no slice has seen.
 */
export class WorkerTask implements Task {
  /** Milliseconds that the call was ready to run while its worker was busy. */
  queuedMs = 0;
  private readonly options: WorkerTaskOptions;
  private thread: WorkerThread | undefined;
  private task = 0;
  private usedCpuMs = 0;
  private slices = 0;
  private moves = 0;
  private stopped = false;
  private hasBegun = false;
  /** Whether it has begun in any worker. */
  private hasStarted = false;
  private suspended: SuspendedCall | undefined;
  /** What waits for its turn. */
  private waiting: WorkerSlice | undefined;
  /** Whether the worker has been asked to suspend the call, so that it can move. */
  private isLeaving = false;
  private readySince = 0;
  private lastSliceEnd = 0;
  /** Answers not yet posted, and posted but not yet seen by a slice. */
  private unposted: PendingAnswer[] = [];
  private unseen: PendingAnswer[] = [];

  constructor(options: WorkerTaskOptions) {
    this.options = options;
  }

  /** Whether the worker has nothing of this call to run. */
  get isQuiet(): boolean {
    return this.unposted.length === 0 && this.unseen.length === 0 && this.slices > 0;
  }

  get cpuMs(): number {
    return this.options.input.limits.cpuMs - this.usedCpuMs;
  }

  /** Begins the call in the next worker that is free. */
  start(): void {
    this.schedule();
  }

  /** Hands answers over. */
  answer(answers: readonly PendingAnswer[]): void {
    if (this.stopped) return;
    this.unposted.push(...answers);
    this.schedule();
  }

  /** The call has ended; a worker that still keeps it forgets it. */
  stop(inWorker: boolean): void {
    if (this.stopped) return;
    this.stopped = true;
    this.unschedule();
    this.options.suspendedMemory.release(this);
    this.thread?.close(this.task);
    if (inWorker) this.thread?.post({ type: "end", task: this.task });
    for (const { seen } of [...this.unseen, ...this.unposted]) seen();
  }

  onSlice(outcome: SliceOutcome): void {
    if (this.stopped) return;
    this.options.suspendedMemory.release(this);
    for (const { seen } of this.unseen.splice(0)) seen();
    this.slices++;
    this.usedCpuMs = outcome.used.cpuMs;
    const ready = Math.max(this.readySince, this.lastSliceEnd);
    this.queuedMs += Math.max(0, outcome.startedAt - ready);
    this.lastSliceEnd = outcome.startedAt + outcome.ranMs;
    if (this.unposted.length > 0) this.schedule();
    this.options.onSlice(outcome);
  }

  onSuspended(suspended: SuspendedCall): void {
    if (this.stopped) return;
    this.suspended = suspended;
    const { account } = this.options;
    this.options.suspendedMemory.keep(this, {
      account,
      bytes: suspended.diff.bytes.byteLength,
      giveUp: () => {
        const message = "too many calls wait with much memory, and this plugin's hold most";
        this.options.onFailed({ code: "SANDBOX_MEMORY_LIMIT", message });
      },
    });
    if (this.isLeaving) this.leave();
  }

  onSlow(): void {
    this.options.account.becomeSlow();
  }

  onBlocked(): (() => boolean) | undefined {
    if (this.stopped || !this.isWhole) return undefined;
    return () => {
      // The worker may be about to resume the call: then it stays there.
      if (!this.claim()) return false;
      this.moveOn("worker-blocked");
      return true;
    };
  }

  onStrike(): void {
    this.options.onStrike();
  }

  onLost(failure: Failure, wasRunning: boolean): void {
    this.thread = undefined;
    if (this.stopped) return;
    const mayMove = !wasRunning && this.isWhole && failure.code === "SANDBOX_WORKER_LOST";
    // Its last slice may have got lost with the worker, and its memory be another call's by now.
    if (mayMove && this.moves < MOVES && this.claim()) {
      this.moves++;
      this.moveOn("worker-ended");
    } else {
      this.giveUp(failure);
    }
  }

  /** Takes the suspended memory from the worker; a call that has none begins anew. */
  private claim(): boolean {
    if (this.suspended === undefined) return true;
    const diff = claimMemory(this.suspended.diff);
    if (diff !== undefined) this.suspended = { ...this.suspended, diff };
    return diff !== undefined;
  }

  /** Whether the suspended memory is that of the last slice. */
  private get isWhole(): boolean {
    return this.slices === (this.suspended?.slices ?? 0);
  }

  /** A slow plugin's call has its turn in a worker for quick ones. */
  private leave(): void {
    const { thread, task } = this;
    if (this.stopped || thread === undefined) return;
    this.isLeaving = true;
    // Suspended or about to be: then this is called again.
    if (!this.isWhole) return thread.post({ type: "suspend", task });
    this.isLeaving = false;
    // A worker that has begun to run it goes on with it.
    if (this.onBlocked()?.() !== true) return;
    thread.close(task);
    thread.post({ type: "end", task });
  }

  private moveOn(reason: "worker-blocked" | "worker-ended"): void {
    this.thread = undefined;
    this.hasBegun = false;
    this.isLeaving = false;
    this.unposted.unshift(...this.unseen.splice(0));
    this.unschedule();
    this.options.onMoved(reason);
    this.schedule();
  }

  private giveUp(failure: Failure): void {
    this.stopped = true;
    this.unschedule();
    this.options.suspendedMemory.release(this);
    for (const { seen } of [...this.unseen, ...this.unposted]) seen();
    this.options.onFailed(failure);
  }

  /** Waits for a turn, unless it does already, or a slice is under way that sees to it afterwards. */
  private schedule(): void {
    if (this.stopped || this.waiting !== undefined || this.unseen.length > 0) return;
    if (this.isLeaving) return;
    // A call that goes on elsewhere has nothing to run until an answer is there.
    if (this.suspended !== undefined && this.unposted.length === 0) return;
    if (this.hasBegun && this.slices === 0) return;
    this.readySince = monotonicMs();
    const slice: WorkerSlice = {
      kind: "call",
      account: this.options.account,
      thread: this.thread,
      post: (thread) => {
        this.waiting = undefined;
        this.post(thread);
      },
      leave: () => {
        this.waiting = undefined;
        this.leave();
      },
      fail: (failure) => {
        this.waiting = undefined;
        if (!this.stopped) this.giveUp(failure);
      },
    };
    this.waiting = slice;
    this.options.pool.schedule(slice);
  }

  private unschedule(): void {
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting !== undefined) this.options.pool.cancel(waiting);
  }

  /** Its turn has come; a call that has not begun waits while its account is over a budget. */
  private post(thread: WorkerThread): void {
    const { account } = this.options;
    const delay = this.hasStarted ? 0 : account.startDelayMs();
    if (delay > 0) {
      setTimeout(() => this.schedule(), Math.min(delay, LONGEST_DELAY_MS));
      return;
    }
    this.hasStarted = true;
    const { expectedMs } = account;
    const started = performance.now();
    if (!this.hasBegun) this.begin(thread, expectedMs);
    if (this.slices > 0 || this.suspended !== undefined) this.postAnswers(thread, expectedMs);
    account.chargeStep(performance.now() - started);
  }

  /** Opens the call in a worker: from the beginning, or from where it was suspended. */
  private begin(thread: WorkerThread, expectedMs: number): void {
    const { plugin, input } = this.options;
    this.thread = thread;
    this.task = thread.open(this);
    this.hasBegun = true;
    const { task, suspended } = this;
    const shared = thread.share(plugin.id, plugin.diff);
    const message = { type: "call", task, plugin: plugin.id, ...shared, input } as const;
    // Going on is no slice; the answers are.
    if (suspended === undefined) thread.postSlice(message, expectedMs);
    else thread.post({ ...message, suspended });
  }

  private postAnswers(thread: WorkerThread, expectedMs: number): void {
    let bytes = 0;
    let count = 0;
    for (const { answer } of this.unposted) {
      bytes += answer.json.length + (answer.bytes?.byteLength ?? 0);
      if (count > 0 && bytes > MESSAGE_BYTES) break;
      count++;
    }
    if (count === 0) return;
    this.unseen = this.unposted.splice(0, count);
    const answers = this.unseen.map(({ answer }) => answer);
    thread.postSlice({ type: "answer", task: this.task, answers }, expectedMs);
  }
}
