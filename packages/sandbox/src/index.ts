/**
 * Runs untrusted plugins: QuickJS memory images in worker threads.
 *
 * @module
 */
export {
  type CloseOptions,
  createSandbox,
  type PluginInfo,
  type Sandbox,
  type SandboxOptions,
} from "./sandbox.ts";
export type { PluginVersion, SandboxEvent, SandboxEventListener } from "./events.ts";
export { type CallLimits, DEFAULT_LIMITS } from "./limits.ts";
export type { Budget } from "./token-bucket.ts";
export type { BudgetName, BudgetOptions } from "./usage-account.ts";
export type { QuarantineOptions } from "./quarantine.ts";
export type { FetchResult, SandboxFetch, SandboxFetchInit } from "./fetch.ts";
export type { ApprovedMeta } from "./declaration.ts";
export type { SandboxErrorCode } from "./errors.ts";
