import {
  type Clock,
  describeError,
  type HandlerResult,
  type Logger,
  type HostCalls,
  observeLogger,
  type PluginCall,
  type PluginPermissions,
} from "@botwright/core";
import { type AnswerQueue, createAnswerQueue } from "./answer-queue.ts";
import type { AnswerSizes } from "./answer-sizes.ts";
import type { ByteBudget } from "../fairness/byte-budget.ts";
import type { HostAnswer } from "../../protocol/call-messages.ts";
import { CallMeter } from "./call-meter.ts";
import { WorkerTask, type WorkerTaskOptions } from "./call-delivery.ts";
import type { SliceOutcome } from "../../machine/engine.ts";
import type { Failure } from "../../protocol/errors.ts";
import { performFetch, type SandboxFetch } from "./fetch.ts";
import type { FormatThread } from "../threads/format-thread.ts";
import { type HandlerOutcome, readHandlerOutcome } from "./handler-outcome.ts";
import type { HostWork } from "../fairness/host-work.ts";
import type { CallLimits } from "../limits.ts";
import { logLines } from "./log-lines.ts";
import { toPluginError } from "../plugin-error.ts";
import { RequestQueue } from "./request-queue.ts";
import type { UsageAccount } from "../fairness/usage-account.ts";

/** What one call of a handler needs in the main thread. */
export interface CallOptions {
  readonly slug: string;
  readonly permissions: PluginPermissions | undefined;
  readonly account: UsageAccount;
  readonly pool: WorkerTaskOptions["pool"];
  readonly suspendedMemory: WorkerTaskOptions["suspendedMemory"];
  readonly plugin: WorkerTaskOptions["plugin"];
  readonly work: HostWork;
  readonly bytes: ByteBudget;
  readonly formatThread: FormatThread;
  readonly sizes: AnswerSizes;
  readonly input: WorkerTaskOptions["input"];
  /** Of the call that it is: the time that it has is kept there. */
  readonly call: PluginCall & { readonly hostCalls: HostCalls; readonly signal: AbortSignal };
  readonly limits: CallLimits;
  readonly fetch: SandboxFetch | false;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly events: CallEvents;
}

/** What a call tells of itself. */
interface CallEvents {
  onMoved(reason: "worker-blocked" | "worker-ended"): void;
  /** It took its worker down. */
  onStrike(): void;
  /** With the code of the error, unless it ended well. */
  onEnd(meter: CallMeter, failureCode: string | undefined): void;
}

/** Lines of the console that are handed on in one step. */
const LINES_AT_ONCE = 64;

/** One call of a handler, in a worker. */
export class SandboxCall {
  /** Resolves when the handler and the host calls that it began have ended. */
  readonly result: Promise<HandlerResult>;
  private readonly options: CallOptions;
  private readonly outcome = Promise.withResolvers<HandlerResult>();
  private readonly delivery: WorkerTask;
  private readonly answers: AnswerQueue;
  private readonly requests: RequestQueue;
  /** Says in the log whose line it is, and hands it to the dispatcher too. */
  private readonly logger: Logger;
  private readonly meter = new CallMeter();
  /** What the handler returned, while host calls that it did not await are still being done. */
  private returned: HandlerOutcome | undefined;
  private ended = false;

