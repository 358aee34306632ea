/**
 * Runs untrusted plugins: QuickJS memory images in worker threads.
 *
 * @module
 */
export { createSandbox, type Sandbox } from "./main/sandbox.ts";
export type { CloseOptions, PluginInfo, SandboxOptions } from "./main/sandbox-options.ts";
export type {
  MoveReason,
  PluginVersion,
  SandboxEvent,
  SandboxEventListener,
} from "./main/events.ts";
export { DEFAULT_LIMITS } from "./main/limits.ts";
export type { CallLimits } from "./protocol/call-limits.ts";
export type { Budget } from "./main/fairness/token-bucket.ts";
export type { BudgetName, BudgetOptions } from "./main/fairness/budgets.ts";
export type { QuarantineOptions } from "./main/fairness/quarantine.ts";
export {
  type FetchOptions,
  hostMatcherOf,
  performFetch,
  type SandboxFetch,
  type SandboxFetchInit,
} from "./main/call/fetch.ts";
export type { ApprovedMeta } from "./main/declaration.ts";
export type { SandboxErrorCode } from "./protocol/errors.ts";
