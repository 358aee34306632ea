import { invalidType } from "../classes.ts";
import { describeThrown, isObject, textOf } from "../errors.ts";
import { writeLine } from "../host.ts";

type Callback = (this: unknown, event: GuestEvent) => unknown;

interface Listener {
  readonly type: string;
  readonly callback: object;
  readonly capture: boolean;
  readonly once: boolean;
  removed: boolean;
}

/**
 * Runs a step when a signal aborts, before its listeners. `abort.ts` defines it, because an import from there
 * would be circular: a signal is itself an event target.
 */
let whenAborted: (signal: GuestEventTarget, step: () => void) => void = () => {};

/** Sets the function that runs a step when a signal aborts; `abort.ts` calls this once. */
export function defineAborting(define: typeof whenAborted): void {
  whenAborted = define;
}

let setTarget: (event: GuestEvent, target: GuestEventTarget | null) => void;
let isStopped: (event: GuestEvent) => boolean;

/** The event that listeners receive; there is no tree in which it could bubble. */
export class GuestEvent {
  readonly #type: string;
  readonly #cancelable: boolean;
  readonly #trusted: boolean;
  readonly #time = Date.now();
  #target: GuestEventTarget | null = null;
  #current: GuestEventTarget | null = null;
  #stopped = false;
  #prevented = false;

  constructor(type: unknown, init: unknown = {}, trusted?: unknown) {
    this.#type = textOf(type);
    this.#cancelable = isObject(init) && Boolean(init["cancelable"]);
    this.#trusted = trusted === TRUSTED;
  }

  static {
    setTarget = (event, target) => {
      event.#target ??= target;
      event.#current = target;
      if (target === null) event.#stopped = false;
    };
    isStopped = (event) => event.#stopped;
  }

  get type(): string {
    return this.#type;
  }

  get target(): GuestEventTarget | null {
    return this.#target;
  }

  get currentTarget(): GuestEventTarget | null {
    return this.#current;
  }

  get cancelable(): boolean {
    return this.#cancelable;
  }

  get defaultPrevented(): boolean {
    return this.#prevented;
  }

  get isTrusted(): boolean {
    return this.#trusted;
  }

  get timeStamp(): number {
    return this.#time;
  }

  preventDefault(): void {
    if (this.#cancelable) this.#prevented = true;
  }

  stopPropagation(): void {}

  stopImmediatePropagation(): void {
    this.#stopped = true;
  }
}

/** Proves that the bootstrap itself made an event. */
const TRUSTED = {};

let dispatch: (target: GuestEventTarget, type: string) => void;

/** Dispatches an event of the bootstrap's own. */
export function dispatchTrusted(target: GuestEventTarget, type: string): void {
  dispatch(target, type);
}

/**
 * The DOM's `EventTarget`, without a tree. Listeners are called synchronously, in the order in which they were
 * added.
 *
 * @see https://dom.spec.whatwg.org/#interface-eventtarget
 */
export class GuestEventTarget {
  #listeners: Listener[] = [];

  static {
    // Creates no event without a listener, because most signals abort without one.
    dispatch = (target, type) => {
      if (target.#listeners.length > 0) target.#dispatch(new GuestEvent(type, {}, TRUSTED));
    };
  }

  addEventListener(type: unknown, callback: unknown, options?: unknown): void {
    if (!isObject(callback)) return;
    const { capture, once, signal } = readOptions(options);
    if (signal?.aborted === true) return;
    const listener = { type: textOf(type), callback, capture, once, removed: false };
    // By the standard, a listener that is added twice is called once.
    if (this.#listeners.some((known) => isSame(known, listener))) return;
    this.#listeners = [...this.#listeners, listener];
    if (signal !== undefined) whenAborted(signal, () => this.#remove(listener));
  }

  removeEventListener(type: unknown, callback: unknown, options?: unknown): void {
    if (!isObject(callback)) return;
    const sought = { type: textOf(type), callback, ...readOptions(options) };
    const found = this.#listeners.find((known) => isSame(known, sought));
    if (found !== undefined) this.#remove(found);
  }

  dispatchEvent(event: unknown): boolean {
    if (!(event instanceof GuestEvent)) throw invalidType("event", "an Event");
    return this.#dispatch(event);
  }

  #dispatch(event: GuestEvent): boolean {
    setTarget(event, this);
    // Adding and removing create new lists, so that this loop calls the listeners that existed at its start;
    // `removed` excludes those that an earlier listener has removed.
    for (const listener of this.#listeners) {
      if (isStopped(event)) break;
      if (listener.removed || listener.type !== event.type) continue;
      if (listener.once) this.#remove(listener);
      this.#call(listener.callback, event);
    }
    setTarget(event, null);
    return !event.defaultPrevented;
  }

  #remove(listener: Listener): void {
    listener.removed = true;
    this.#listeners = this.#listeners.filter((known) => known !== listener);
  }

  /** An error of one listener does not affect the others: it goes to the log. */
  #call(callback: object, event: GuestEvent): void {
    try {
      if (isCallback(callback)) {
        callback.call(this, event);
        return;
      }
      const handle: unknown = Reflect.get(callback, "handleEvent");
      if (isCallback(handle)) handle.call(callback, event);
    } catch (thrown) {
      const { name, message } = describeThrown(thrown);
      writeLine("error", `a listener of "${event.type}" threw ${name}: ${message}`);
    }
  }
}

function isSame(a: Omit<Listener, "removed">, b: Omit<Listener, "removed">): boolean {
  return a.type === b.type && a.callback === b.callback && a.capture === b.capture;
}

function isCallback(value: unknown): value is Callback {
  return typeof value === "function";
}

interface ListenerOptions {
  capture: boolean;
  once: boolean;
  signal: (GuestEventTarget & { aborted?: unknown }) | undefined;
}

/** Reads the third argument: a truth value means `capture`. */
function readOptions(options: unknown): ListenerOptions {
  const given = isObject(options) ? options : { capture: options };
  const signal = given["signal"];
  if (signal !== undefined && !(signal instanceof GuestEventTarget)) {
    throw new TypeError("the listener's signal must be an AbortSignal");
  }
  return { capture: Boolean(given["capture"]), once: Boolean(given["once"]), signal };
}
