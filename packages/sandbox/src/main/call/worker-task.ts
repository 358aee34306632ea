import {
  answerSize,
  type CallInput,
  type HostAnswer,
  type SliceOutcome,
  type SuspendedCall,
  type WholeSlice,
} from "../../protocol/call-messages.ts";
import type { Failure } from "../../protocol/errors.ts";
import type { MemoryDiff } from "../../protocol/memory-image.ts";
import { claimMemory } from "../../protocol/memory-claim.ts";
import { monotonicMs } from "../../protocol/monotonic.ts";
import type { Pool } from "../threads/pool.ts";
import type { WorkerSlice } from "../threads/slice-dispatch.ts";
import type { HostWork } from "../fairness/host-work.ts";
import { HOLDS_TOO_MUCH, type SuspendedMemoryBudget } from "../fairness/suspended-memory.ts";
import { tryAgain, type UsageAccount } from "../fairness/usage-account.ts";
import type { Task, WorkerThread } from "../threads/task.ts";
import type { MoveReason } from "../events.ts";

/** How often a call may move to another worker because its worker ended. */
const MAX_MOVES = 32;

/** Characters and bytes of answers in one message to a worker; a single larger answer is sent alone. */
const MESSAGE_BYTES = 2_097_152;

/** The failure when a worker has cut off a slice but not offered the call's memory: its engine was compromised. */
const MEMORY_LOST: Failure = {
  code: "SANDBOX_WORKER_LOST",
  message: "the worker that ran the plugin has lost its memory; try again",
};

/** A loaded plugin as the pool runs it. */
interface LoadedImage {
  readonly id: number;
  readonly diff: MemoryDiff;
}

/** What a {@link WorkerTask} needs. */
export interface WorkerTaskOptions {
  readonly pool: Pool;
  readonly suspendedMemory: SuspendedMemoryBudget;
  readonly account: UsageAccount;
  readonly work: HostWork;
  readonly plugin: LoadedImage;
  readonly input: Omit<CallInput, "image">;
  readonly onSlice: (outcome: WholeSlice) => void;
  readonly onMoved: (reason: MoveReason) => void;
  /** The call hung or crashed its worker. */
  readonly onStrike: () => void;
  /** The call cannot continue. */
  readonly onFailed: (failure: Failure) => void;
}

/** An answer, and a callback for the moment at which the guest has it. */
export interface PendingAnswer {
  readonly answer: HostAnswer;
  readonly seen: () => void;
}

/**
 * Runs one call in the workers of the pool, from its first slice to its last.
 *
 * The call is bound to the worker that holds its memory. When that worker ends because of another call, or
 * another call blocks it, this task claims the call's suspended memory (see `memory-claim.ts`) and
 * continues in another worker. Answers that were posted but that no slice has confirmed (`unseen`) are
 * posted again there: a worker reports a slice only after the guest has received its answers, so each
 * answer takes effect exactly once.
 *
 * Longer than other files: one state machine, whose transitions share all of its fields.
 */
export class WorkerTask implements Task {
  /** Milliseconds for which the call was ready to run while its worker was busy. */
  queuedMs = 0;
  private readonly options: WorkerTaskOptions;
  private thread: WorkerThread | undefined;
  private task = 0;
  private usedCpuMs = 0;
  private slices = 0;
  private moves = 0;
  private stopped = false;
  private hasBegun = false;
  /**
   * Whether the worker has reported the end of the guest's code and the call has never been in another worker: a
   * worker that was blocked or lost may still run the call.
   */
  hasFinished = false;
  private hasMoved = false;
  /** Whether the call has started in any worker; `hasBegun` is about the current one. */
  private hasStarted = false;
  private suspended: SuspendedCall | undefined;
  /** The call's number in the suspended-memory budget; 0 while it holds none there. */
  private kept = 0;
  /** The call's slice in the dispatch queue. */
  private waiting: WorkerSlice | undefined;
  /** Whether the worker has been asked to suspend the call so that it can move. */
  private isLeaving = false;
  private readySince = 0;
  private lastSliceEnd = 0;
  /** Answers that are not posted yet, and answers that are posted but not confirmed by a slice. */
  private unposted: PendingAnswer[] = [];
  private unseen: PendingAnswer[] = [];

  constructor(options: WorkerTaskOptions) {
    this.options = options;
  }

  /** Whether the call has had a slice, and every answer has reached the guest: the worker has nothing to run. */
  get isQuiet(): boolean {
    return this.unposted.length === 0 && this.unseen.length === 0 && this.slices > 0;
  }

