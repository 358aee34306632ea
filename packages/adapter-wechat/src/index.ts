/**
 * WeChat for Botwright: a personal account through Tencent's iLink bot API.
 *
 * @module
 */

export { createWechatAdapter, type WechatAdapterOptions } from "./adapter.ts";
