import { SimulatorError } from "../errors.ts";
import type { SimulatorPlatform } from "../simulator-map.ts";
import type { UserMessage } from "./user-message.ts";

/**
 * How the words of a voice message reach a bot: `"heard"` where the platform recognises speech;
 * `"caption"` where the person's app can write them beside the voice; `"none"` where there is no way.
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
 * A voice message with its words in the place where the platform has them; other messages as they are.
 *
 * @throws {SimulatorError} `INVALID_INPUT` where voice messages have no words
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
