/**
 * The rules that every platform adapter keeps, without a test framework.
 *
 * @example
 * for (const { name, run } of adapterContract(setup)) test(name, run);
 *
 * @module
 */
export { adapterContract } from "./contract/suite.ts";
export { assertNoSecret, createRecordingLogger, type RecordingLogger } from "./contract/secrets.ts";
export type {
  AdapterContractSetup,
  ContractInspector,
  ContractMedia,
  ContractPlatform,
  ContractSay,
  ContractSent,
} from "./contract/setup.ts";
