import {
  type Clock,
  describeError,
  type FetchResult,
  type HostCalls,
  type OperationArguments,
} from "@botwright/core";
import type { AnswerQueue, AnswerSlot } from "./answer-queue.ts";
import type { AnswerSizes } from "./answer-sizes.ts";
import type { ByteBudget, Reservation } from "../fairness/byte-budget.ts";
import { type GuestRequest, type HostAnswer, TIMER } from "../../protocol/call-messages.ts";
import type { CallMeter } from "./call-meter.ts";
import type { HostWork } from "../fairness/host-work.ts";
import { encodeAnswer, readArguments } from "./host-bridge.ts";
import type { UsageAccount } from "../fairness/usage-account.ts";

/** What the requests of one call need. */
export interface RequestQueueOptions {
  readonly account: UsageAccount;
  readonly work: HostWork;
  readonly bytes: ByteBudget;
  readonly sizes: AnswerSizes;
  /** Host calls that are open at once. */
  readonly openHostCalls: number;
  readonly answers: AnswerQueue;
  readonly meter: CallMeter;
  readonly hostCalls: HostCalls;
  readonly clock: Clock;
  /** What the sandbox performs itself. */
  readonly fetch: (
    args: OperationArguments["fetch"],
    signal: () => AbortSignal,
  ) => Promise<FetchResult>;
  /** A host call has ended. */
  readonly onEnd: (operation: string, answer: Omit<HostAnswer, "at">) => void;
  /** Something that is not the guest's fault has failed. */
  readonly onError: (thrown: unknown) => void;
}

/**
 * What the guest of one call has asked for. Requests begin in their order, one by one: so a journal
 * numbers them alike in every run, however long one of them had to wait for its turn.
 */
export class RequestQueue {
  private readonly options: RequestQueueOptions;
  /** In order, not yet begun. */
  private readonly waiting: GuestRequest[] = [];
  /** Takes a wish for bytes back, while the first request waits for them. */
  private takeBack: (() => void) | undefined;
  /** Whether the first request waits for bytes, or for its turn in the main thread. */
  private isHeld = false;
  private open = 0;
  /** What takes a timer or a host call back, by the number of its request. */
  private readonly cancels = new Map<number, () => void>();
  /** Requests that were taken back before they began. */
  private readonly cancelled = new Set<number>();
  private closed = false;

  constructor(options: RequestQueueOptions) {
    this.options = options;
  }

  /** Whether nothing waits and no host call is open; timers do not count. */
  get isIdle(): boolean {
    return this.open === 0 && this.waiting.length === 0;
  }

  /** Whether all that can go on goes on by itself: nothing waits for its turn here. */
  get isBegun(): boolean {
    return this.waiting.length === 0;
  }

  push(request: GuestRequest): void {
    if (request.operation === TIMER.clear) return this.cancel(Number(request.json));
    this.waiting.push(request);
    this.next();
  }

  /** Takes back what is open, and forgets the rest. */
  close(): void {
    this.closed = true;
    this.waiting.length = 0;
    this.takeBack?.();
    for (const cancel of this.cancels.values()) cancel();
  }

  /** What has not begun begins all the same, and is cancelled then: a journal holds it in every run. */
  private cancel(id: number): void {
    const cancel = this.cancels.get(id);
    if (cancel !== undefined) cancel();
    else if (this.waiting.length > 0) this.cancelled.add(id);
  }

  /** Lets the first request begin, when it may. */
  private next(): void {
    const [request] = this.waiting;
    if (this.closed || this.isHeld || request === undefined) return;
    if (request.operation === TIMER.start) return this.hold(() => this.startTimer(request));
    if (this.open >= this.options.openHostCalls) return;
    const expected = this.options.sizes.expect(request.operation, this.open);
    if (expected === 0) return this.hold(() => this.begin(request, NOTHING_RESERVED));
    this.isHeld = true;
    let isGranted = false;
    const { bytes, account } = this.options;
    const takeBack = bytes.reserve(account, expected, (reservation) => {
      isGranted = true;
      this.takeBack = undefined;
      if (this.closed) return reservation.release();
      this.hold(() => this.begin(request, reservation));
    });
    if (!isGranted) this.takeBack = takeBack;
  }

