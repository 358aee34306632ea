import type { MoveReason } from "../events.ts";
import {
  callLimitBroken,
  type Clock,
  describeError,
  findOperation,
  type HandlerResult,
  type Logger,
  type HostCalls,
  observeLogger,
  type PluginCall,
  warnOfPendingTimer,
} from "@botwright/core";
import type { HostMatcher } from "@botwright/guarded-fetch";
import { type AnswerQueue, createAnswerQueue } from "./answer-queue.ts";
import type { AnswerSizes } from "./answer-sizes.ts";
import type { BoundWatch } from "../fairness/bound-watch.ts";
import type { ByteBudget } from "../fairness/byte-budget.ts";
import type { HostAnswer, WholeSlice } from "../../protocol/call-messages.ts";
import { CallMeter } from "./call-meter.ts";
import { WorkerTask, type WorkerTaskOptions } from "./worker-task.ts";
import { type Failure, isBrokenLimit } from "../../protocol/errors.ts";
import { performFetch, type SandboxFetch } from "./fetch.ts";
import type { FormatThread } from "../threads/format-thread.ts";
import { HOLDS_TOO_MUCH } from "../fairness/suspended-memory.ts";
import { type HandlerOutcome, readHandlerOutcome } from "./handler-outcome.ts";
import { type HostWork, runInTurn } from "../fairness/host-work.ts";
import type { CallLimits } from "../../protocol/call-limits.ts";
import { inSteps, logLines } from "./log-lines.ts";
import { readPendingTimer } from "./pending-timer.ts";
import type { PluginErrors } from "../plugin-error.ts";
import { RequestQueue } from "./request-queue.ts";
import type { UsageAccount } from "../fairness/usage-account.ts";

/** What one call of a handler needs in the main thread. */
export interface CallOptions {
  readonly slug: string;
  readonly errors: PluginErrors;
  readonly hosts: HostMatcher | undefined;
  readonly account: UsageAccount;
  readonly pool: WorkerTaskOptions["pool"];
  readonly suspendedMemory: WorkerTaskOptions["suspendedMemory"];
  readonly plugin: WorkerTaskOptions["plugin"];
  readonly work: HostWork;
  readonly bytes: ByteBudget;
  readonly waits: BoundWatch;
  readonly formatThread: FormatThread;
  readonly sizes: AnswerSizes;
  readonly input: WorkerTaskOptions["input"];
  /** The dispatcher's view of the call, which holds its time limit. */
  readonly call: PluginCall & { readonly hostCalls: HostCalls; readonly signal: AbortSignal };
  readonly limits: CallLimits;
  readonly fetch: SandboxFetch | false;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly events: CallEvents;
}

/** Events of one call. */
interface CallEvents {
  onMoved(reason: MoveReason): void;
  /** The call hung or crashed its worker. */
  onStrike(): void;
  /** The call left its machine in an undefined state: its worker creates another one. */
  onDiscarded(): void;
  /**
   * `failureCode` is undefined when the call succeeded; `hasFinished` says that no worker runs or will run any
   * of the call.
   */
  onEnd(meter: CallMeter, failureCode: string | undefined, hasFinished: boolean): void;
}

/** Whether the plugin should await the operation although it does not use the answer, because it may fail. */
function needsAwait(operation: string): boolean {
  const row = findOperation(operation);
  return row !== undefined && row.kind !== "read" && row.needsAwait !== false;
}

/**
 * One call of a handler, seen from the main thread. It connects three parts: the {@link WorkerTask} runs
 * slices, the {@link RequestQueue} performs the host calls that a slice requested, and the answer queue
 * passes their answers back to the task in order.
 *
 * The call ends when (a) the handler has returned and no host call is open, (b) the handler has thrown and every host
 * call that it requested has begun, (c) a limit is broken, or (d) its signal is aborted. Once the handler has returned
 * or thrown, its outcome is final: later failures and aborts only end the wait for host calls that the handler did
 * not await.
 *
 * Longer than other files: one state machine, whose ways to end share all of its fields.
 */
