import { setTimeout as sleep } from "node:timers/promises";
import type { ContractFault, ContractFaultHandle, ContractFaultOptions } from "./setup.ts";

/** The faults of a simulator: those that were asked for wait here for the requests that they hit. */
export interface ContractFaults {
  /** What a `ContractSimulator` has under this name. */
  readonly fault: (name: ContractFault, options?: ContractFaultOptions) => ContractFaultHandle;
  /**
   * Tells whether a fault hits this call, or this send to a person, and uses up one of its times.
   *
   * @returns what the fault was given, else nothing
   */
  readonly take: (
    name: ContractFault,
    call?: string,
    user?: string,
  ) => ContractFaultOptions | undefined;
  /**
   * Answers an HTTP request by way of the faults that know no platform: `slow`, `drop-connection`,
   * `lost-reply` and `garbled`.
   *
   * @returns nothing where the connection is to be cut, as `serveRequests` does then
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

/** They last until they are ended; all others hit once unless told otherwise. */
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
