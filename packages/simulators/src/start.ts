import { assertOptions } from "./assert-options.ts";
import { SimulatorError } from "./errors.ts";
import { type DingtalkSimulator, startDingtalk } from "./dingtalk/index.ts";
import type { DingtalkOptions } from "./dingtalk/state.ts";
import { type FeishuSimulator, startFeishu } from "./feishu/index.ts";
import type { FeishuOptions } from "./feishu/state.ts";
import type { Simulator } from "./simulator.ts";
import { startTelegram, type TelegramSimulator } from "./telegram/index.ts";
import type { TelegramOptions } from "./telegram/state.ts";
import { startWecom, type WecomSimulator } from "./wecom/index.ts";
import type { WecomOptions } from "./wecom/state.ts";
import { startWechat, type WechatSimulator } from "./wechat/index.ts";
import type { WechatOptions } from "./wechat/state.ts";

/** Every platform that can be played, with its options and its simulator. */
export interface SimulatorMap {
  readonly dingtalk: { readonly options: DingtalkOptions; readonly simulator: DingtalkSimulator };
  readonly feishu: { readonly options: FeishuOptions; readonly simulator: FeishuSimulator };
  readonly telegram: { readonly options: TelegramOptions; readonly simulator: TelegramSimulator };
  readonly wecom: { readonly options: WecomOptions; readonly simulator: WecomSimulator };
  readonly wechat: { readonly options: WechatOptions; readonly simulator: WechatSimulator };
}

/** The identifiers of the platforms. */
export type SimulatorPlatform = keyof SimulatorMap;

const starters: {
  readonly [P in SimulatorPlatform]: (
    options?: SimulatorMap[P]["options"],
  ) => Promise<SimulatorMap[P]["simulator"] & Simulator>;
} = {
  telegram: startTelegram,
  wecom: startWecom,
  dingtalk: startDingtalk,
  wechat: startWechat,
  feishu: startFeishu,
};

/**
 * Starts a chat platform on 127.0.0.1 that speaks the real one's wire.
 * @throws SimulatorError `UNKNOWN_PLATFORM`, or `INVALID_INPUT` for options it does not have or cannot follow.
 * @example
 * await using sim = await startSimulator("telegram");
 * await sim.say({ from: "1001", text: "hello" });
 */
export async function startSimulator<P extends SimulatorPlatform>(
  platform: P,
  options?: SimulatorMap[P]["options"],
): Promise<SimulatorMap[P]["simulator"]> {
  if (!Object.hasOwn(starters, platform)) {
    const known = Object.keys(starters).join(", ");
    throw new SimulatorError(
      "UNKNOWN_PLATFORM",
      `There is no simulator for "${platform}"; use one of: ${known}.`,
    );
  }
  assertOptions(platform, options);
  return starters[platform](options);
}
