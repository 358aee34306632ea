/**
 * The rules that every platform adapter keeps, without a test framework, and what tests of adapters
 * need besides.
 *
 * @example
 * for (const { name, run } of adapterContract(setup)) test(name, run);
 *
 * @module
 */

// The suite, and what it needs to know.
export { adapterContract } from "./contract/suite.ts";
export { observeCapabilities, type ObservedCapabilities } from "./contract/capabilities.ts";
export type {
  AdapterContractSetup,
  ContractFault,
  ContractFaultHandle,
  ContractFaultOptions,
  ContractMedia,
  ContractSay,
  ContractSent,
  ContractSimulator,
} from "./contract/setup.ts";

// For a simulator of one's own.
export { type ContractFaults, createFaults } from "./contract/faults.ts";
export { serveRequests } from "./contract/serve.ts";

// For tests of one's own.
export { type ContractScene, openContractScene } from "./contract/stage.ts";
export {
  type AdapterParts,
  type AdapterScene,
  type AdapterSceneOptions,
  openAdapterScene,
} from "./contract/scene.ts";
export { type CallbackTarget, serve, serveAdapter, type TestServer } from "./contract/serve.ts";
export { createFastClock, type FastClock, type FastClockOptions } from "./contract/clock.ts";
export { assertNoSecret, createRecordingLogger, type RecordingLogger } from "./contract/logger.ts";
export { until } from "./contract/wait.ts";
