import type { Logger, Platform } from "@botwright/core";
import type { Chat } from "./chat.ts";
import { connectSimulator } from "./connect-simulator.ts";

/** Options of {@link createSimulatedChat}. */
export interface SimulatedChatOptions {
  readonly platform: Platform;
  readonly logger: Logger;
}

/** A chat on a platform's simulator, through the real adapter. */
export async function createSimulatedChat(options: SimulatedChatOptions): Promise<Chat> {
  const connected = await connectSimulator(options.platform, { logger: options.logger });
  const { simulator, adapter } = connected;
  return {
    adapter,
    idOf: (name) => connected.idOf(name),
    async say(message) {
      const { id } = await simulator.say(message);
      return id;
    },
    sent: () => simulator.sent(),
    typings: () => simulator.typing().reduce((sum, { times }) => sum + times, 0),
    [Symbol.asyncDispose]: () => connected[Symbol.asyncDispose](),
  };
}
