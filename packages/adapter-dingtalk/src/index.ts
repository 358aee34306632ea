/**
 * DingTalk for Botwright: robots of an organisation, by Stream mode or HTTP callback.
 *
 * @module
 */

export { createDingtalkAdapter } from "./adapter.ts";
export type { DingtalkAdapterOptions } from "./adapter/options.ts";
export { dingtalkBinding, type DingtalkBindingOptions } from "./binding.ts";
