/**
 * WeChat for Botwright: a personal account through Tencent's iLink bot API.
 *
 * @module
 */

export { createWechatAdapter } from "./adapter.ts";
export type { WechatAdapterOptions } from "./adapter/options.ts";
export {
  wechatBinding,
  type WechatBindingOptions,
  type WechatBinding,
  type WechatLoginOptions,
} from "./binding.ts";
export type { WechatLogin } from "./adapter/login.ts";
export type { WechatCredentials } from "./api/login.ts";
