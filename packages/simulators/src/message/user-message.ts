/** A file that a person sends. */
export interface MediaInput {
  /** The file itself. */
  readonly bytes: Uint8Array;
  /** The file's name, where the platform transmits one. */
  readonly name?: string;
  /** The MIME type. @default guessed by the platform's rules for the kind */
  readonly mime?: string;
  /** The platform's speech recognition of a voice message, on platforms that have it. */
  readonly transcription?: string;
  /**
   * Milliseconds of a voice message, on platforms that transmit it. @default chosen by the simulator
   */
  readonly playtime?: number;
}

/** A kind of message that carries a file. */
export type MediaType = "image" | "voice" | "video" | "file";

/** The file of a message, under the name of its kind. */
export type MediaContent =
  | { readonly image: MediaInput }
  | { readonly voice: MediaInput }
  | { readonly video: MediaInput }
  | { readonly file: MediaInput };

/** The message that a person's message answers. */
export interface QuoteInput {
  /** The text of the quoted message; the newest message of the chat with this text is meant. */
  readonly text: string;
  /** The id of its author, when several people wrote this text. */
  readonly from?: string;
}

/** A message from a person to the bot: one text or one file, and what accompanies it. */
export type UserMessage = {
  /** The person's id on the platform. The first message of an unknown person introduces them. */
  readonly from: string;
  /** The text that accompanies an image, a video or a file: on WeChat and Telegram. */
  readonly caption?: string;
  readonly quote?: QuoteInput;
} & ({ readonly text: string } | MediaContent);

/** A {@link UserMessage} that carries a file. */
export type UserMediaMessage = Exclude<UserMessage, { readonly text: string }>;

/**
 * Puts a file under the key of its kind, for a {@link UserMessage} whose kind is a variable.
 *
 * @example
 * await simulator.say({ from: "1001", ...mediaContent("image", { bytes }) });
 */
export function mediaContent(type: MediaType, media: MediaInput): MediaContent {
  switch (type) {
    case "image":
      return { image: media };
    case "voice":
      return { voice: media };
    case "video":
      return { video: media };
    default:
      return { file: media };
  }
}

/** The kind and the file of a message. */
export function mediaOf(message: MediaContent): { type: MediaType; media: MediaInput } {
  if ("image" in message) return { type: "image", media: message.image };
  if ("voice" in message) return { type: "voice", media: message.voice };
  if ("video" in message) return { type: "video", media: message.video };
  return { type: "file", media: message.file };
}
