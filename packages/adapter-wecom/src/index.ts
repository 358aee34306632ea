/**
 * WeCom for Botwright: a self-built app by encrypted callback and HTTP API.
 *
 * @module
 */

export { createWecomAdapter, type WecomAdapterOptions } from "./adapter.ts";
export { wecomBinding, type WecomBindingOptions } from "./binding.ts";
