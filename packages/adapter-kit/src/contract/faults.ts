import { setTimeout as sleep } from "node:timers/promises";
import type { ContractFault, ContractFaultHandle, ContractFaultOptions } from "./setup.ts";

/** The injected faults of a simulator that have not been used up. */
export interface ContractFaults {
  /** The method of this name of a `ContractSimulator`. */
  readonly fault: (name: ContractFault, options?: ContractFaultOptions) => ContractFaultHandle;
  /**
   * Finds the fault that hits this call, or this send to a person, and uses up one of its times.
   *
   * @returns the options of the fault, or `undefined`
   */
  readonly take: (
    name: ContractFault,
    call?: string,
    user?: string,
  ) => ContractFaultOptions | undefined;
  /**
   * Answers an HTTP request, with the faults that are the same for all platforms: `slow`, `drop-connection`,
   * `lost-reply` and `garbled`.
   *
   * @returns `undefined` to drop the connection, as `serveRequests` does
   */
  readonly onTheWay: (
    call: string,
    answer: () => Promise<Response>,
  ) => Promise<Response | undefined>;
}

interface Asked {
  readonly name: ContractFault;
  readonly options: ContractFaultOptions;
  hits: number;
  left: number;
}

/** Faults that last until they are ended; the others hit once by default. */
const LASTING: ReadonlySet<ContractFault> = new Set(["refused-user", "revoked-credentials"]);

/**
 * Makes {@link ContractFaults}, for the simulator of a platform of one's own.
 *
 * @example
 * const faults = createFaults();
 * faults.fault("rate-limit", { method: "send" });
 * faults.take("rate-limit", "typing"); // undefined
 * faults.take("rate-limit", "send"); // { method: "send" }
 */
export function createFaults(): ContractFaults {
  const asked: Asked[] = [];

  const take: ContractFaults["take"] = (name, call, user) => {
    const hit = asked.find(
      (one) =>
        one.name === name &&
        one.left > 0 &&
        (one.options.method ?? call) === call &&
        (one.options.user ?? user) === user,
    );
    if (hit === undefined) return undefined;
    hit.hits += 1;
    hit.left -= 1;
    return hit.options;
  };

  return {
    fault(name, options = {}) {
      const left = options.times ?? (LASTING.has(name) ? Infinity : 1);
      const one: Asked = { name, options, hits: 0, left };
      asked.push(one);
      return {
        get hits() {
          return one.hits;
        },
        end: () => void (one.left = 0),
      };
    },
    take,
    async onTheWay(call, answer) {
      if (take("drop-connection", call) !== undefined) return undefined;
      const { ms } = take("slow", call) ?? {};
      if (ms !== undefined) await sleep(ms);
      const given = await answer();
      if (take("lost-reply", call) !== undefined) return undefined;
      if (take("garbled", call) === undefined) return given;
      return new Response('{"half an ans', { headers: { "content-type": "application/json" } });
    },
  };
}