  constructor(options: CallOptions) {
    const { events, limits, permissions, fetch, call } = options;
    this.options = options;
    this.logger = observeLogger(options.logger, call.onLog, {
      plugin: options.slug,
      callId: call.id,
    });
    this.result = this.outcome.promise;
    this.delivery = new WorkerTask({
      ...options,
      onSlice: (outcome) => this.take(outcome),
      onMoved: (reason) => events.onMoved(reason),
      onStrike: () => events.onStrike(),
      onFailed: (failure) => this.fail(failure),
    });
    this.answers = createAnswerQueue((answers) => this.delivery.answer(answers));
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
      fetch: (args, signal) => performFetch(args, { fetch, permissions, limits, signal }),
      onEnd: (operation, answer) => this.onHostCallEnd(operation, answer),
      onError: () => this.fail(BROKEN),
    });
  }

  start(): void {
    const { signal } = this.options.call;
    if (signal.aborted) return this.onAbort();
    signal.addEventListener("abort", this.onAbort);
    this.delivery.start();
  }

  /** Ends the call, from inside or outside; a handler that has returned keeps its outcome. */
  fail(failure: Failure): void {
    if (!this.ended) this.settle(this.returned ?? { failure });
  }

  /** Takes what a slice has left behind, step by step: others' steps come between. */
  private take(outcome: SliceOutcome): void {
    const { logs, requests, state } = outcome;
    this.options.account.chargeMemory(this.meter.memoryBytes, outcome.used.memoryBytes);
    this.meter.addSlice(outcome);
    this.options.account.chargeSlice(outcome.sliceCpuMs, state === "waiting");
    if (state !== "waiting") this.delivery.stop(false);
    for (let at = 0; at < logs.length; at += LINES_AT_ONCE) {
      const lines = logs.slice(at, at + LINES_AT_ONCE);
      this.step(() => logLines(this.logger, lines));
    }
    this.step(() => {
      if (this.ended) return;
      for (const request of requests) this.requests.push(request);
      this.conclude(outcome);
    });
  }

  /** A step in the main thread; a logger or listener of the host's that throws ends this call only. */
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

  private conclude(outcome: SliceOutcome): void {
    if (outcome.state === "failed") this.fail(outcome.failure);
    else if (outcome.state === "done") this.finish(outcome.json);
    else this.tellWaiting();
  }

  /** Tells when nothing of the call can go on by itself. */
  private tellWaiting(): void {
    const isWaiting = this.answers.isEmpty && this.delivery.isQuiet && this.requests.isBegun;
    if (isWaiting) this.options.call.onWaiting?.();
  }

  /**
   * Its time is up, it has broken a limit of its host calls, or its host ends it: the reason is the error
   * that it ends with. A handler that has returned keeps its outcome.
   */
  private readonly onAbort = (): void => {
    if (this.ended) return;
    if (this.returned !== undefined) return this.settle(this.returned);
    const { reason }: { reason: unknown } = this.options.call.signal;
    this.end(describeError(reason).code);
    this.outcome.reject(reason);
  };

  private onHostCallEnd(operation: string, answer: Omit<HostAnswer, "at">): void {
    if (this.returned !== undefined && !answer.ok) this.warnOfLateFailure(operation, answer.json);
    this.settleIfDone();
  }

  private warnOfLateFailure(operation: string, json: string): void {
    const error: unknown = JSON.parse(json);
    this.logger.warn("a host call that the plugin did not await failed", {
      operation,
      error,
    });
  }

  private finish(json: string): void {
    if (this.ended) return;
    this.returned = readHandlerOutcome(json);
    this.answers.close();
    this.settleIfDone();
  }

  private settleIfDone(): void {
    if (this.ended || this.returned === undefined) return;
    if (!this.requests.isIdle) {
      if (this.requests.isBegun) this.options.call.onWaiting?.();
      return;
    }
    this.settle(this.returned);
  }

  private settle(outcome: HandlerOutcome): void {
    if ("failure" in outcome) {
      this.end(outcome.failure.code);
      this.outcome.reject(toPluginError(this.options.slug, outcome.failure));
    } else {
      this.end(undefined);
      this.outcome.resolve(outcome.result);
    }
  }

  private end(failureCode: string | undefined): void {
    const { call, events } = this.options;
    this.ended = true;
    this.answers.close();
    this.delivery.stop(true);
    this.requests.close();
    call.signal.removeEventListener("abort", this.onAbort);
    this.meter.end(this.delivery.queuedMs, call.hostCalls.counts);
    events.onEnd(this.meter, failureCode);
  }
}

const BROKEN: Failure = {
  code: "SANDBOX_WORKER_LOST",
  message: "what the worker asked for cannot be read; try again",
};
