/**
 * Feishu and Lark for Botwright: a bot by long connection or HTTP callback.
 *
 * @module
 */

export { createFeishuAdapter, type FeishuAdapterOptions } from "./adapter.ts";
export { feishuBinding, type FeishuBindingOptions } from "./binding.ts";