export class SandboxCall {
  /** Resolves when the handler and the host calls that it started have ended. */
  readonly result: Promise<HandlerResult>;
  private readonly options: CallOptions;
  private readonly outcome = Promise.withResolvers<HandlerResult>();
  private readonly task: WorkerTask;
  private readonly answers: AnswerQueue;
  private readonly requests: RequestQueue;
  /** Adds the plugin and the call to each log line, and passes the line to the dispatcher too. */
  private readonly logger: Logger;
  private readonly meter = new CallMeter();
  /** How the handler ended, while host calls that it did not await are still running or have yet to begin. */
  private returned: HandlerOutcome | undefined;
  private hasThrown = false;
  /** Whether `take` is passing on a slice's requests: the slice's end is known, but not all of its requests are. */
  private isTaking = false;
  private ended = false;
  private hasWarned = false;

  constructor(options: CallOptions) {
    const { events, limits, hosts, fetch, call } = options;
    this.options = options;
    this.logger = observeLogger(options.logger, call.onLog, {
      plugin: options.slug,
      callId: call.id,
    });
    this.result = this.outcome.promise;
    this.task = new WorkerTask({
      ...options,
      onSlice: (outcome) => this.take(outcome),
      onMoved: (reason) => events.onMoved(reason),
      onStrike: () => events.onStrike(),
      onFailed: (failure) => this.fail(failure),
    });
    this.answers = createAnswerQueue((answers) => this.task.answer(answers));
    const { hostCalls } = call;
    hostCalls.bindBot({
      maxDownloadBytes: limits.downloadBytes,
      formatMarkdown: (text) =>
        options.formatThread.format(options.account, text, () => !this.ended),
    });
    this.requests = new RequestQueue({
      ...options,
      hostCalls,
      openHostCalls: limits.openHostCalls,
      answers: this.answers,
      meter: this.meter,
      fetch: (args, aborter) =>
        performFetch(args, {
          fetch,
          hosts,
          limits,
          aborter,
          waits: options.waits,
          inTurn: (step) => runInTurn(options.work, options.account, step),
          onExcessiveLoad: () => options.account.chargeBrokenLimit(),
        }),
      onEnd: (operation, answer) => this.onHostCallEnd(operation, answer),
      onWaiting: () => {
        if (this.returned === undefined) this.reportWaiting();
        else this.settleIfDone();
      },
      onResume: () => call.onResume?.(),
      onError: () => this.fail(BROKEN),
      onGiveUp: () => this.fail(HOLDS_TOO_MUCH),
    });
  }

  start(): void {
    const { signal } = this.options.call;
    if (signal.aborted) return this.onAbort();
    signal.addEventListener("abort", this.onAbort);
    this.task.start();
  }

  /** Ends the call with a failure. If the handler has already returned, its outcome stands. */
  fail(failure: Failure): void {
    if (!this.ended) this.settle(this.returned ?? { failure });
  }

  /** Processes the report of a slice in several steps, so that steps of other calls can run in between. */
  private take(outcome: WholeSlice): void {
    const { logs, requests, state } = outcome;
    const { meter } = this;
    const { account } = this.options;
    const { transferBytes, memoryBytes } = meter;
    meter.addSlice(outcome);
    account.chargeMemory(memoryBytes, meter.memoryBytes);
    account.chargeTransfer(transferBytes, meter.transferBytes);
    account.chargeSlice(outcome.sliceCpuMs, state === "waiting");
    if (state === "failed" && outcome.damage === "machine") this.options.events.onDiscarded();
    // The guest code has finished; the worker needs nothing more of this call.
    if (state !== "waiting") this.task.stop(false);
    for (const lines of inSteps(logs)) {
      this.step(() => logLines(this.logger, lines, this.options.errors.showStacks));
    }
    this.step(() => {
      if (this.ended) return;
      // The end is read before the requests: no code awaits the last slice's host calls, so a limit that these break
      // must not change the handler's outcome.
      this.isTaking = true;
      this.readEnd(outcome);
      for (const request of requests) this.requests.push(request);
      if (this.hasThrown) this.requests.leave();
      this.isTaking = false;
      this.conclude(outcome);
    });
  }

  /**
   * Runs a step in the main thread, after the earlier steps of the same account. A logger or listener of
   * the host that throws fails this call only.
   */
  private step(run: () => void): void {
    const { account, work } = this.options;
    work.run(account, () => {
      try {
        run();
      } catch {
        this.fail(BROKEN);
      }
    });
  }

  /** Records the handler's outcome if it has returned or thrown in this slice. A broken limit is not an outcome. */
  private readEnd(outcome: WholeSlice): void {
    if (outcome.state === "waiting") return;
    if (outcome.state === "done") {
      this.warnOfPendingTimer(outcome.pendingTimer);
      this.returned = readHandlerOutcome(outcome.json);
    } else {
      const failure = inWords(outcome.failure, this.options.limits);
      if (isBrokenLimit(failure.code)) return;
      this.hasThrown = true;
      this.returned = { failure };
    }
    this.options.call.onReturn?.();
    this.answers.close();
  }