  /** Does the first request's step in its turn in the main thread, and goes on with the next one. */
  private hold(step: () => void): void {
    this.isHeld = true;
    const { work, account, onError } = this.options;
    work.run(account, () => {
      this.isHeld = false;
      this.waiting.shift();
      try {
        step();
      } catch (thrown) {
        onError(thrown);
      }
      this.next();
    });
  }

  private begin(request: GuestRequest, reservation: Reservation): void {
    const { operation, json } = request;
    if (this.closed) return reservation.release();
    if (operation === "storage.set") this.options.sizes.learn("storage.get", json.length);
    void this.perform(request, reservation);
  }

  private async perform(request: GuestRequest, reservation: Reservation): Promise<void> {
    const { answers, meter, work, account } = this.options;
    const stop = meter.begin(request.operation);
    this.open++;
    let slot: AnswerSlot | undefined;
    let encode: Encode;
    try {
      const value = await this.run(request, (at) => (slot = answers.reserve(at)));
      encode = () => encodeAnswer(value);
    } catch (thrown) {
      encode = () => {
        throw thrown;
      };
    }
    stop();
    work.run(account, () => this.deliver(request, encode, slot, reservation));
  }

  private run(request: GuestRequest, onSettled: (at: number) => void): Promise<unknown> {
    const { hostCalls, fetch } = this.options;
    const read = (): unknown[] => readArguments(request);
    const { id, operation } = request;
    if (operation !== "fetch") return hostCalls.run(operation, read, onSettled);
    const perform = (args: OperationArguments["fetch"]): Promise<FetchResult> =>
      fetch(args, () => this.signalOf(id));
    return hostCalls.runWith(operation, read, perform, onSettled);
  }

  /** Aborted when the guest takes the request back, or the call ends. */
  private signalOf(id: number): AbortSignal {
    const aborter = new AbortController();
    this.cancels.set(id, () => aborter.abort());
    if (this.cancelled.delete(id) || this.closed) aborter.abort();
    return aborter.signal;
  }

  private deliver(
    { id, operation }: GuestRequest,
    encode: Encode,
    slot: AnswerSlot | undefined,
    reservation: Reservation,
  ): void {
    this.open--;
    this.cancels.delete(id);
    let answer: Omit<HostAnswer, "at">;
    try {
      answer = { id, ok: true, ...encode() };
    } catch (thrown) {
      answer = { id, ok: false, json: JSON.stringify(describeError(thrown)) };
    }
    const size = answer.json.length + (answer.bytes?.byteLength ?? 0);
    this.options.sizes.learn(operation, size);
    reservation.resize(size);
    (slot ?? this.now())(answer, reservation.release);
    this.options.onEnd(operation, answer);
    this.next();
  }

  private startTimer({ id, json }: GuestRequest): void {
    const { hostCalls, clock, answers } = this.options;
    const perform = ([ms]: OperationArguments["timer"]): Promise<void> =>
      new Promise((resolve) => {
        const cancel = clock.after(ms, resolve);
        this.cancels.set(id, cancel);
        if (this.cancelled.delete(id)) cancel();
      });
    let slot: AnswerSlot | undefined;
    const onSettled = (at: number): void => void (slot = answers.reserve(at));
    const rung = hostCalls.runWith("timer", [Number(json)], perform, onSettled);
    // A journal that fails to keep the timer must not lose it.
    const ring = (): void => {
      this.cancels.delete(id);
      (slot ?? this.now())({ id, ok: true, json: "" });
    };
    void rung.then(ring, ring);
  }

  /** A place among the answers for what was not recorded: now. */
  private now(): AnswerSlot {
    return this.options.answers.reserve(this.options.clock.now());
  }
}

/** Makes the answer: a step of its own, for it may be large. */
type Encode = () => Pick<HostAnswer, "json" | "bytes">;

const NOTHING_RESERVED: Reservation = { resize: () => {}, release: () => {} };
