import {
  type Clock,
  describeError,
  type HandlerContext,
  type HandlerResult,
  type Logger,
  type PluginCall,
  SEND_OPERATIONS,
} from "@botwright/core";
import { Delivery, type DeliveryOptions } from "./delivery.ts";
import type { SliceOutcome } from "./engine.ts";
import { type Failure, type SandboxErrorCode, toPluginError } from "./errors.ts";
import { performFetch, type SandboxFetch } from "./fetch.ts";
import { performGuestCall, readArguments } from "./host-bridge.ts";
import type { CallLimits } from "./limits.ts";
import type { Pool } from "./pool.ts";
import { type GuestRequest, type HostAnswer, type LogLine, TIMER } from "./vm-call.ts";
import type { WorkerThread } from "./worker-thread.ts";

/** What one call of a handler needs in the main thread. */
export interface CallOptions {
  readonly slug: string;
  readonly pool: Pool;
  readonly plugin: DeliveryOptions["plugin"];
  readonly input: DeliveryOptions["input"];
  readonly context: HandlerContext;
  readonly call: PluginCall | undefined;
  readonly limits: CallLimits;
  readonly fetch: SandboxFetch | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Runs a handler in a worker; resolves when it and the host calls that it began have ended. */
export async function runCall(options: CallOptions): Promise<HandlerResult> {
  const thread = await options.pool.take();
  return new Promise((resolve, reject) => {
    new Call(options, resolve, reject).start(thread);
  });
}

class Call {
  private readonly options: CallOptions;
  private readonly resolve: (result: HandlerResult) => void;
  private readonly reject: (error: Error) => void;
  private readonly delivery: Delivery;
  /** Host calls that are being done. */
  private open = 0;
  private readonly counts = { hostCalls: 0, sends: 0, fetches: 0 };
  private readonly timers = new Map<number, () => void>();
  /** For the fetches of this call. */
  private aborter: AbortController | undefined;
  private stopWall: () => void = () => {};
  /** The handler's result, while host calls that it did not await are still being done. */
  private result: { readonly value: HandlerResult } | undefined;
  private ended = false;

  constructor(
    options: CallOptions,
    resolve: (result: HandlerResult) => void,
    reject: (error: Error) => void,
  ) {
    this.options = options;
    this.resolve = resolve;
    this.reject = reject;
    this.delivery = new Delivery({
      ...options,
      onSlice: (outcome) => this.take(outcome),
      onFailed: (failure) => this.fail(failure),
    });
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
    logLines(this.options.logger, this.options.slug, outcome.logs);
    if (outcome.state !== "waiting") this.delivery.stop(false);
    for (const request of outcome.requests) this.serve(request);
    if (outcome.state === "failed") this.fail(outcome.failure);
    if (outcome.state === "done") this.finish(outcome.json);
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
    const { id, operation, json } = request;
    if (operation === TIMER.start) {
      const ring = (): void => this.answer({ id, ok: true, json: "" });
      this.timers.set(id, this.options.clock.after(Number(json), ring));
    } else if (operation === TIMER.clear) {
      this.timers.get(Number(json))?.();
    } else if (this.count(operation)) {
      void this.perform(request);
    }
  }

  private async perform(request: GuestRequest): Promise<void> {
    this.open++;
    const answer = await this.answerTo(request);
    this.open--;
    if (this.result !== undefined && !answer.ok) this.warnOfLateFailure(request, answer);
    this.answer(answer);
    this.settleIfDone();
  }

  private async answerTo(request: GuestRequest): Promise<HostAnswer> {
    const { id, operation } = request;
    try {
      const { context, call, fetch, limits } = this.options;
      const args = readArguments(request);
      if (operation === "fetch") {
        const { signal } = (this.aborter ??= new AbortController());
        const options = { fetch, limits, intercept: call?.intercept, signal };
        return { id, ok: true, ...(await performFetch(args, options)) };
      }
      const value = await performGuestCall(context, operation, args);
      return { id, ok: true, ...encode(value) };
    } catch (thrown) {
      return { id, ok: false, json: JSON.stringify(describeError(thrown)) };
    }
  }

  private warnOfLateFailure({ operation }: GuestRequest, { json }: HostAnswer): void {
    const { logger, slug } = this.options;
    const error: unknown = JSON.parse(json);
    logger.warn("a host call that the plugin did not await failed", {
      plugin: slug,
      operation,
      error,
    });
  }

  /** Counts a host call; a broken limit ends the call. */
  private count(operation: string): boolean {
    const { counts } = this;
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

  private answer(answer: HostAnswer): void {
    if (!this.ended && this.result === undefined) this.delivery.answer(answer);
  }

  private finish(json: string): void {
    if (this.ended) return;
    try {
      // Whatever the handler returned: whoever called it checks it, as with a trusted plugin.
      this.result = { value: json === "" ? undefined : JSON.parse(json) };
    } catch {
      return this.fail({ code: "PLUGIN_ERROR", message: "the result cannot be read" });
    }
    this.settleIfDone();
  }

  private settleIfDone(): void {
    if (this.ended || this.result === undefined || this.open > 0) return;
    this.end();
    this.resolve(this.result.value);
  }

  private fail(failure: Failure): void {
    if (this.ended) return;
    this.end();
    if (this.result === undefined) this.reject(toPluginError(this.options.slug, failure));
    else this.resolve(this.result.value);
  }

  private end(): void {
    this.ended = true;
    this.delivery.stop(true);
    this.stopWall();
    for (const cancel of this.timers.values()) cancel();
    this.aborter?.abort();
    this.options.call?.signal?.removeEventListener("abort", this.onAbort);
  }
}

const SENDS: ReadonlySet<string> = SEND_OPERATIONS;

const COUNTED: readonly ["hostCalls" | "sends" | "fetches", SandboxErrorCode][] = [
  ["hostCalls", "SANDBOX_HOST_CALL_LIMIT"],
  ["sends", "SANDBOX_SEND_LIMIT"],
  ["fetches", "SANDBOX_FETCH_LIMIT"],
];

function encode(value: unknown): Pick<HostAnswer, "json" | "bytes"> {
  // A view of a larger buffer would take that along.
  if (value instanceof Uint8Array) return { json: "", bytes: new Uint8Array(value) };
  return { json: JSON.stringify(value) ?? "" };
}

/** Hands the guest's console to the logger. */
export function logLines(logger: Logger, slug: string, lines: readonly LogLine[]): void {
  for (const { level, text } of lines) {
    const write = level === "error" || level === "warn" || level === "debug" ? level : "info";
    logger[write](text, { plugin: slug });
  }
}
