// ── Start a platform ────────────────────────────────────────────────────────────────────────────
export type { SimulatorMap, SimulatorPlatform } from "./simulator-map.ts";
export { startSimulator } from "./start.ts";

export type { SharedAddress } from "./http/http.ts";
export { shareAddress } from "./http/shared-address.ts";

// ── Act as people and inspect what the bot did (the same for every platform) ─────────────────────
export type {
  Fault,
  Person,
  RequestRecord,
  MessageIds,
  SentMessage,
  Simulator,
  SimulatorTypes,
  TypingState,
} from "./simulator.ts";
export {
  mediaContent,
  type MediaContent,
  type MediaInput,
  mediaOf,
  type MediaType,
  type QuoteInput,
  type UserMediaMessage,
  type UserMessage,
} from "./message/user-message.ts";
export { placeTranscription, TRANSCRIPTION_PLACES } from "./message/transcription.ts";
export { BOT_NAME } from "./message/bot-name.ts";
export type { CallFaultOptions, FaultOptions } from "./faults/faults.ts";
export type { TransportFaults } from "./faults/transport-faults.ts";
export { SimulatorError, type SimulatorErrorCode } from "./errors.ts";

// ── DingTalk ────────────────────────────────────────────────────────────────────────────────────
export type { DingtalkSimulator, DingtalkTypes } from "./dingtalk/index.ts";
export type { DingtalkFaults } from "./dingtalk/faults.ts";
export type { DingtalkQuote } from "./dingtalk/quotes.ts";
export type { DingtalkPush } from "./dingtalk/say.ts";
export type { DingtalkOptions } from "./dingtalk/state.ts";
export type { DingtalkFrame, DingtalkMessageType, DingtalkObject } from "./dingtalk/wire.ts";
// ── Feishu ──────────────────────────────────────────────────────────────────────────────────────
export type { FeishuSimulator, FeishuTypes } from "./feishu/index.ts";
export type { FeishuFaults } from "./feishu/faults.ts";
export type { FeishuForwarded, FeishuMention, FeishuPush } from "./feishu/say.ts";
export type { FeishuOptions } from "./feishu/state.ts";
export type { ClientConfig as FeishuClientConfig } from "./feishu/wire.ts";

// ── Telegram ────────────────────────────────────────────────────────────────────────────────────
export type { TelegramSimulator, TelegramTypes } from "./telegram/index.ts";
export type { TelegramFaults } from "./telegram/faults.ts";
export type { MediaDetails } from "./telegram/factory.ts";
export type { TelegramMedia, TelegramPush } from "./telegram/say.ts";
export type { TelegramOptions } from "./telegram/state.ts";
export type {
  TelegramAnimation,
  TelegramAudio,
  TelegramChat,
  TelegramContent,
  TelegramDocument,
  TelegramEnvelope,
  TelegramFileId,
  TelegramLivePhoto,
  TelegramMessage,
  TelegramObject,
  TelegramPhotoSize,
  TelegramSticker,
  TelegramUser,
  TelegramVideo,
  TelegramVideoNote,
  TelegramVoice,
} from "./telegram/wire.ts";

// ── WeCom ───────────────────────────────────────────────────────────────────────────────────────
export type { WecomSimulator, WecomTypes } from "./wecom/index.ts";
export type { WecomAppCredentials } from "./wecom/wire.ts";
export type { WecomFaults } from "./wecom/faults.ts";
export type { WecomPush } from "./wecom/say.ts";
export type { WecomOptions } from "./wecom/state.ts";
export type { WecomFields } from "./wecom/wire.ts";
// ── WeChat ──────────────────────────────────────────────────────────────────────────────────────
export type { WechatSimulator, WechatTypes } from "./wechat/index.ts";
export type { WechatFaults } from "./wechat/faults.ts";
export type { ScanOptions, WechatSession } from "./wechat/login.ts";
export type { CursorStart } from "./wechat/queue.ts";
export type { WechatPush } from "./wechat/say.ts";
export type { WechatOptions } from "./wechat/state.ts";
export type { WechatItem, WechatMedia, WechatMessage, WechatObject } from "./wechat/wire.ts";
