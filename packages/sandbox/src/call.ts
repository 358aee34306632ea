import {
  type Clock,
  describeError,
  type HandlerResult,
  type Logger,
  type PluginCall,
  type PluginPermissions,
  SEND_OPERATIONS,
  type SingleHandlerContext,
} from "@botwright/core";
import { type AnswerQueue, type AnswerSlot, createAnswerQueue } from "./answer-queue.ts";
import { Delivery, type DeliveryOptions } from "./delivery.ts";
import type { SliceOutcome } from "./engine.ts";
import { type Failure, type SandboxErrorCode, toPluginError } from "./errors.ts";
import type { SandboxFetch } from "./fetch.ts";
import { type HandlerOutcome, readHandlerOutcome } from "./handler-outcome.ts";
import { prepareHostCall } from "./host-bridge.ts";
import type { PreparedHostCall } from "./prepared-call.ts";
import type { CallLimits } from "./limits.ts";
import { CallMeter } from "./call-meter.ts";
import { type GuestRequest, type HostAnswer, type LogLine, TIMER } from "./call-messages.ts";
import type { WorkerThread } from "./worker-thread.ts";

/** What one call of a handler needs in the main thread. */
export interface CallOptions {
  readonly slug: string;
  readonly permissions: PluginPermissions | undefined;
  readonly pool: DeliveryOptions["pool"];
  readonly waiting: DeliveryOptions["waiting"];
  readonly plugin: DeliveryOptions["plugin"];
  readonly input: DeliveryOptions["input"];
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
  /** It has run for so many milliseconds. */
  onSlice(ms: number): void;
  /** It runs for long. */
  onSlow(): void;
  onMoved(reason: "worker-blocked" | "worker-ended"): void;
  /** It took its worker down. */
  onStrike(): void;
  onEnd(meter: CallMeter, failure: Failure | undefined): void;
}

/** One call of a handler, in a worker. */
export class Call {
  /** Resolves when the handler and the host calls that it began have ended. */
  readonly result: Promise<HandlerResult>;
  private readonly options: CallOptions;
  private readonly outcome = Promise.withResolvers<HandlerResult>();
  private readonly delivery: Delivery;
  private readonly answers: AnswerQueue;
  private readonly meter = new CallMeter();
  /** Host calls that are being done. */
  private open = 0;
  /** What takes a timer or a fetch back, by the number of its request. */
  private readonly cancels = new Map<number, () => void>();
  private stopWall: () => void = () => {};
  /** What the handler returned, while host calls that it did not await are still being done. */
  private returned: HandlerOutcome | undefined;
  private ended = false;

  constructor(options: CallOptions) {
    const { events } = options;
    this.options = options;
    this.result = this.outcome.promise;
    this.delivery = new Delivery({
      ...options,
      onSlice: (outcome) => this.take(outcome),
      onSlow: () => events.onSlow(),
      onMoved: (reason) => events.onMoved(reason),
      onFailed: (failure, wasRunning) => {
        if (wasRunning) events.onStrike();
        this.fail(failure);
      },
    });
    this.answers = createAnswerQueue((answers) => this.delivery.answer(answers));
  }

  start(thread: WorkerThread): void {
    const { call, clock, limits } = this.options;
    if (call?.signal?.aborted === true) return this.onAbort();
    this.stopWall = clock.after(limits.wallMs, () => {
      this.fail({
        code: "SANDBOX_WALL_LIMIT",
        message: `the plugin took longer than ${limits.wallMs} ms`,
      });
    });
    call?.signal?.addEventListener("abort", this.onAbort);
    this.delivery.start(thread);
  }

