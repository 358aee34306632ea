/**
 * The messages that pass between the contract suite and a simulator.
 *
 * `@botwright/simulators` declares the same types, field by field: neither package may import the other,
 * and `test/shared-types.test.ts` compares both.
 *
 * @module
 */
import type { MessageType } from "@botwright/core";

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
  /** The text that accompanies an image, a video or a file, where the platform has it. */
  readonly caption?: string;
  readonly quote?: QuoteInput;
} & ({ readonly text: string } | MediaContent);

/** A message that the bot has sent and the platform has accepted. */
export interface SentMessage {
  /** The id that the platform gave it. */
  readonly messageId: string;
  /** The id of the person or chat it went to. */
  readonly to: string;
  readonly type: MessageType;
  /** The text, or the caption of a file. */
  readonly text?: string;
  /** The file itself. */
  readonly bytes?: Uint8Array;
  /** The file's name as the bot gave it. */
  readonly name?: string;
  /** The message that this one answers, with its text if it has one. */
  readonly quotes?: { readonly messageId: string; readonly text?: string };
  /** `false`: the platform has accepted it, but people's apps do not show it, or not any more. @default true */
  readonly shown?: boolean;
}
