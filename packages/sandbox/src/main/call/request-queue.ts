import {
  type Clock,
  describeError,
  type FetchResult,
  type HostCallOptions,
  type HostCalls,
  isCallLimit,
  type OperationArguments,
} from "@botwright/core";
import type { AnswerQueue, AnswerSlot } from "./answer-queue.ts";
import type { AnswerSizes } from "./answer-sizes.ts";
import type { BoundWatch } from "../fairness/bound-watch.ts";
import {
  AnswerBytes,
  type ByteBudget,
  type Reservation,
  type Reserve,
} from "../fairness/byte-budget.ts";
import {
  answerSize,
  type GuestRequest,
  type HostAnswer,
  TIMER,
} from "../../protocol/call-messages.ts";
import type { CallMeter } from "./call-meter.ts";
import { type HostWork, runInTurn } from "../fairness/host-work.ts";
import { HeldArguments, type HeldArgumentsOptions, LARGE_ARGUMENTS } from "./held-arguments.ts";
import { argumentCharacters, encodeAnswer, readArguments } from "./host-bridge.ts";

/** One error for all cancelled fetches: creating it costs more than the rest of the abort, and its stack is unused. */
const CANCELLED = new DOMException("This operation was aborted", "AbortError");

/** What a {@link RequestQueue} needs. */
export interface RequestQueueOptions extends HeldArgumentsOptions {
  readonly work: HostWork;
  readonly bytes: ByteBudget;
  readonly waits: BoundWatch;
  readonly sizes: AnswerSizes;
  /** Host calls that may be open at once. */
  readonly openHostCalls: number;
  readonly answers: AnswerQueue;
  readonly meter: CallMeter;
  readonly hostCalls: HostCalls;
  readonly clock: Clock;
  /** Performs the plugin's `fetch`, which the sandbox implements itself. */
  readonly fetch: (
    args: OperationArguments["fetch"],
    aborter: AbortController,
  ) => Promise<FetchResult>;
  /**
   * Called when a host call has ended, or a timer (`"timer"`) has fired; without the answer when the guest has
   * cancelled it.
   */
  readonly onEnd: (operation: string, answer?: Omit<HostAnswer, "at">) => void;
  /** Called when {@link RequestQueue.isWaiting} holds after a step, except during a `push`. */
  readonly onWaiting: () => void;
  /** Called when a host call has received the bytes for which it waited. */
  readonly onResume: () => void;
  /** Called when something other than the guest has failed. */
  readonly onError: (thrown: unknown) => void;
}

/**
 * The host calls and timers that the guest of one call has requested.
 *
 * Requests begin strictly in order, one by one, even when the first one has to wait for its turn in the main
 * thread: the order of beginnings defines the sequence numbers in the journal, which must be the same in every
 * run. Once begun, host calls run concurrently, up to `openHostCalls`.
 *
 * Before a host call is performed, it reserves bytes for its answer, and may have to wait for them. A host call whose
 * answer is in the journal does not. After a crash, a resumed run releases no bytes before all of its recorded host
 * calls are answered; if these had to wait for bytes, several resumed runs would wait for each other.
 *
 * Longer than other files: every step of a request changes the same queue and its counts.
 */
export class RequestQueue {
  private readonly options: RequestQueueOptions;
  /** Requests that have not begun, in order. */
  private readonly waiting: GuestRequest[] = [];
  /** Whether the first request waits for its turn in the main thread. */
  private isHeld = false;
  private isPushing = false;
  private open = 0;
  /** Cancels a timer or a fetch, by the number of its request. */
  private readonly cancels = new Map<number, () => void>();
  private readonly held: HeldArguments;
  private readonly bytes: AnswerBytes;
  /** Requests that the guest cancelled. */
  private readonly cancelled = new Set<number>();
  /** Whether no further request may begin, because the call has ended or has broken a limit. */
  private closed = false;

  constructor(options: RequestQueueOptions) {
    this.options = options;
    this.held = new HeldArguments(options);
    const { bytes, account, waits, work, onResume, onWaiting } = options;
    const report = (): void => {
      if (this.isWaiting && !this.isPushing) onWaiting();
    };
    this.bytes = new AnswerBytes({
      budget: bytes,
      account,
      waits,
      onGranted(goOn) {
        onResume();
        goOn();
        work.run(account, report);
      },
    });
  }