  private conclude(outcome: WholeSlice): void {
    if (this.returned !== undefined) this.settleIfDone();
    else if (outcome.state === "failed") this.fail(inWords(outcome.failure, this.options.limits));
    else this.reportWaiting();
  }

  /** Reports to the dispatcher when the call can only continue after an answer of the host. */
  private reportWaiting(): void {
    if (this.ended) return;
    const isWaiting = this.answers.isEmpty() && this.task.isQuiet && this.requests.isWaiting;
    if (isWaiting) this.options.call.onWaiting?.();
  }

  /**
   * The call's signal was aborted: by its time limit or the host. The call ends with the abort reason. If the handler
   * has already returned, its outcome stands.
   */
  private readonly onAbort = (): void => {
    if (this.ended) return;
    if (this.returned !== undefined) return this.settle(this.returned);
    const { reason }: { reason: unknown } = this.options.call.signal;
    this.end(describeError(reason).code);
    this.outcome.reject(reason);
  };

  private onHostCallEnd(operation: string, answer?: Omit<HostAnswer, "at">): void {
    if (this.returned !== undefined && answer !== undefined) {
      if (!answer.ok) this.warnOfLateFailure(operation, answer.json);
      else if (needsAwait(operation)) this.warnOfLateEnd(operation);
    }
    this.settleIfDone();
  }

  /** Warns once per call, because a plugin that forgets `await` often does so everywhere. */
  private warnOfLateEnd(operation: string): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    const advice = `write await ${operation}(…), or a failure of it is lost`;
    this.logger.warn(`the handler returned before ${operation} was done: ${advice}`);
  }

  private warnOfLateFailure(operation: string, json: string): void {
    const error: unknown = JSON.parse(json);
    this.logger.warn("a host call that the plugin did not await failed", {
      operation,
      error,
    });
  }

  private warnOfPendingTimer(pendingTimer: string | undefined): void {
    const { findInnermost } = this.options.errors;
    const pending = pendingTimer && readPendingTimer(pendingTimer, findInnermost);
    const warning = pending && warnOfPendingTimer(pending);
    if (warning) this.logger.warn(warning.message, { ...warning.fields });
  }

  /**
   * Settles when no host call is open; after an error already when every host call has begun. It waits for the
   * beginnings because which host calls begin must not depend on timing: otherwise a replay of the run would request
   * others. Meanwhile the call only waits for the host, and reports that, because a virtual clock needs to know it;
   * but not while the end of a host call waits for its turn in this thread.
   */
  private settleIfDone(): void {
    if (this.ended || this.isTaking || this.returned === undefined) return;
    const { requests } = this;
    if (this.hasThrown ? requests.hasBegun : requests.isIdle) return this.settle(this.returned);
    if (requests.isWaiting && this.answers.isEmpty()) this.options.call.onWaiting?.();
  }

  private settle(outcome: HandlerOutcome): void {
    if ("failure" in outcome) {
      this.end(outcome.failure.code);
      this.outcome.reject(this.options.errors.toPluginError(outcome.failure));
    } else {
      this.end(undefined);
      this.outcome.resolve(outcome.result);
    }
  }

  /** Releases all resources; called exactly once, however the call ends. */
  private end(failureCode: string | undefined): void {
    const { call, events } = this.options;
    this.ended = true;
    this.answers.close();
    this.task.stop(true);
    this.requests.close();
    call.signal.removeEventListener("abort", this.onAbort);
    this.meter.end(this.task.queuedMs, call.hostCalls.counts);
    events.onEnd(this.meter, failureCode, this.task.hasFinished);
  }
}

/**
 * Gives a failed host call limit the pipeline's message. The worker counts host calls too, to stop a flood of them
 * within a slice; the error must be the same whichever of the two counts first.
 */
function inWords(failure: Failure, limits: CallLimits): Failure {
  if (failure.code !== "SANDBOX_HOST_CALL_LIMIT") return failure;
  return { ...failure, message: callLimitBroken("hostCalls", limits).message };
}

const BROKEN: Failure = {
  code: "SANDBOX_WORKER_LOST",
  message: "the host failed while it handled what the plugin asked for or logged; try again",
};
