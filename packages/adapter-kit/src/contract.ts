/**
 * The rules that every platform adapter and its binding keep, without a test framework, and what
 * tests of adapters need besides.
 *
 * @example
 * for (const { name, run } of adapterContract(setup)) test(name, run);
 *
 * @module
 */

// The suites, and what they need to know.
export { adapterContract } from "./contract/suite.ts";
export { bindingContract } from "./contract/bindings.ts";
export type { BindingContractSetup } from "./contract/binding-context.ts";
export { observeCapabilities, type ObservedCapabilities } from "./contract/capabilities.ts";
export type {
  AdapterContractSetup,
  ContractFault,
  ContractFaultHandle,
  ContractFaultOptions,
  MediaInput,
  UserMessage,
  SentMessage,
  ForwardedText,
  ContractSimulator,
} from "./contract/setup.ts";

// For a simulator of one's own.
export { type ContractFaults, createFaults } from "./contract/faults.ts";
export { serveRequests } from "./contract/serve.ts";

// For tests of one's own.
export { type ContractFixture, openContractFixture } from "./contract/context.ts";
export {
  type SharedAdapterOptions,
  type AdapterFixture,
  type AdapterFixtureOptions,
  openAdapterFixture,
} from "./contract/fixture.ts";
export { type CallbackTarget, serve, serveAdapter, type TestServer } from "./contract/serve.ts";
export { createFastClock, type FastClock, type FastClockOptions } from "./contract/clock.ts";
export { assertNoSecret, createRecordingLogger, type RecordingLogger } from "./contract/logger.ts";
export { until } from "./contract/wait.ts";
