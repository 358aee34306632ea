import type { BotAdapter, IncomingMessage, MessageType, Platform } from "@botwright/core";

/** What a person says: the input of one turn. */
export type Said = {
  readonly from: string;
  readonly caption?: string;
  readonly quote?: QuoteInput;
} & (
  | { readonly type: "text"; readonly text: string }
  | ({ readonly type: MediaType } & MediaInput)
);

/** A kind of message that carries a file. */
export type MediaType = Exclude<MessageType, "text">;

/** A file that a person sends. */
export interface MediaInput {
  readonly bytes: Uint8Array;
  readonly name?: string;
  /** What the platform's speech recognition heard. */
  readonly transcription?: string;
  /** Milliseconds, of a voice message. */
  readonly playtime?: number;
}

/** The message that is answered: its author's id, by default whoever has written it, else the bot. */
export interface QuoteInput {
  readonly text: string;
  readonly from?: string;
}

/** A message that the bot has put into the chat, as the person got it. */
export interface SentItem {
  readonly to: string;
  readonly type: MessageType;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly name?: string;
}

/** Takes a message, and resolves when the bot is done with it. */
export type Receive = (incoming: IncomingMessage) => Promise<void>;

/** Where a bot and people meet: a chat in memory, or a platform's simulator with the real adapter. */
export interface Chat extends AsyncDisposable {
  readonly platform: Platform;
  readonly bot: BotAdapter;
  /** The platform's id for a person whom the test calls by this name. */
  readonly idOf: (name: string) => string;
  /** Begins to hand messages over. */
  start(receive: Receive): Promise<void>;
  /** Brings a message; resolves to its exact id when the bot is done with it. */
  say(said: Said): Promise<string>;
  /** What the bot has sent so far. */
  sent(): readonly SentItem[];
  /** How often "is typing …" was shown so far. */
  typings(): number;
}
