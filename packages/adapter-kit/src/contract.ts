/**
 * The rules that every platform adapter and its binding must obey, independent of a test framework, and
 * helpers for tests of adapters.
 *
 * @example
 * for (const { name, run } of adapterContract(setup)) test(name, run);
 *
 * @module
 */

// The suites and their types.
export { adapterContract } from "./contract/suite.ts";
export { bindingContract } from "./contract/bindings.ts";
export type { BindingContractSetup } from "./contract/binding-context.ts";
export { observeCapabilities, type ObservedCapabilities } from "./contract/rules/capabilities.ts";
export type {
  AdapterContractSetup,
  ContractFault,
  ContractFaultHandle,
  ContractFaultOptions,
  ForwardedText,
  ContractSimulator,
} from "./contract/setup.ts";
export type {
  MediaContent,
  MediaInput,
  QuoteInput,
  SentMessage,
  UserMessage,
} from "./contract/messages.ts";

// For writing a simulator.
export { type ContractFaults, createFaults } from "./contract/fixture/faults.ts";
export { serveRequests } from "./contract/fixture/serve.ts";

// For an adapter's own tests.
export { type ContractFixture, openContractFixture } from "./contract/context.ts";
export {
  type SharedAdapterOptions,
  type AdapterFixture,
  type AdapterFixtureOptions,
  openAdapterFixture,
} from "./contract/fixture/fixture.ts";
export {
  type CallbackTarget,
  serve,
  serveAdapter,
  type TestServer,
} from "./contract/fixture/serve.ts";
export {
  createFastClock,
  type FastClock,
  type FastClockOptions,
} from "./contract/fixture/clock.ts";
export {
  assertNoSecret,
  createRecordingLogger,
  type RecordingLogger,
} from "./contract/fixture/logger.ts";
export { until } from "./contract/fixture/wait.ts";
