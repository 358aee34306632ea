import type { IncomingMessage } from "../types/message.ts";

/**
 * Where messages of one bot are safe before anything is done with them: each exact id once, and a
 * lane per chat (`message.from`) so that a chat is answered in order while others go on.
 *
 * @example
 * inbox.process((incoming) => dispatcher.dispatch(incoming));
 * await adapter.start((incoming) => inbox.accept(incoming));
 */
export interface Inbox {
  /** Resolves when the message is safe. `"duplicate"`: its id was accepted before. */
  accept(incoming: IncomingMessage): Promise<"accepted" | "duplicate">;
  /** Begins to hand out messages. A handler that rejects is logged and its message counts as done. */
  process(handler: (incoming: IncomingMessage) => Promise<unknown>): void;
  /** Resolves when nothing waits and nothing runs. */
  drain(): Promise<void>;
  /** Accepts and hands out no more; resolves when what runs has ended. */
  close(): Promise<void>;
}
