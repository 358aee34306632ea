import { assertOptions, invalidInput, OPTION_RULES, type OptionRules } from "@botwright/core";
import {
  mediaContent,
  type MediaInput,
  type MediaType,
  type QuoteInput,
  type UserMessage,
} from "@botwright/simulators";
import type { Chat } from "../chat/chat.ts";
import type { Turn } from "./turn.ts";

/** Options of any message. */
export interface SayOptions {
  /** The message that this one answers. */
  readonly quote?: QuoteInput;
}

/** Options of a picture, video or file. */
export interface MediaOptions extends SayOptions {
  readonly caption?: string;
}

/** Options of a voice message. */
export interface VoiceOptions extends SayOptions {
  /**
   * What is said in it. It arrives as what the platform has heard; on Telegram, which hears nothing, as
   * the message's caption. On Feishu there is no way for it.
   */
  readonly transcription?: string;
  /** Milliseconds. @default 0 */
  readonly playtime?: number;
}

const { object, size, text } = OPTION_RULES;
const SAY_RULES: OptionRules<SayOptions> = { quote: object };
const MEDIA_RULES: OptionRules<MediaOptions> = { ...SAY_RULES, caption: text };
const VOICE_RULES: OptionRules<VoiceOptions> = {
  ...SAY_RULES,
  transcription: text,
  playtime: size,
};

/** A person in a chat with the bot. Each message resolves when the bot is done with it. */
export interface User {
  /** The platform's id: what the plugin sees as `msg.from`. */
  readonly id: string;
  says(text: string, options?: SayOptions): Promise<Turn>;
  /** Answers an earlier message, the person's own or the bot's, that has this text. */
  quotes(quoted: string, text: string): Promise<Turn>;
  sendsImage(bytes: Uint8Array, options?: MediaOptions): Promise<Turn>;
  sendsVoice(bytes: Uint8Array, options?: VoiceOptions): Promise<Turn>;
  sendsVideo(bytes: Uint8Array, options?: MediaOptions): Promise<Turn>;
  sendsFile(bytes: Uint8Array, name: string, options?: MediaOptions): Promise<Turn>;
}

/** Makes a {@link User}. */
export function createUser(
  chat: Chat,
  name: string,
  say: (message: UserMessage) => Promise<Turn>,
): User {
  const from = chat.idOf(name);
  const media = async (
    type: MediaType,
    input: MediaInput,
    { caption, quote }: MediaOptions,
  ): Promise<Turn> => {
    assertBytes(type, input.bytes);
    return say({
      from,
      ...mediaContent(type, input),
      ...(caption !== undefined && { caption }),
      ...(quote && { quote }),
    });
  };
  const says: User["says"] = async (words, options = {}) => {
    if (typeof words !== "string") throw invalidInput("a person says a text");
    assertOptions("options", options, SAY_RULES);
    const { quote } = options;
    return say({ from, text: words, ...(quote && { quote }) });
  };
  const sends =
    (type: "image" | "video"): User["sendsImage"] =>
    async (bytes, options = {}) => {
      assertOptions("options", options, MEDIA_RULES);
      return media(type, { bytes }, options);
    };
  return {
    id: from,
    says,
    quotes: (quoted, words) => says(words, { quote: { text: quoted } }),
    sendsImage: sends("image"),
    sendsVideo: sends("video"),
    async sendsFile(bytes, fileName, options = {}) {
      assertOptions("options", options, MEDIA_RULES);
      return media("file", { bytes, name: fileName }, options);
    },
    async sendsVoice(bytes, options = {}) {
      assertOptions("options", options, VOICE_RULES);
      const { transcription, playtime, ...more } = options;
      const heard = {
        ...(transcription !== undefined && { transcription }),
        ...(playtime !== undefined && { playtime }),
      };
      return media("voice", { bytes, ...heard }, more);
    },
  };
}

/** The name of a file is easily taken for its bytes. */
function assertBytes(type: MediaType, bytes: unknown): void {
  if (bytes instanceof Uint8Array) return;
  throw invalidInput(`a person sends the bytes of the ${type}, as readFile(path) gives them`);
}
