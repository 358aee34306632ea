import { coded, illegalConstructor, invalidType } from "../classes.ts";
import { GuestDOMException } from "./dom-exception.ts";
import { defineAborting, dispatchTrusted, GuestEventTarget } from "./events.ts";
import { isObject } from "../errors.ts";
import { MAX_DELAY, startTimer } from "../timers.ts";

/**
 * Proves that a signal is made by the bootstrap: plugins cannot reach this object, so their
 * `new AbortSignal()` throws as the standard demands.
 */
const MAKER = {};

// Set in the class's static block, which can see private fields: functions of this module get access to
// them, and plugins, which only see the class, do not.
let abortSignal: (signal: GuestAbortSignal, reason: unknown) => void;
let addStep: (signal: GuestAbortSignal, step: () => void) => void;
let follow: (signal: GuestAbortSignal, sources: readonly GuestAbortSignal[]) => void;

/**
 * The WHATWG `AbortSignal`: informs listeners, once, that a result is no longer wanted.
 *
 * A signal of `any` follows its sources. Chains of them are flattened: a dependent signal registers at the
 * sources that do not depend on others, so that aborting one reaches all in a loop, without recursion.
 *
 * @see https://dom.spec.whatwg.org/#abortsignal
 */
export class GuestAbortSignal extends GuestEventTarget {
  #aborted = false;
  #reason: unknown;
  #handler: unknown = null;
  /** Steps of the bootstrap, such as cancelling a `fetch`; they run before the plugin's listeners. */
  #steps: (() => void)[] = [];
  /** Signals that abort with this one. */
  #dependents: GuestAbortSignal[] = [];
  /** What a dependent signal depends on: never itself dependent. */
  #sources: readonly GuestAbortSignal[] | undefined;

  constructor(maker?: unknown) {
    if (maker !== MAKER) throw illegalConstructor();
    super();
  }

  static {
    abortSignal = (signal, reason) => {
      if (signal.#aborted) return;
      const all = [signal, ...signal.#dependents.filter((dependent) => !dependent.#aborted)];
      const why = reason === undefined ? abortError() : reason;
      // First the state of all signals, then the events: a listener sees every dependent signal aborted.
      for (const each of all) {
        each.#aborted = true;
        each.#reason = why;
      }
      for (const each of all) {
        const steps = each.#steps;
        each.#steps = [];
        for (const step of steps) step();
        dispatchTrusted(each, "abort");
      }
    };
    addStep = (signal, step) => {
      signal.#steps.push(step);
    };
    defineAborting((signal, step) => {
      if (signal instanceof GuestAbortSignal) addStep(signal, step);
    });
    follow = (signal, sources) => {
      const aborted = sources.find((source) => source.#aborted);
      if (aborted !== undefined) {
        signal.#aborted = true;
        signal.#reason = aborted.#reason;
        return;
      }
      const roots = new Set(sources.flatMap((source) => source.#sources ?? [source]));
      signal.#sources = [...roots];
      for (const root of roots) root.#dependents.push(signal);
    };
  }

  static abort(reason?: unknown): GuestAbortSignal {
    const signal = newSignal();
    abortSignal(signal, reason);
    return signal;
  }

  static timeout(milliseconds: unknown): GuestAbortSignal {
    if (typeof milliseconds !== "number") throw invalidType("delay", "of type number");
    if (!(milliseconds >= 0 && milliseconds <= Number.MAX_SAFE_INTEGER)) {
      throw coded(new RangeError('The value of "delay" is out of range'), "ERR_OUT_OF_RANGE");
    }
    const signal = newSignal();
    const fire = (): void => {
      const message = "The operation was aborted due to timeout";
      abortSignal(signal, new GuestDOMException(message, "TimeoutError"));
    };
    startTimer(fire, Math.min(milliseconds, MAX_DELAY));
    return signal;
  }

  static any(signals: unknown): GuestAbortSignal {
    return anySignal(signals);
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason;
  }

  get onabort(): unknown {
    return this.#handler;
  }

  set onabort(handler: unknown) {
    this.#handler = isObject(handler) ? handler : null;
    // Once added it keeps its place among the listeners.
    if (this.#handler === null) this.removeEventListener("abort", this.#onAbort);
    else this.addEventListener("abort", this.#onAbort);
  }

  readonly #onAbort = (event: unknown): void => {
    if (typeof this.#handler === "function") Reflect.apply(this.#handler, this, [event]);
  };
}

/** Aborts the signal that it holds. */
export class GuestAbortController {
  readonly #signal = newSignal();

  get signal(): GuestAbortSignal {
    return this.#signal;
  }

  abort(reason?: unknown): void {
    abortSignal(this.#signal, reason);
  }
}

/** A signal that has not been aborted yet. */
function newSignal(): GuestAbortSignal {
  return new GuestAbortSignal(MAKER);
}

/** A signal that aborts with the first of the given ones. */
export function anySignal(signals: unknown): GuestAbortSignal {
  if (!isObject(signals) || !(Symbol.iterator in signals)) {
    throw invalidType("signals", "a list of AbortSignals");
  }
  const sources: unknown[] = Array.from(Object(signals));
  if (!sources.every((source) => source instanceof GuestAbortSignal)) {
    throw invalidType("signals", "a list of AbortSignals");
  }
  const signal = newSignal();
  follow(signal, sources);
  return signal;
}

/** Runs a step when the signal aborts, before its listeners are called. */
export function onAborted(signal: GuestAbortSignal, step: () => void): void {
  addStep(signal, step);
}

function abortError(): GuestDOMException {
  return new GuestDOMException("This operation was aborted", "AbortError");
}
