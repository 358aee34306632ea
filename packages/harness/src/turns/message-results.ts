import { type BotEvent, BotwrightError, type DispatchResult } from "@botwright/core";

/**
 * The results of messages: the caller sends a message to the bot, and waits here until the bot has
 * handled it.
 */
export interface MessageResults {
  /** Receives the events of the bot's runtime. */
  readonly onEvent: (event: BotEvent) => void;
  /**
   * Resolves when the bot is done with the message of this exact id. Call it once for an id, before or
   * soon after the bot is done.
   *
   * @throws {BotwrightError} with the code of the failure that kept the host from handling the message
   */
  readonly of: (messageId: string) => Promise<DispatchResult>;
}

/** How many results to store until `of` is called; the oldest is dropped first. */
const MAX_KEPT = 1000;

/**
 * Makes {@link MessageResults}.
 *
 * @example
 * const results = createMessageResults();
 * const runtime = createBotRuntime({ adapter, plugins, onEvent: results.onEvent });
 * const { id } = await simulator.say({ from: "ann", text: "hello" });
 * const { handledBy } = await results.of(id);
 */
export function createMessageResults(): MessageResults {
  const awaited = new Map<string, PromiseWithResolvers<DispatchResult>>();
  /** Settled before `of` was called. */
  const kept = new Map<string, PromiseWithResolvers<DispatchResult>>();

  function settle(id: string, end: (result: PromiseWithResolvers<DispatchResult>) => void): void {
    const result = awaited.get(id) ?? Promise.withResolvers<DispatchResult>();
    end(result);
    if (awaited.delete(id)) return;
    result.promise.catch(() => {});
    kept.set(id, result);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  }

  return {
    onEvent(event) {
      const { type } = event;
      if (type === "message-done") settle(event.messageId, ({ resolve }) => resolve(event.result));
      if (type === "message-failed") {
        const { code, message } = event.error;
        settle(event.messageId, ({ reject }) => reject(new BotwrightError(message, { code })));
      }
    },
    of(id) {
      const result = kept.get(id) ?? awaited.get(id) ?? Promise.withResolvers<DispatchResult>();
      if (!kept.delete(id)) awaited.set(id, result);
      return result.promise;
    },
  };
}
