import { dingtalkBinding } from "@botwright/adapter-dingtalk";
import { feishuBinding } from "@botwright/adapter-feishu";
import { telegramBinding } from "@botwright/adapter-telegram";
import { wechatBinding } from "@botwright/adapter-wechat";
import { wecomBinding } from "@botwright/adapter-wecom";
import type { Platform, PlatformAdapter, PlatformBinding } from "@botwright/core";
import type { PageLogin } from "@botwright/playground";
import { type Simulator, startSimulator, type WechatSimulator } from "@botwright/simulators";
import type { Bindings } from "./bindings.ts";
import { logger } from "./print.ts";

/** How bots of each platform are bound. */
export const BINDINGS: { readonly [P in Platform]: PlatformBinding } = {
  wechat: wechatBinding,
  feishu: feishuBinding,
  wecom: wecomBinding,
  dingtalk: dingtalkBinding,
  telegram: telegramBinding,
};

/** A platform's wire with the adapter that speaks it, not yet started. */
export interface OpenPlatform {
  readonly adapter: PlatformAdapter;
  /** Plays the platform; absent when it is the real one. */
  readonly simulator?: Simulator;
  /** Present where a person logs the bot in. */
  readonly login?: PageLogin;
}

/** Opens one platform: the real one when it is bound, else its simulator. */
export async function openPlatform(
  platform: Platform,
  bound: Bindings[Platform],
): Promise<OpenPlatform> {
  const binding = BINDINGS[platform];
  // Where a person logs in, the adapter shows the steps as its status.
  const common = { logger, ...(binding.login !== undefined && { login: {} }) };
  if (bound !== undefined) {
    const { credentials, apiBase } = bound;
    const options = { ...common, ...(apiBase !== undefined && { apiBase }) };
    return { adapter: binding.createAdapter(credentials, options), ...loginOf(binding) };
  }
  const simulator = await startSimulator(platform);
  const options = { ...simulator.adapterOptions, ...common };
  const adapter = binding.createAdapter(simulator.credentials, options);
  return { adapter, simulator, ...loginOf(binding, simulator) };
}

/** Where a person logs in, the simulator plays the phone as well. */
function loginOf(binding: PlatformBinding, simulator?: Simulator): { login?: PageLogin } {
  if (binding.login === undefined) return {};
  return {
    login: { phone: simulator !== undefined && isPhone(simulator) ? simulator : undefined },
  };
}

function isPhone(simulator: Simulator): simulator is WechatSimulator {
  return "scan" in simulator;
}
