/**
 * Tests of chat plugins that read as a conversation, in the sandbox of production.
 *
 * @module
 */

// The way in: a plugin, and what its host would give it.
export { createHarness, type Harness } from "./harness.ts";
export type { ChainedPlugin, HarnessOptions } from "./options.ts";
export type { PluginInput } from "./load/load-plugin.ts";

// Plugins of TypeScript or of several files, made into the one file that a host takes.
export {
  buildPlugin,
  type BuildPluginOptions,
  type BuiltPlugin,
  PluginBuildError,
} from "./build/build-plugin.ts";
export type { MediaOptions, SayOptions, User, VoiceOptions } from "./turns/user.ts";
export type { LogLine, Turn, TurnSend } from "./turns/turn.ts";
export {
  mediaContent,
  type MediaContent,
  type MediaInput,
  type MediaType,
  type QuoteInput,
  type SentMessage,
  type UserMessage,
} from "@botwright/simulators";

// Conversations that are written down: played, and checked line by line.
export { type ConversationOptions, playConversation } from "./turns/conversation.ts";

// Records: what a run depended on, and whether it does the same again.
export { replay, type ReplayOptions, type ReplayReport } from "./replay.ts";

// The options of the fakes.
export type { AIAnswer, AIAnswers, ModelScript } from "./fakes/model-script.ts";
export type { FakeCredentials } from "./fakes/credentials.ts";
export {
  type FetchAnswer,
  type FetchHandler,
  type FetchRoutes,
  matchFetchRoute,
} from "./fakes/fetch.ts";
export type { SearchAnswer, SearchScript } from "./fakes/search.ts";
export {
  createFakeServices,
  type CreditAccount,
  type FakeServices,
  type FakeServicesOptions,
} from "./fakes/services.ts";

// The platforms: simulators with the real adapters on them.
export {
  connectSimulator,
  type ConnectOptions,
  createSimulatorAdapter,
  loadBinding,
  type SimulatedPlatform,
} from "./chat/connect-simulator.ts";
export { createMessageResults, type MessageResults } from "./turns/message-results.ts";
export type { PlatformFeatures } from "./chat/platform-features.ts";

// A server on loopback, for callbacks and for pages that show a simulator.
export { type FetchServer, type RequestHandler, serveFetch } from "./chat/serve-fetch.ts";

export { HarnessError, type HarnessErrorCode } from "./errors.ts";

// The matchers: for `node:test` here, for vitest in `@botwright/harness/vitest`.
export { expectTurn, type TurnExpectation } from "./turns/expect-turn.ts";
export {
  type Expectation,
  type ExpectedSend,
  type Expectations,
  expectations,
} from "./turns/expectations.ts";