  private take(outcome: SliceOutcome): void {
    logLines(this.options.logger, this.names, outcome.logs);
    this.meter.addSlice(outcome);
    this.options.events.onSlice(outcome.ranMs);
    if (outcome.state !== "waiting") this.delivery.stop(false);
    for (const request of outcome.requests) this.serve(request);
    if (outcome.state === "failed") this.fail(outcome.failure);
    if (outcome.state === "done") this.finish(outcome.json);
    const isWaiting = outcome.state === "waiting" && this.answers.isEmpty && this.delivery.isQuiet;
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

  /** Does what the guest asks for and answers. */
  private serve(request: GuestRequest): void {
    if (this.ended) return;
    const { operation, json } = request;
    if (operation === TIMER.start) return this.startTimer(request);
    if (operation === TIMER.clear) return this.cancels.get(Number(json))?.();
    if (!this.count(operation)) return;
    const { context, permissions, call, fetch, limits } = this.options;
    const signal = (): AbortSignal => {
      const aborter = new AbortController();
      this.cancels.set(request.id, () => aborter.abort());
      return aborter.signal;
    };
    const intercept = call?.intercept;
    const bridge = { context, permissions, fetch: { fetch, limits, intercept, signal } };
    void this.perform(request, prepareHostCall(request, bridge));
  }

  private async perform(request: GuestRequest, prepared: PreparedHostCall): Promise<void> {
    const { id, operation } = request;
    const stop = this.meter.begin(operation);
    this.open++;
    let slot: AnswerSlot | undefined;
    let answer: Omit<HostAnswer, "at">;
    try {
      const value = await prepared((at) => (slot = this.answers.reserve(at)));
      answer = { id, ok: true, ...value };
    } catch (thrown) {
      answer = refusal(id, thrown);
    }
    this.open--;
    this.cancels.delete(id);
    stop();
    if (this.returned !== undefined && !answer.ok) this.warnOfLateFailure(operation, answer.json);
    (slot ?? this.now())(answer);
    this.settleIfDone();
  }

  private startTimer({ id, json }: GuestRequest): void {
    const { call, clock } = this.options;
    const ms = Number(json);
    const execute = (): Promise<void> =>
      new Promise((resolve) => this.cancels.set(id, clock.after(ms, resolve)));
    let slot: AnswerSlot | undefined;
    const rung =
      call?.intercept === undefined
        ? execute()
        : call.intercept("timer", [ms], execute, (at) => (slot = this.answers.reserve(at)));
    // A journal that fails to keep the timer must not lose it.
    const ring = (): void => (slot ?? this.now())({ id, ok: true, json: "" });
    void rung.then(ring, ring);
  }

  /** A place among the answers for what was not recorded: now. */
  private now(): AnswerSlot {
    return this.answers.reserve(this.options.clock.now());
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
    const { limits } = this.options;
    for (const [limit, code] of COUNTED) {
      if (counts[limit] <= limits[limit]) continue;
      const message = `the plugin broke the limit ${limit} = ${limits[limit]} of one call`;
      this.fail({ code, message });
      return false;
    }
    return true;
  }

  private finish(json: string): void {
    if (this.ended) return;
    this.returned = readHandlerOutcome(json);
    this.answers.close();
    this.settleIfDone();
  }

  private settleIfDone(): void {
    if (this.ended || this.returned === undefined) return;
    if (this.open > 0) return this.options.call?.onWaiting?.();
    this.settle(this.returned);
  }

  /** Ends the call, from inside or outside; a handler that has returned keeps its outcome. */
  fail(failure: Failure): void {
    if (!this.ended) this.settle(this.returned ?? { failure });
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
    for (const cancel of this.cancels.values()) cancel();
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

function refusal(id: number, thrown: unknown): Omit<HostAnswer, "at"> {
  return { id, ok: false, json: JSON.stringify(describeError(thrown)) };
}

/** Hands the guest's console to the logger; `fields` say whose it is. */
export function logLines(
  logger: Logger,
  fields: Readonly<Record<string, unknown>>,
  lines: readonly LogLine[],
): void {
  for (const line of lines) {
    const blank = line.indexOf(" ");
    const [level, text] = [line.slice(0, blank), line.slice(blank + 1)];
    const write = level === "error" || level === "warn" || level === "debug" ? level : "info";
    logger[write](text, { ...fields });
  }
}
