import { CallBudget } from "./call-budget.ts";
import {
  type CallInput,
  type GuestRequest,
  type HostAnswer,
  type ConsoleLine,
  type PositionedBytes,
  type SliceReport,
  type SuspendedCall,
  TIMER,
} from "../../protocol/call-messages.ts";
import type { Failure } from "../../protocol/errors.ts";
import { failedCrossing, type Thrown } from "./guest-errors.ts";
import type { Hash, Hmac } from "node:crypto";
import type { GuestHost } from "../host-functions.ts";
import type { ClaimableDiff } from "../../protocol/memory-image.ts";
import { keystream } from "./keystream.ts";
import { monotonicMs } from "../../protocol/monotonic.ts";
import { extractTexts } from "./extract-texts.ts";
import { wholePages } from "../quickjs.ts";

/** Characters that are added to the length of each console line, because short lines cost work too. */
const LINE_COST = 64;

/** Characters of arguments in one report, which the main thread reads in one step. */
const SLICE_CHARACTERS = 16_777_216;

/**
 * Characters and bytes of arguments in one report with several requests. While a handler runs, the guest sends few
 * requests at a time. When the handler ends, the guest sends all waiting ones, and the main thread holds them until
 * they begin.
 */
const SLICE_SIZE = 25_165_824;

/**
 * The state of a call outside of the machine's memory; it answers the guest's host functions while the call
 * runs.
 */
export class GuestCall implements GuestHost {
  readonly input: CallInput;
  /** The call's memory while it is suspended. */
  diff: ClaimableDiff | undefined;
  settled: { ok: boolean; json: string; pendingTimer?: string | undefined } | undefined;
  /** Whether the guest was refused memory. */
  memoryFull: boolean;
  /** Whether something other than guest code failed in the machine, which must then be discarded. */
  isCorrupt = false;
  /** The digest that the guest is computing chunk by chunk. */
  hash: Hash | Hmac | undefined;
  /** Requests without an answer. */
  readonly outstanding: Set<number>;
  private readonly budget: CallBudget;
  private requests: GuestRequest[] = [];
  private logs: ConsoleLine[] = [];
  /** Size of the requests that are not reported yet: characters of JSON, and characters and bytes. */
  private sliceCharacters = 0;
  private sliceSize = 0;
  private startedAt = 0;
  private ranMs = 0;
  private slices: number;

  constructor(input: CallInput, suspended?: SuspendedCall) {
    this.input = input;
    this.diff = suspended?.diff;
    this.memoryFull = suspended?.memoryFull ?? false;
    this.slices = suspended?.slices ?? 0;
    this.outstanding = new Set(suspended?.outstanding);
    this.budget = new CallBudget(input.limits, suspended?.used);
    if (suspended === undefined) this.budget.countIn(input.snapshot.length);
  }

  /** Records the call's memory outside of the machine. */
  suspend(diff: ClaimableDiff): SuspendedCall {
    this.diff = diff;
    const { slices, outstanding, budget, memoryFull } = this;
    return { diff, slices, outstanding: [...outstanding], used: budget.used, memoryFull };
  }

  /** The broken limit, if any; later actions of the guest have no effect. */
  get breach(): Failure | undefined {
    return this.budget.breach;
  }

  get ended(): boolean {
    return this.settled !== undefined || this.budget.breach !== undefined || this.isCut;
  }

  /** Whether the call's short slice was cut off: its effects are discarded. */
  get isCut(): boolean {
    return this.budget.isCut && this.budget.breach === undefined && this.settled === undefined;
  }

  /** Returns and clears the requests and console lines since the last report, with the usage so far. */
  report(): SliceReport {
    const { requests, logs, budget, startedAt, ranMs } = this;
    this.requests = [];
    this.sliceCharacters = 0;
    this.sliceSize = 0;
    this.logs = [];
    const { used, sliceCpuMs } = budget;
    return { requests, logs, used: { ...used }, startedAt, ranMs, sliceCpuMs };
  }

  /** Runs work for the call between its slices and charges it. */
  charge<Result>(work: () => Result): Result {
    return this.budget.charge(work);
  }

  /**
   * Starts a slice. Work between slices may have used up the CPU time; then the call is over.
   *
   * @param cutMs CPU time after which the slice is cut off
   */
  beginSlice(cutMs?: number): void {
    this.startedAt = monotonicMs();
    if (this.budget.isSpent) this.budget.breachCpu();
    this.budget.beginSlice(cutMs);
  }

  /**
   * Adds the slice's CPU time. An exceeded limit ends the call even if the guest stopped before the
   * interrupt handler noticed.
   */
  endSlice(memoryBytes: number): void {
    const { used } = this.budget;
    used.memoryBytes = Math.max(used.memoryBytes, memoryBytes);
    this.ranMs = monotonicMs() - this.startedAt;
    this.slices++;
    if (this.budget.endSlice() && this.settled === undefined) this.budget.breachCpu();
  }

