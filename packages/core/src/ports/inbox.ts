import type { IncomingMessage } from "../types/message.ts";

/**
 * A message that could not be handled, however often it was tried, or that was not handed out because its chat had
 * too many before it (`INBOX_CHAT_FULL`).
 */
export interface SetAsideMessage {
  readonly incoming: IncomingMessage;
  /** How often it was handed out. */
  readonly attempts: number;
  /** Why it was set aside: mostly, why the last attempt failed. */
  readonly error: { readonly code: string; readonly message: string };
}

/**
 * Where messages of one bot are safe before anything is done with them: each exact id once, and a
 * lane per chat (`message.from`) so that a chat is answered in order while others go on.
 *
 * @example
 * inbox.process((incoming) => dispatcher.dispatch(incoming));
 * await adapter.start((incoming) => inbox.accept(incoming));
 */
export interface Inbox {
  /**
   * Resolves when the message is safe. `"duplicate"`: its id was accepted before. A message whose chat has too many
   * before it is set aside: refusing it would stop a polling adapter for all other people.
   *
   * @throws {BotwrightError} `INBOX_CLOSED`; `INBOX_FULL`: the platform brings the message again later
   */
  accept(incoming: IncomingMessage): Promise<"accepted" | "duplicate">;
  /**
   * Begins to hand out messages. A handler rejects when something of the host's own failed, as a
   * database that is gone: the message is handed out again after a pause that grows, before any later
   * one of its chat, and set aside with its cause after some attempts.
   *
   * @param onSetAside called when a message has been set aside: it is not handed out again by itself. What it throws
   * goes to the log
   * @throws {BotwrightError} `INBOX_ALREADY_PROCESSING`
   */
  process(
    handler: (incoming: IncomingMessage) => Promise<unknown>,
    onSetAside?: (message: SetAsideMessage) => void,
  ): void;
  /** The messages that were set aside, oldest first: for an operator. */
  setAside(): Promise<readonly SetAsideMessage[]>;
  /** Resolves when nothing waits and nothing runs. */
  drain(): Promise<void>;
  /** Accepts and hands out no more; resolves when what runs has ended. */
  close(): Promise<void>;
}
