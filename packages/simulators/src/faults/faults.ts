import { assertKinds, type Kinds } from "../assert-kinds.ts";
import { SimulatorError } from "../errors.ts";
import type { Fault } from "../simulator.ts";

/** The options that every fault has. */
export interface FaultOptions {
  /** How many requests the fault hits before it ends. @default 1, unless the platform's table says otherwise */
  readonly times?: number;
}

/** The options of every fault of a call to the platform. */
export interface CallFaultOptions extends FaultOptions {
  /** The only method that the fault hits, in any case. @default every method */
  readonly method?: string;
}

const TIMES: Kinds<FaultOptions> = { times: "number" };

/** The kinds of the options that every fault of a call has besides `times`. */
export const OF_A_CALL: Kinds<Omit<CallFaultOptions, "times">> = { method: "string" };

interface Entry<O> {
  readonly options: O;
  hits: number;
  left: number;
}

/** The injected faults of one name that have not been used up. */
export class FaultSlot<O extends FaultOptions> {
  readonly #entries: Entry<O>[] = [];
  readonly #kinds: Kinds<Omit<O, "times">>;
  readonly #defaults: O;

  /**
   * @param kinds The kinds of the options besides `times`; for faults of calls, {@link OF_A_CALL} is among them. Other
   * faults refuse `method`, because with it they would never hit.
   * @param defaults Default options of the faults.
   */
  constructor(kinds: Kinds<Omit<O, "times">>, defaults: O) {
    this.#kinds = kinds;
    this.#defaults = defaults;
  }

  /** @throws {SimulatorError} `INVALID_INPUT` for an option that the fault does not have */
  add(name: string, given: Partial<O> | undefined): Fault {
    assertKinds(`the fault "${name}"`, given, { ...TIMES, ...this.#kinds });
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
    const entry = this.#entries.find(({ options }) => {
      const { method: only }: CallFaultOptions = options;
      return (only === undefined || only.toLowerCase() === method) && hits(options);
    });
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

/** A fault of a call without options of its own. @param times How many requests it hits by default. */
export function callFault(times = 1): FaultSlot<CallFaultOptions> {
  return new FaultSlot<CallFaultOptions>(OF_A_CALL, { times });
}

/** A fault of no call without options of its own, such as one of what the platform pushes. */
export function otherFault(times = 1): FaultSlot<FaultOptions> {
  return new FaultSlot<FaultOptions>({}, { times });
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