  /**
   * Records a host call, a timer or the cancelling of one. Limits are counted here, in the worker, so that
   * a guest that floods requests is stopped within its slice.
   */
  request(id: number, operation: string, json: string, bytes: readonly PositionedBytes[]): void {
    if (this.ended) return;
    const { budget } = this;
    const byteLength = bytes.reduce((sum, [, part]) => sum + part.byteLength, 0);
    const size = budget.countOut(json, byteLength);
    if (operation === TIMER.clear) {
      this.outstanding.delete(Number(json));
    } else {
      if (operation === TIMER.start) budget.count("timers", "SANDBOX_TIMER_LIMIT");
      else budget.count("hostCalls", "SANDBOX_HOST_CALL_LIMIT");
      this.outstanding.add(id);
    }
    this.sliceCharacters += json.length;
    this.sliceSize += json.length + byteLength;
    const isTooMuch = this.requests.length > 0 && this.sliceSize > SLICE_SIZE;
    if (isTooMuch || this.sliceCharacters > SLICE_CHARACTERS) budget.fail(tooMuchAtOnce());
    // A request that breaks a limit is not performed.
    if (this.ended) return;
    this.requests.push({ id, operation, bytes, ...extractTexts(json, size) });
  }

  /**
   * Counts an answer before the guest receives it. Returns false if the guest must not receive it, because it is
   * unexpected or ends the call.
   */
  accept({ id, json, bytes, breach }: HostAnswer): boolean {
    if (breach !== undefined && !this.ended) this.budget.fail(breach);
    if (this.ended || !this.outstanding.delete(id)) return false;
    this.budget.countIn(json.length + (bytes?.byteLength ?? 0));
    return !this.ended;
  }

  /** Ends the call with a value as JSON; without JSON the value is `undefined`. */
  settle(ok: boolean, json = "", pendingTimer?: string): void {
    if (this.ended) return;
    this.budget.countOut(json);
    this.settled = { ok, json, pendingTimer };
  }

  /** Ends the call with the value that the guest threw; `undefined` stands for a value that could not be read. */
  fail(thrown: Thrown | undefined): void {
    if (thrown === undefined) this.failCrossing();
    else this.settle(false, JSON.stringify(thrown));
  }

  /** Ends the call because a value could not be copied out of the machine or into it. */
  failCrossing(error?: unknown): void {
    if (error !== undefined) this.isCorrupt = true;
    if (!this.ended) this.budget.fail(failedCrossing(this.memoryFull, error));
  }

  /** Checks the size of a value that is about to leave the machine; returns whether it may be copied. */
  reserve(characters: number, bytes: number): boolean {
    if (!this.ended) this.budget.checkOut(characters, bytes);
    return !this.ended;
  }

  /** Records a console line, cut to what the limit still allows. */
  log(level: string, text: string, characters: number = text.length): void {
    if (this.ended) return;
    const left = this.input.limits.consoleBytes - this.budget.used.consoleBytes;
    this.logs.push(`${level} ${text.slice(0, left)}`);
    this.budget.count("consoleBytes", "SANDBOX_CONSOLE_LIMIT", characters + LINE_COST);
  }

  /** Returns the medium, and counts its bytes as soon as the guest reads it. */
  media(): Uint8Array | undefined {
    const { media } = this.input;
    this.budget.countIn(media?.byteLength ?? 0);
    return this.ended ? undefined : media;
  }

  /**
   * Returns the next bytes of the call's keystream. The offset is part of the call's usage, which survives
   * suspension.
   */
  random(length: number): Uint8Array<ArrayBuffer> {
    const { used } = this.budget;
    const bytes = keystream(this.input.start.key, used.randomBytes, length);
    used.randomBytes += length;
    return bytes;
  }

  /** Grants the call's complete memory limit on the first growth; a larger request marks the memory as full. */
  growTo(memoryBytes: number): number {
    const most = wholePages(this.input.limits.memoryBytes);
    this.memoryFull ||= memoryBytes > most;
    return most;
  }

  /** Called by the engine's interrupt handler: counts one tick of gas and checks the limits. */
  interrupted(): boolean {
    this.budget.used.gas++;
    return this.isOver();
  }

  countJobs(jobs: number): void {
    this.budget.count("jobs", "SANDBOX_JOB_LIMIT", jobs);
  }

  /** Whether the call has ended or used up its CPU time. */
  isOver(): boolean {
    return this.ended || this.budget.isUsedUp();
  }
}

function tooMuchAtOnce(): Failure {
  return {
    code: "SANDBOX_TRANSFER_LIMIT",
    message: "the plugin left too much unfinished: await host calls with large arguments",
  };
}
