/**
 * WeCom for Botwright: a self-built app by encrypted callback and HTTP API.
 *
 * @module
 */

export { createWecomAdapter } from "./adapter.ts";
export type { WecomAdapterOptions } from "./adapter/options.ts";
export { wecomBinding, type WecomBindingOptions } from "./binding.ts";
