/**
 * Runs untrusted plugins: QuickJS memory images in worker threads.
 *
 * @module
 */
export { createSandbox, type PluginInfo, type Sandbox, type SandboxOptions } from "./sandbox.ts";
export { type CallLimits, DEFAULT_LIMITS, type SandboxLimits } from "./limits.ts";
export type { FetchResult, SandboxFetch, SandboxFetchInit } from "./fetch.ts";
export type { SandboxErrorCode } from "./errors.ts";
