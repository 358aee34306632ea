import type { DingtalkSimulator } from "./dingtalk/index.ts";
import type { DingtalkOptions } from "./dingtalk/state.ts";
import type { FeishuSimulator } from "./feishu/index.ts";
import type { FeishuOptions } from "./feishu/state.ts";
import type { TelegramSimulator } from "./telegram/index.ts";
import type { TelegramOptions } from "./telegram/state.ts";
import type { WecomSimulator } from "./wecom/index.ts";
import type { WecomOptions } from "./wecom/state.ts";
import type { WechatSimulator } from "./wechat/index.ts";
import type { WechatOptions } from "./wechat/state.ts";

/** Every simulated platform, with its options and its simulator. */
export interface SimulatorMap {
  readonly dingtalk: { readonly options: DingtalkOptions; readonly simulator: DingtalkSimulator };
  readonly feishu: { readonly options: FeishuOptions; readonly simulator: FeishuSimulator };
  readonly telegram: { readonly options: TelegramOptions; readonly simulator: TelegramSimulator };
  readonly wecom: { readonly options: WecomOptions; readonly simulator: WecomSimulator };
  readonly wechat: { readonly options: WechatOptions; readonly simulator: WechatSimulator };
}

/** The identifiers of the platforms. */
export type SimulatorPlatform = keyof SimulatorMap;
