/**
 * DingTalk for Botwright: robots of an organisation, by Stream mode or HTTP callback.
 *
 * @module
 */

export { createDingtalkAdapter, type DingtalkAdapterOptions } from "./adapter.ts";
export { dingtalkBinding, type DingtalkBindingOptions } from "./binding.ts";
