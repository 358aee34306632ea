import {
  type Clock,
  type HandlerResult,
  type Logger,
  type PluginCall,
  type PluginPermissions,
  SEND_OPERATIONS,
  type SingleHandlerContext,
} from "@botwright/core";
import { type AnswerQueue, createAnswerQueue } from "./answer-queue.ts";
import type { AnswerSizes } from "./answer-sizes.ts";
import type { ByteBudget } from "../fairness/byte-budget.ts";
import type { HostAnswer } from "../../protocol/call-messages.ts";
import { CallMeter } from "./call-meter.ts";
import { WorkerTask, type WorkerTaskOptions } from "./call-delivery.ts";
import type { SliceOutcome } from "../../machine/engine.ts";
import type { Failure, SandboxErrorCode } from "../../protocol/errors.ts";
import type { SandboxFetch } from "./fetch.ts";
import type { FormatThread } from "../threads/format-thread.ts";
import { type HandlerOutcome, readHandlerOutcome } from "./handler-outcome.ts";
import { prepareHostCall } from "./host-bridge.ts";
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
  readonly context: SingleHandlerContext;
  readonly call: PluginCall | undefined;
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
  onEnd(meter: CallMeter, failure: Failure | undefined): void;
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
  private readonly meter = new CallMeter();
  private stopWall: () => void = () => {};
  /** What the handler returned, while host calls that it did not await are still being done. */
  private returned: HandlerOutcome | undefined;
  private ended = false;

  constructor(options: CallOptions) {
    const { events, limits, permissions, fetch, call } = options;
    this.options = options;
    this.result = this.outcome.promise;
    this.delivery = new WorkerTask({
      ...options,
      onSlice: (outcome) => this.take(outcome),
      onMoved: (reason) => events.onMoved(reason),
      onStrike: () => events.onStrike(),
      onFailed: (failure) => this.fail(failure),
    });
    this.answers = createAnswerQueue((answers) => this.delivery.answer(answers));
    const context = this.bindBot(options.context);
    this.requests = new RequestQueue({
      ...options,
      openHostCalls: limits.openHostCalls,
      answers: this.answers,
      meter: this.meter,
      prepare: (request, signal) => {
        const bridged = { fetch, limits, intercept: call?.intercept, signal };
        return prepareHostCall(request, { context, permissions, fetch: bridged });
      },
      count: (operation) => this.count(operation),
      onEnd: (operation, answer) => this.onHostCallEnd(operation, answer),
      onError: () => this.fail(BROKEN),
    });
  }

  start(): void {
    const { call, clock, limits } = this.options;
    if (call?.signal?.aborted === true) return this.onAbort();
    this.stopWall = clock.after(limits.wallMs, () => {
      this.fail({
        code: "SANDBOX_WALL_LIMIT",
        message: `the plugin took longer than ${limits.wallMs} ms`,
      });
    });
    call?.signal?.addEventListener("abort", this.onAbort);
    this.delivery.start();
  }

  /** Ends the call, from inside or outside; a handler that has returned keeps its outcome. */
  fail(failure: Failure): void {
    if (!this.ended) this.settle(this.returned ?? { failure });
  }

  /** The bot as this call has it: bound to the chat and to the call's limits. */
  private bindBot(context: SingleHandlerContext): SingleHandlerContext {
    const { bot, msg } = context;
    if (bot.forCall === undefined) return context;
    const { account, formatThread } = this.options;
    const scope = {
      from: msg.from,
      maxDownloadBytes: this.options.limits.downloadBytes,
      formatMarkdown: (text: string): Promise<string> =>
        formatThread.format(account, text, () => !this.ended),
      onParts: (parts: number): void => this.countParts(parts),
    };
    return { ...context, bot: bot.forCall(scope) };
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
      this.step(() => logLines(this.options.logger, this.names, lines));
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
    if (isWaiting) this.options.call?.onWaiting?.();
  }

  private readonly onAbort = (): void => {
    const reason: unknown = this.options.call?.signal?.reason;
    const timedOut = reason instanceof Error && reason.name === "TimeoutError";
    this.fail(
      timedOut
        ? { code: "SANDBOX_WALL_LIMIT", message: "the plugin's time was up" }
        : { code: "ABORTED", message: "the call was aborted" },
    );
  };

  private onHostCallEnd(operation: string, answer: Omit<HostAnswer, "at">): void {
    if (this.returned !== undefined && !answer.ok) this.warnOfLateFailure(operation, answer.json);
    this.settleIfDone();
  }

  private warnOfLateFailure(operation: string, json: string): void {
    const error: unknown = JSON.parse(json);
    this.options.logger.warn("a host call that the plugin did not await failed", {
      ...this.names,
      operation,
      error,
    });
  }

  /** Says in the log whose line it is. */
  private get names(): { plugin: string; callId?: string } {
    const { slug, call } = this.options;
    return { plugin: slug, ...(call !== undefined && { callId: call.id }) };
  }

  /** Counts a host call; a broken limit ends the call. */
  private count(operation: string): boolean {
    const { counts } = this.meter;
    counts.hostCalls++;
    if (SENDS.has(operation)) counts.sends++;
    if (operation === "fetch") counts.fetches++;
    const broken = this.brokenCount();
    if (broken !== undefined) this.fail(broken);
    return broken === undefined;
  }

  /** A text of several messages counts as so many sends; none of them is sent when that is too many. */
  private countParts(parts: number): void {
    this.meter.counts.sends += parts - 1;
    const broken = this.brokenCount();
    if (broken === undefined) return;
    this.fail(broken);
    throw toPluginError(this.options.slug, broken);
  }

  private brokenCount(): Failure | undefined {
    const { limits } = this.options;
    for (const [limit, code] of COUNTED) {
      if (this.meter.counts[limit] <= limits[limit]) continue;
      const message = `the plugin broke the limit ${limit} = ${limits[limit]} of one call`;
      return { code, message };
    }
    return undefined;
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
      if (this.requests.isBegun) this.options.call?.onWaiting?.();
      return;
    }
    this.settle(this.returned);
  }

  private settle(outcome: HandlerOutcome): void {
    if ("failure" in outcome) {
      this.end(outcome.failure);
      this.outcome.reject(toPluginError(this.options.slug, outcome.failure));
    } else {
      this.end(undefined);
      this.outcome.resolve(outcome.result);
    }
  }

  private end(failure: Failure | undefined): void {
    this.ended = true;
    this.answers.close();
    this.delivery.stop(true);
    this.stopWall();
    this.requests.close();
    this.options.call?.signal?.removeEventListener("abort", this.onAbort);
    this.meter.end(this.delivery.queuedMs);
    this.options.events.onEnd(this.meter, failure);
  }
}

const SENDS: ReadonlySet<string> = SEND_OPERATIONS;

const COUNTED: readonly ["hostCalls" | "sends" | "fetches", SandboxErrorCode][] = [
  ["hostCalls", "SANDBOX_HOST_CALL_LIMIT"],
  ["sends", "SANDBOX_SEND_LIMIT"],
  ["fetches", "SANDBOX_FETCH_LIMIT"],
];

const BROKEN: Failure = {
  code: "SANDBOX_WORKER_LOST",
  message: "what the worker asked for cannot be read; try again",
};
