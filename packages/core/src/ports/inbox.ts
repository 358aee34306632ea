import type { IncomingMessage } from "../types/message.ts";

/**
 * A message that an inbox no longer hands out, because all attempts to handle it have failed or because its chat had
 * too many messages queued before it (`INBOX_CHAT_FULL`).
 */
export interface SetAsideMessage {
  readonly incoming: IncomingMessage;
  /** How many times it was handed to the handler. */
  readonly attempts: number;
  /** Why it was set aside; usually the error of the last attempt. */
  readonly error: { readonly code: string; readonly message: string };
}

/**
 * Stores the messages of one bot before they are handled. It accepts each exact id once, and has a lane for each chat
 * (`message.from`), so that the messages of a chat are handled in order while other chats continue.
 *
 * @example
 * inbox.process((incoming) => dispatcher.dispatch(incoming));
 * await adapter.start((incoming) => inbox.accept(incoming));
 */
export interface Inbox {
  /**
   * Resolves when the message is stored. `"duplicate"`: its id was accepted before. A message of a chat with too many
   * queued messages is set aside; refusing it would stop a polling adapter for all other people.
   *
   * @throws {BotwrightError} `INBOX_CLOSED`; `INBOX_FULL`: the platform delivers the message again later
   */
  accept(incoming: IncomingMessage): Promise<"accepted" | "duplicate">;
  /**
   * Starts handing messages to the handler. The handler rejects when the host's infrastructure fails, for example
   * when the database is gone. The inbox then hands out the message again after a growing delay, before any later
   * message of its chat, and sets it aside with the error after some attempts.
   *
   * @param onSetAside called when a message has been set aside; the inbox does not hand it out again by itself. The
   * inbox logs an error that it throws
   * @throws {BotwrightError} `INBOX_ALREADY_PROCESSING`
   */
  process(
    handler: (incoming: IncomingMessage) => Promise<unknown>,
    onSetAside?: (message: SetAsideMessage) => void,
  ): void;
  /** Returns the messages that were set aside, oldest first, for an operator. */
  setAside(): Promise<readonly SetAsideMessage[]>;
  /** Resolves when no message is queued or being handled. */
  drain(): Promise<void>;
  /** Stops accepting and handing out messages; resolves when the running handlers have ended. */
  close(): Promise<void>;
}
