import type { PlatformAdapter } from "@botwright/core";
import type { SentMessage, UserMessage } from "@botwright/simulators";

/** Where a bot and people meet: a chat in memory, or a platform's simulator with the real adapter. */
export interface Chat extends AsyncDisposable {
  /** The bot's adapter; its runtime starts it. */
  readonly adapter: PlatformAdapter;
  /** The platform's id of the person that the test calls by this name. */
  readonly idOf: (name: string) => string;
  /** Sends a message as a person; resolves to its exact id when the platform has it. */
  say(message: UserMessage): Promise<string>;
  /** What the bot has sent so far. */
  sent(): readonly SentMessage[];
  /** How often "is typing …" was shown so far. */
  typings(): number;
}
