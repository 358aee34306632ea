import { type Platform, PLATFORMS } from "@botwright/core";
import { type UserMessage, TRANSCRIPTION_PLACES } from "@botwright/simulators";
import { capabilitiesOf } from "./capabilities.ts";
import { HarnessError } from "../errors.ts";

/** The message features of a platform, beside texts and files. */
export interface PlatformFeatures {
  /** Words under a picture, video or file. */
  readonly captions: boolean;
  /** Messages that answer another one. */
  readonly quotes: boolean;
  /** A voice message can come with its words: heard by the platform, or written beside it. */
  readonly transcriptions: boolean;
}

/** No adapter declares captions: the words arrive in the same message as the file. */
const WITH_CAPTIONS: ReadonlySet<Platform> = new Set(["wechat", "telegram"]);

/** Returns the message features of this platform. */
export function featuresOf(platform: Platform): PlatformFeatures {
  const { quotes } = capabilitiesOf(platform);
  return {
    captions: WITH_CAPTIONS.has(platform),
    quotes,
    transcriptions: TRANSCRIPTION_PLACES[platform] !== "none",
  };
}

/**
 * Refuses a message that people cannot send on the platform.
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
    if (!needed[feature] || featuresOf(platform)[feature]) continue;
    const others = PLATFORMS.filter((other) => featuresOf(other)[feature]);
    throw new HarnessError(
      "NOT_ON_THIS_PLATFORM",
      `Messages on ${platform} have no ${feature}, those on ${others.join(", ")} have: ` +
        `ask h.features.${feature}, or choose another platform.`,
    );
  }
}
