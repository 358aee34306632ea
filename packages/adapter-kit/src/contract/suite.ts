import type { ContractCase } from "@botwright/core/contract";
import { receivingCases } from "./receiving.ts";
import { sendingCases } from "./sending.ts";
import type { AdapterContractSetup } from "./setup.ts";

/**
 * The rules of a platform adapter. Each case opens a platform and adapters of its own and closes
 * them.
 *
 * @example
 * const setup: AdapterContractSetup = {
 *   capabilities,
 *   async open() {
 *     const inspector = await startSimulator("telegram");
 *     return { inspector, user: "1001", … };
 *   },
 * };
 * for (const { name, run } of adapterContract(setup)) test(name, run);
 */
export function adapterContract(setup: AdapterContractSetup): ContractCase[] {
  return [...receivingCases(setup), ...sendingCases(setup)];
}
