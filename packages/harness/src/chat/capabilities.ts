import type { AdapterCapabilities, MessageType, Platform } from "@botwright/core";

const ALL: readonly MessageType[] = ["text", "image", "voice", "file", "video"];
const NO_VOICE: readonly MessageType[] = ["text", "image", "file", "video"];
const MIB = 1024 * 1024;

/**
 * What the real adapters declare; a test compares both. Repeated here, because loading the adapters
 * takes time.
 */
const CAPABILITIES: Readonly<Record<Platform, AdapterCapabilities>> = {
  wechat: {
    receive: ALL,
    send: ALL,
    typing: true,
    quotes: true,
    transcription: true,
    idempotency: true,
    textLimits: [{ unit: "utf16", max: 2000 }],
    mediaLimits: {},
  },
  feishu: {
    receive: ALL,
    send: NO_VOICE,
    typing: true,
    quotes: true,
    transcription: false,
    idempotency: true,
    textLimits: [{ unit: "character", max: 3500 }],
    mediaLimits: {
      image: { max: 30 * MIB, asFileAbove: 10 * MIB },
      video: { max: 30 * MIB },
      file: { max: 30 * MIB },
    },
  },
  wecom: {
    receive: ALL,
    send: NO_VOICE,
    typing: false,
    quotes: false,
    transcription: true,
    idempotency: true,
    textLimits: [{ unit: "utf8", max: 2048 }],
    mediaLimits: {
      image: { max: 20 * MIB, asFileAbove: 10 * MIB },
      video: { max: 20 * MIB, asFileAbove: 10 * MIB },
      file: { max: 20 * MIB },
    },
  },
  dingtalk: {
    receive: ALL,
    send: NO_VOICE,
    typing: false,
    quotes: true,
    transcription: true,
    idempotency: false,
    textLimits: [{ unit: "utf16", max: 4000 }],
    mediaLimits: {
      image: { max: 20 * MIB },
      video: { max: 20 * MIB },
      file: { max: 20 * MIB },
    },
  },
  telegram: {
    receive: ALL,
    send: NO_VOICE,
    typing: true,
    quotes: true,
    transcription: false,
    idempotency: false,
    textLimits: [{ unit: "utf16", max: 4096 }],
    mediaLimits: {
      image: { max: 50 * MIB, asFileAbove: 10 * MIB },
      video: { max: 50 * MIB },
      file: { max: 50 * MIB },
    },
  },
};

/** What a platform can do, as its adapter declares it. */
export function capabilitiesOf(platform: Platform): AdapterCapabilities {
  return CAPABILITIES[platform];
}