  get cpuMs(): number {
    return this.options.input.limits.cpuMs - this.usedCpuMs;
  }

  /** Starts the call in the next free worker. */
  start(): void {
    this.schedule();
  }

  /** Passes answers on to the guest; one that has ended can no longer receive any. */
  answer(answers: readonly PendingAnswer[]): void {
    if (this.stopped) {
      for (const { seen } of answers) seen();
      return;
    }
    this.unposted.push(...answers);
    this.schedule();
  }

  /** Ends the task; a worker that still holds the call discards it. */
  stop(inWorker: boolean): void {
    if (this.stopped) return;
    this.stopped = true;
    this.unschedule();
    this.releaseMemory();
    this.thread?.close(this.task);
    if (inWorker) this.thread?.post({ type: "end", task: this.task });
    for (const { seen } of [...this.unseen, ...this.unposted]) seen();
  }

  /**
   * A slice has ended. Its report confirms the answers that it received; the suspended memory it started
   * from is outdated.
   */
  onSlice(outcome: SliceOutcome): void {
    if (this.stopped) return;
    if (outcome.state === "cut") return this.onCut(outcome.sliceCpuMs);
    this.releaseMemory();
    for (const { seen } of this.unseen.splice(0)) seen();
    this.slices++;
    this.hasFinished = outcome.state !== "waiting" && !this.hasMoved;
    this.usedCpuMs = outcome.used.cpuMs;
    const ready = Math.max(this.readySince, this.lastSliceEnd);
    this.queuedMs += Math.max(0, outcome.startedAt - ready);
    this.lastSliceEnd = outcome.startedAt + outcome.ranMs;
    if (this.unposted.length > 0) this.schedule();
    this.options.onSlice(outcome);
  }

  /** The worker suspended the call. From now on both threads may claim its memory. */
  onSuspended(suspended: SuspendedCall): void {
    if (this.stopped) return;
    this.suspended = suspended;
    const { account } = this.options;
    // The call filled the memory that the worker had to copy and clear, so it is charged for that delay.
    account.chargeSuspension(Math.max(0, suspended.used.cpuMs - this.usedCpuMs));
    this.usedCpuMs = suspended.used.cpuMs;
    this.releaseMemory();
    this.options.suspendedMemory.keep({
      account,
      bytes: suspended.diff.bytes.byteLength,
      kept: (number) => {
        this.kept = number;
      },
      giveUp: () => this.options.onFailed(HOLDS_TOO_MUCH),
    });
    if (this.isLeaving) this.leave();
  }

  onChecked(ms: number): void {
    this.options.account.chargeStep(ms);
  }

  onSlow(): void {
    this.options.account.becomeSlow();
  }

  /**
   * Another task blocks the worker: offers to move, if the suspended memory is complete. If not, the worker has
   * suspended the call to run the other task, but its report has not arrived: the call moves in `onSuspended`.
   */
  onBlocked(): (() => boolean) | undefined {
    if (this.stopped) return undefined;
    if (!this.isWhole) {
      this.leave();
      return undefined;
    }
    return () => {
      // The worker may be about to resume the call; if it claims the memory first, the call stays there.
      if (!this.claim()) return false;
      this.moveOn("worker-blocked");
      return true;
    };
  }

  onStrike(): void {
    this.options.onStrike();
  }

  /**
   * The worker has ended. The call continues elsewhere if it did not cause the end and its memory is
   * complete.
   */
  onLost(failure: Failure, wasRunning: boolean): void {
    this.thread = undefined;
    if (this.stopped) return;
    const mayMove = !wasRunning && this.isWhole && failure.code === "SANDBOX_WORKER_LOST";
    // The last slice may have been lost with the worker, and the buffer may hold another call's memory by
    // now: only a successful claim proves that the memory is this call's.
    if (mayMove && this.moves < MAX_MOVES && this.claim()) {
      this.moves++;
      this.moveOn("worker-ended");
    } else {
      this.giveUp(failure);
    }
  }

  /**
   * Claims the suspended memory from the worker. A call without suspended memory starts again from its
   * image.
   */
  private claim(): boolean {
    if (this.suspended === undefined) return true;
    const diff = claimMemory(this.suspended.diff);
    if (diff !== undefined) this.suspended = { ...this.suspended, diff };
    return diff !== undefined;
  }