  /** Whether no request waits and no host call is open; timers do not count. */
  get isIdle(): boolean {
    return this.open === 0 && this.hasBegun;
  }

  /** Whether every request has begun. */
  get hasBegun(): boolean {
    return this.waiting.length === 0;
  }

  /** Whether no request can begin before a host call ends. */
  get isWaiting(): boolean {
    return this.hasBegun || (!this.isHeld && this.open >= this.options.openHostCalls);
  }

  push(request: GuestRequest): void {
    this.isPushing = true;
    if (request.operation === TIMER.clear) {
      this.cancel(Number(request.json));
    } else if (!this.closed) {
      this.waiting.push(request);
      this.held.keep(request);
      this.next();
    }
    this.isPushing = false;
  }

  /** Cancels open timers and fetches, and discards the requests that have not begun. */
  close(): void {
    this.beginNoMore();
    for (const cancel of this.cancels.values()) cancel();
    this.bytes.leave();
    this.held.letGoAll();
  }

  /**
   * Discards the requests that have not begun, because a limit is broken. This happens at once and not when the call
   * ends: which requests begin must not depend on timing, or a replay of the run would request others.
   */
  private beginNoMore(): void {
    this.closed = true;
    for (const { id } of this.waiting.splice(0)) this.held.letGo(id);
  }

  /**
   * The handler has thrown: its requests still begin, but those that wait for bytes, or would have to, are rejected:
   * no code receives their answers, and it may take long until other calls release bytes.
   */
  leave(): void {
    this.bytes.leave();
  }

  /**
   * Cancels a request. A request that has not begun still begins and is cancelled then, so that the journal contains
   * it in every run.
   */
  private cancel(id: number): void {
    this.cancelled.add(id);
    this.cancels.get(id)?.();
    // A cancelled host call ends at once and needs no bytes.
    this.bytes.endWait(id);
  }

  /** Begins the first request if nothing holds it back. */
  private next(): void {
    const [request] = this.waiting;
    if (this.closed || this.isHeld || request === undefined) return;
    if (request.operation === TIMER.start)
      return this.beginInTurn(request, () => this.startTimer(request));
    if (this.open >= this.options.openHostCalls) return;
    this.beginInTurn(request, (read) => this.begin(request, read));
  }

  /**
   * Begins the first request when its account has a turn in the main thread, then the next one. Parsing large
   * arguments takes about as long as checking them, so it is a separate step.
   */
  private beginInTurn(request: GuestRequest, begin: (read: ReadArguments) => void): void {
    this.isHeld = true;
    const { work, account, onWaiting, onError } = this.options;
    let read: ReadArguments = () => readArguments(request);
    if (argumentCharacters(request) >= LARGE_ARGUMENTS) {
      work.run(account, () => {
        if (!this.closed) read = attempt(read);
      });
    }
    work.run(account, () => {
      this.isHeld = false;
      this.waiting.shift();
      try {
        begin(read);
      } catch (thrown) {
        onError(thrown);
      }
      this.next();
      if (this.isWaiting && !this.isPushing) onWaiting();
    });
  }

  private begin(request: GuestRequest, read: ReadArguments): void {
    if (this.closed) return;
    if (request.operation === "storage.set") {
      this.options.sizes.learn("storage.get", argumentCharacters(request));
    }
    void this.perform(request, read);
  }

  private async perform(request: GuestRequest, read: ReadArguments): Promise<void> {
    const { answers, meter, work, account, bytes, sizes } = this.options;
    const { id, operation } = request;
    const stop = meter.begin(operation);
    const expected = sizes.expect(operation, this.open);
    this.open++;
    let slot: AnswerSlot | undefined;
    let reservation: Reservation | undefined;
    let encode: Encode;
    try {
      const onSettled = (at: number): void => void (slot = answers.reserve(at));
      const keep = (reserved: Reservation): void => void (reservation = reserved);
      const reserve: Reserve = (signal) =>
        this.bytes.reserve({ id, operation, expected, keep, signal });
      const value = await this.run(request, read, { onSettled, reserve });
      encode = () => encodeAnswer(value);
    } catch (thrown) {
      encode = () => {
        throw thrown;
      };
    }
    stop();
    // Encoding may take long, so it is a separate step. The answer keeps the position that was reserved when the host
    // call settled: the guest gets answers in the order of the journal.
    const position = slot ?? this.now();
    const given = reservation ?? bytes.hold(account, 0);
    work.run(account, () => this.deliver(request, encode, position, given));
  }

