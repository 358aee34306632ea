import type { Platform } from "@botwright/core";
import type { UserMessage } from "@botwright/simulators";
import { HarnessError } from "./errors.ts";

/** What people can do on a platform beside sending texts and files. */
export interface PlatformFeatures {
  /** Words under a picture, video or file. */
  readonly captions: boolean;
  /** Messages that answer another one. */
  readonly quotes: boolean;
  /** The platform writes down what it hears in a voice message. */
  readonly transcriptions: boolean;
}

const FEATURES: Readonly<Record<Platform, PlatformFeatures>> = {
  wechat: { captions: true, quotes: true, transcriptions: true },
  feishu: { captions: false, quotes: true, transcriptions: false },
  wecom: { captions: false, quotes: false, transcriptions: true },
  dingtalk: { captions: false, quotes: true, transcriptions: true },
  telegram: { captions: true, quotes: true, transcriptions: false },
};

/** What people can do on this platform. */
export function featuresOf(platform: Platform): PlatformFeatures {
  return FEATURES[platform];
}

/**
 * Refuses a message that nobody could send there.
 *
 * @throws {HarnessError} `NOT_ON_THIS_PLATFORM`
 */
export function assertSayable(platform: Platform, message: UserMessage): void {
  const needed: Record<keyof PlatformFeatures, boolean> = {
    captions: message.caption !== undefined,
    quotes: message.quote !== undefined,
    transcriptions: "voice" in message && message.voice.transcription !== undefined,
  };
  for (const feature of ["captions", "quotes", "transcriptions"] as const) {
    if (!needed[feature] || FEATURES[platform][feature]) continue;
    const others = Object.entries(FEATURES).flatMap(([name, has]) => (has[feature] ? [name] : []));
    throw new HarnessError(
      "NOT_ON_THIS_PLATFORM",
      `Messages on ${platform} have no ${feature}, those on ${others.join(", ")} have: ` +
        `ask h.features.${feature}, or choose another platform.`,
    );
  }
}
