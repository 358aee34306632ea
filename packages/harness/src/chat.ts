import type { BotAdapter, IncomingMessage, Platform } from "@botwright/core";
import type { SentMessage, UserMessage } from "@botwright/simulators";

/** Takes a message, and resolves when the bot is done with it. */
export type Receive = (incoming: IncomingMessage) => Promise<void>;

/** Where a bot and people meet: a chat in memory, or a platform's simulator with the real adapter. */
export interface Chat extends AsyncDisposable {
  readonly platform: Platform;
  readonly bot: BotAdapter;
  /** The platform's id of the person that the test calls by this name. */
  readonly idOf: (name: string) => string;
  /** Begins to hand messages over. */
  start(receive: Receive): Promise<void>;
  /** Delivers a message; resolves to its exact id when the bot is done with it. */
  say(message: UserMessage): Promise<string>;
  /** What the bot has sent so far. */
  sent(): readonly SentMessage[];
  /** How often "is typing …" was shown so far. */
  typings(): number;
}