  /**
   * Whether the suspended memory includes the effects of the last slice. If not, the call's current memory
   * exists only in the worker's machine and cannot be moved.
   */
  private get isWhole(): boolean {
    return this.slices === (this.suspended?.slices ?? 0);
  }

  /** Moves the call out of its worker as soon as its memory is suspended. */
  private leave(): void {
    const { thread, task } = this;
    if (this.stopped || thread === undefined) return;
    this.isLeaving = true;
    // Not suspended yet: `onSuspended` calls this method again.
    if (!this.isWhole) return thread.post({ type: "suspend", task });
    this.isLeaving = false;
    // A worker that has already resumed the call keeps it.
    if (this.onBlocked()?.() !== true) return;
    thread.close(task);
    thread.post({ type: "end", task });
  }

  /** The worker has cut off a short slice and discarded the call: the slice runs again in a slow worker. */
  private onCut(cpuMs: number): void {
    const { account } = this.options;
    account.becomeSlow();
    account.chargeTurn(cpuMs);
    this.thread?.close(this.task);
    if (this.isWhole && this.moves < MAX_MOVES && this.claim()) {
      this.moves++;
      this.moveOn("slow");
    } else {
      this.giveUp(MEMORY_LOST);
    }
  }

  private moveOn(reason: MoveReason): void {
    this.thread = undefined;
    this.hasMoved = true;
    this.hasBegun = false;
    this.isLeaving = false;
    this.unposted.unshift(...this.unseen.splice(0));
    this.unschedule();
    this.options.onMoved(reason);
    this.schedule();
  }

  private releaseMemory(): void {
    const { suspendedMemory, account } = this.options;
    suspendedMemory.release(account, this.kept);
    this.kept = 0;
  }

  private giveUp(failure: Failure): void {
    this.stopped = true;
    this.unschedule();
    this.releaseMemory();
    for (const { seen } of [...this.unseen, ...this.unposted]) seen();
    this.options.onFailed(failure);
  }

  /** Queues a slice, unless one is queued already or a running slice will queue the next one when it ends. */
  private schedule(): void {
    if (this.stopped || this.waiting !== undefined || this.unseen.length > 0) return;
    if (this.isLeaving) return;
    // A moved call has nothing to run until an answer arrives.
    if (this.suspended !== undefined && this.unposted.length === 0) return;
    if (this.hasBegun && this.slices === 0) return;
    this.readySince = monotonicMs();
    const slice: WorkerSlice = {
      kind: "call",
      account: this.options.account,
      thread: this.thread,
      post: (thread, isShort) => {
        this.waiting = undefined;
        this.post(thread, isShort);
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

  /** Posts the slice whose turn has come. A call that has not started waits while its account is over a budget. */
  private post(thread: WorkerThread, isShort: boolean): void {
    const { account, work } = this.options;
    const delay = this.hasStarted ? 0 : account.startDelayMs();
    if (delay > 0) {
      account.returnTurn();
      tryAgain(() => this.schedule(), delay);
      return;
    }
    this.hasStarted = true;
    // Often runs inside a step of another account, when the end of that account's slice has freed the worker.
    work.runNow(account, () => {
      if (!this.hasBegun) this.begin(thread, isShort);
      if (this.slices > 0 || this.suspended !== undefined) this.postAnswers(thread, isShort);
    });
  }

  /** Opens the call in a worker: from its image, or from its suspended memory. */
  private begin(thread: WorkerThread, isShort: boolean): void {
    const { plugin, input } = this.options;
    this.thread = thread;
    this.task = thread.open(this);
    this.hasBegun = true;
    const { task, suspended } = this;
    const shared = thread.share(plugin.id, plugin.diff);
    const message = { type: "call", task, plugin: plugin.id, ...shared, input } as const;
    // Opening a suspended call runs no guest code and is therefore not a slice; its answers are posted as a slice.
    if (suspended === undefined) thread.postSlice({ ...message, isShort }, this.options.account);
    else thread.post({ ...message, suspended });
  }

  private postAnswers(thread: WorkerThread, isShort: boolean): void {
    let bytes = 0;
    let count = 0;
    for (const { answer } of this.unposted) {
      bytes += answerSize(answer);
      if (count > 0 && bytes > MESSAGE_BYTES) break;
      count++;
    }
    if (count === 0) return;
    this.unseen = this.unposted.splice(0, count);
    const answers = this.unseen.map(({ answer }) => answer);
    const message = { type: "answer", task: this.task, answers, isShort } as const;
    thread.postSlice(message, this.options.account);
  }
}
