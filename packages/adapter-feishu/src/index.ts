/**
 * Feishu and Lark for Botwright: a bot by long connection or HTTP callback.
 *
 * @module
 */

export { createFeishuAdapter } from "./adapter.ts";
export type { FeishuAdapterOptions } from "./adapter/options.ts";
export { feishuBinding, type FeishuBindingOptions } from "./binding.ts";
