import { assertKinds, type Kinds } from "../assert-kinds.ts";
import { SimulatorError } from "../errors.ts";
import type { Fault } from "../simulator.ts";

/** The options that every fault has. */
export interface FaultOptions {
  /** How many requests the fault hits before it ends. @default 1, unless the platform's table says otherwise */
  readonly times?: number;
  /**
   * The only method that the fault hits, in any case. A fault that is not tied to one call, such as one of what the
   * platform pushes, does not have it. @default every method
   */
  readonly method?: string;
}

const TIMES: Kinds<Pick<FaultOptions, "times">> = { times: "number" };
const COMMON: Kinds<FaultOptions> = { ...TIMES, method: "string" };

/** The kinds of the options that a fault has besides those of every fault. */
type OwnKinds<O extends FaultOptions> = Kinds<Omit<O, keyof FaultOptions>>;

interface Entry<O> {
  readonly options: O;
  hits: number;
  left: number;
}

/** The injected faults of one name that have not been used up. */
export class FaultSlot<O extends FaultOptions> {
  readonly #entries: Entry<O>[] = [];
  readonly #kinds: OwnKinds<O>;
  readonly #defaults: O;
  #common: Partial<Kinds<FaultOptions>> = COMMON;

  /** @param defaults Default options of the faults. */
  constructor(kinds: OwnKinds<O>, defaults: O) {
    this.#kinds = kinds;
    this.#defaults = defaults;
  }

  /** For faults that are not tied to one call: the option `method` is refused, because with it they would never hit. */
  ofNoCall(): this {
    this.#common = TIMES;
    return this;
  }

  /** @throws {SimulatorError} `INVALID_INPUT` for an option that the fault does not have */
  add(name: string, given: Partial<O> | undefined): Fault {
    assertKinds(`the fault "${name}"`, given, { ...this.#common, ...this.#kinds });
    const options: O = { ...this.#defaults, ...given };
    const entry: Entry<O> = { options, hits: 0, left: options.times ?? 1 };
    this.#entries.push(entry);
    const end = (): void => this.#remove(entry);
    return {
      get hits() {
        return entry.hits;
      },
      end,
      [Symbol.dispose]: end,
    };
  }

  /** Finds the first fault that hits this request, uses it once, and returns its options. */
  take(method: string, hits: (options: O) => boolean = () => true): O | undefined {
    if (this.#entries.length === 0) return undefined;
    const entry = this.#entries.find(
      ({ options }) =>
        (options.method === undefined || options.method.toLowerCase() === method) && hits(options),
    );
    if (entry === undefined) return undefined;
    entry.hits += 1;
    entry.left -= 1;
    if (entry.left <= 0) this.#remove(entry);
    return entry.options;
  }

  #remove(entry: Entry<O>): void {
    const index = this.#entries.indexOf(entry);
    if (index >= 0) this.#entries.splice(index, 1);
  }
}

/** A fault without options of its own, which hits one request. */
export function once(): FaultSlot<FaultOptions> {
  return new FaultSlot<FaultOptions>({}, {});
}

/** A fault without options of its own, which hits every request until it is ended. */
export function lasting(): FaultSlot<FaultOptions> {
  return new FaultSlot<FaultOptions>({}, { times: Infinity });
}

/** One slot for each fault of a platform. */
export type FaultSlots<F extends { readonly [N in keyof F]: FaultOptions }> = {
  readonly [N in keyof F]: FaultSlot<F[N]>;
};

/** Whether the platform knows the fault. @throws SimulatorError `UNKNOWN_FAULT` when it does not. */
export function assertFault(slots: object, name: string): void {
  if (Object.hasOwn(slots, name)) return;
  const known = Object.keys(slots).join(", ");
  throw new SimulatorError("UNKNOWN_FAULT", `There is no fault "${name}"; use one of: ${known}.`);
}
