import type { AdapterCapabilities, MessageType, Platform, TextLimit } from "@botwright/core";

const ALL: readonly MessageType[] = ["text", "image", "voice", "file", "video"];
const NO_VOICE: readonly MessageType[] = ["text", "image", "file", "video"];

function of(
  send: readonly MessageType[],
  typing: boolean,
  quotes: boolean,
  limit: TextLimit,
): AdapterCapabilities {
  return { receive: ALL, send, typing, quotes, textLimits: [limit] };
}

/** What the real adapters declare; a test compares. Kept here, because loading them takes time. */
const CAPABILITIES: Readonly<Record<Platform, AdapterCapabilities>> = {
  wechat: of(ALL, true, true, { unit: "utf16", max: 2000 }),
  feishu: of(NO_VOICE, true, true, { unit: "character", max: 3500 }),
  wecom: of(NO_VOICE, false, false, { unit: "utf8", max: 2048 }),
  dingtalk: of(NO_VOICE, false, true, { unit: "utf16", max: 4000 }),
  telegram: of(NO_VOICE, true, true, { unit: "utf16", max: 4096 }),
};

/** What a platform can do, as its adapter declares it. */
export function capabilitiesOf(platform: Platform): AdapterCapabilities {
  return CAPABILITIES[platform];
}
