import { SimulatorError } from "../errors.ts";
import type { SimulatorPlatform } from "../simulator-map.ts";
import type { UserMessage } from "./user-message.ts";

/**
 * How a transcription of a voice message reaches a bot: `"heard"` where the platform recognises speech;
 * `"caption"` where the person's app can add it as a caption; `"none"` where it cannot.
 *
 * @see https://core.telegram.org/bots/api#message `caption` of a voice
 */
export const TRANSCRIPTION_PLACES: Readonly<
  Record<SimulatorPlatform, "heard" | "caption" | "none">
> = {
  wechat: "heard",
  feishu: "none",
  wecom: "heard",
  dingtalk: "heard",
  telegram: "caption",
};

/**
 * Puts the transcription of a voice message where the platform has it; returns other messages unchanged.
 *
 * @throws {SimulatorError} `INVALID_INPUT` on a platform without transcriptions
 * @example
 * const voice = { bytes, transcription: "buy milk" };
 * await simulator.say(placeTranscription("telegram", { from: "1001", voice })); // as its caption
 */
export function placeTranscription(platform: SimulatorPlatform, message: UserMessage): UserMessage {
  if (!("voice" in message) || message.voice.transcription === undefined) return message;
  const { transcription, ...voice } = message.voice;
  switch (TRANSCRIPTION_PLACES[platform]) {
    case "heard":
      return message;
    case "caption":
      return { caption: transcription, ...message, voice };
    default:
      throw new SimulatorError("INVALID_INPUT", `A voice message on ${platform} has no words.`);
  }
}
