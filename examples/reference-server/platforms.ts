import { dingtalkBinding, type DingtalkBindingOptions } from "@botwright/adapter-dingtalk";
import { feishuBinding } from "@botwright/adapter-feishu";
import { telegramBinding } from "@botwright/adapter-telegram";
import { wechatBinding, type WechatBindingOptions } from "@botwright/adapter-wechat";
import { wecomBinding } from "@botwright/adapter-wecom";
import type { AdapterOptions, Platform, PlatformAdapter, PlatformBinding } from "@botwright/core";
import type { PageLogin } from "@botwright/playground";
import { type Simulator, type SimulatorMap, startSimulator } from "@botwright/simulators";
import type { Bindings } from "./bindings.ts";
import { logger } from "./print.ts";

/** In what one platform differs from the others. */
interface PlatformSetup<P extends Platform> {
  readonly binding: PlatformBinding;
  /** What the adapter is made with beside its credentials; `simulator` plays the platform. */
  options?(simulator: SimulatorMap[P]["simulator"] | undefined): AdapterOptions;
  /** The simulated phone, where the bot's owner scans a code. */
  phone?(simulator: SimulatorMap[P]["simulator"]): PageLogin["phone"];
}

/** The platforms. Nothing else knows one from the other. */
export const SETUPS: { readonly [P in Platform]: PlatformSetup<P> } = {
  wechat: {
    binding: wechatBinding,
    options: (simulator): WechatBindingOptions => ({
      login: {}, // by the status of the adapter
      // The simulated server does not mind messages that follow one another at once.
      ...(simulator !== undefined && { cdnBase: simulator.cdnBaseUrl, sendSpacingMs: 0 }),
    }),
    phone: (simulator) => simulator,
  },
  feishu: { binding: feishuBinding },
  wecom: { binding: wecomBinding },
  dingtalk: {
    binding: dingtalkBinding,
    options: (simulator): DingtalkBindingOptions =>
      simulator === undefined ? {} : { oapiBase: simulator.baseUrl },
  },
  telegram: { binding: telegramBinding },
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
export async function openPlatform<P extends Platform>(
  platform: P,
  binding: Bindings[P],
): Promise<OpenPlatform> {
  const setup: PlatformSetup<P> = SETUPS[platform];
  const simulator = binding === undefined ? await startSimulator(platform) : undefined;
  const { credentials, apiBase } = binding ?? {
    credentials: simulator?.credentials ?? {},
    apiBase: simulator?.baseUrl,
  };
  const adapter = setup.binding.createAdapter(credentials, {
    ...setup.options?.(simulator),
    ...(apiBase !== undefined && { apiBase }),
    logger,
  });
  const phone = simulator && setup.phone?.(simulator);
  return {
    adapter,
    ...(simulator !== undefined && { simulator }),
    ...(setup.binding.login !== undefined && { login: { phone } }),
  };
}