  private run(
    { id, operation }: GuestRequest,
    read: ReadArguments,
    options: HostCallOptions & { readonly reserve: Reserve },
  ): Promise<unknown> {
    const { hostCalls, fetch, work, account } = this.options;
    const inTurn: HostCallOptions["inTurn"] = (step) => runInTurn(work, account, step);
    const onLimit = (): void => this.beginNoMore();
    const how = { ...options, inTurn, isFromJson: true, onLimit };
    if (operation !== "fetch") return hostCalls.run(operation, read, how);
    // Created before the fetch begins, because the guest may abort the request while the journal records it.
    const aborter = this.aborterOf(id);
    const perform = (args: OperationArguments["fetch"]): Promise<FetchResult> =>
      fetch(args, aborter);
    const reserve = (): ReturnType<Reserve> => options.reserve(aborter.signal);
    return hostCalls.runWith(operation, read, perform, { ...how, reserve });
  }

  /** Aborted when the guest aborts the request or the call ends. */
  private aborterOf(id: number): AbortController {
    const aborter = new AbortController();
    this.cancels.set(id, () => aborter.abort(CANCELLED));
    if (this.cancelled.has(id) || this.closed) aborter.abort(CANCELLED);
    return aborter;
  }

  private deliver(
    { id, operation }: GuestRequest,
    encode: Encode,
    slot: AnswerSlot,
    reservation: Reservation,
  ): void {
    this.open--;
    this.cancels.delete(id);
    this.held.letGo(id);
    let answer: Omit<HostAnswer, "at">;
    try {
      answer = { id, ok: true, ...encode() };
    } catch (thrown) {
      const error = describeError(thrown);
      const { code, message } = error;
      answer = { id, ok: false, json: JSON.stringify(error) };
      if (isCallLimit(code)) {
        // The limit on messages may break only here: a text is split into messages when it is sent.
        this.beginNoMore();
        answer = { ...answer, breach: { code, message } };
      }
    }
    const size = answerSize(answer);
    // The reservation was an estimate from earlier answers. From here on it has the answer's real size, until
    // the guest has received it.
    this.options.sizes.learn(operation, size);
    reservation.resize(size);
    slot(answer, reservation.release);
    this.next();
    this.options.onEnd(operation, this.cancelled.delete(id) ? undefined : answer);
  }

  private startTimer({ id, json }: GuestRequest): void {
    if (this.closed) return;
    const { hostCalls, clock, answers, work, account } = this.options;
    const perform = ([ms]: OperationArguments["timer"]): Promise<void> =>
      new Promise((resolve) => {
        // Runs as a step, because many timers may fire at once.
        const cancel = clock.after(ms, () => work.run(account, resolve));
        this.cancels.set(id, cancel);
        if (this.cancelled.has(id)) cancel();
      });
    // A timer needs no byte reservation and does not count as an open host call: its answer is empty.
    let slot: AnswerSlot | undefined;
    const onSettled = (at: number): void => void (slot = answers.reserve(at));
    const fired = hostCalls.runWith("timer", [Number(json)], perform, { onSettled });
    // The timer fires even when the journal could not record it.
    const fire = (): void => {
      this.cancels.delete(id);
      const answer = { id, ok: true, json: "" };
      (slot ?? this.now())(answer);
      // After the handler has returned, no slice follows that would report for what the call waits now.
      this.options.onEnd("timer", answer);
    };
    void fired.then(fire, fire);
  }

  /** Reserves a position for an answer that was not recorded. */
  private now(): AnswerSlot {
    return this.options.answers.reserve(this.options.clock.now());
  }
}

/** Encodes the answer; runs as a separate step, because a large answer takes time. */
type Encode = () => ReturnType<typeof encodeAnswer>;

/** Returns a request's arguments, or throws the error that reading them caused. */
type ReadArguments = () => unknown[];

/** Runs `work` now; the returned function returns its result or throws its error. */
function attempt<Value>(work: () => Value): () => Value {
  try {
    const value = work();
    return () => value;
  } catch (thrown) {
    return () => {
      throw thrown;
    };
  }
}
