import { areArgumentsChecked, assertArguments } from "./arguments.ts";
import type { BotAdapter, ReplyTarget } from "../ports/bot.ts";
import { isDeliveryUnknown, PluginError } from "../types/errors.ts";
import {
  type HostCallInterceptor,
  type HostOperation,
  isContextOperation,
  SEND_OPERATIONS,
} from "./operations.ts";
import { assertPermission } from "./permissions.ts";
import type { PluginPermissions } from "../types/plugin-meta.ts";

/** What the dispatcher knows and holds of one call of a handler. */
export interface CallScope {
  readonly intercept: HostCallInterceptor;
  /** The bot that the handler gets: each message that it sends is counted. */
  bindBot(bot: BotAdapter): BotAdapter;
  /** How many messages may have reached the chat: each part of a text is one. */
  sends(): number;
  /** From now on every host call of this handler is refused. Resolves when begun sends have ended. */
  end(): Promise<void>;
}

/** What a {@link CallScope} needs to know of the call. */
export interface CallScopeOptions {
  /** The message that is answered. */
  readonly answered: ReplyTarget;
  readonly permissions: PluginPermissions | undefined;
  /** Goes around what is allowed. */
  readonly inner: HostCallInterceptor | undefined;
}

/**
 * Guards one call: arguments of the wrong type are refused by their path, and so is what the plugin
 * has no permission for; host calls after its end have no effect, and what it has sent is counted,
 * so that a chain stops after a plugin that failed with an answer already in the chat.
 */
export function openCallScope({ answered, permissions, inner }: CallScopeOptions): CallScope {
  // A trusted handler gets the message itself and may change it.
  const { from, contextToken } = answered;
  let ended = false;
  let sends = 0;
  /** Whether the bot tells of each message itself. Else a send counts by its receipt. */
  let isBotBound = false;
  const inFlight = new Set<Promise<unknown>>();

  /** Counts what the bot did not: sends of a bot that cannot be bound, and those answered from a journal. */
  async function countSend<Result>(
    send: () => Promise<Result>,
    isCounted: () => boolean,
  ): Promise<Result> {
    try {
      const receipt = await send();
      if (!isCounted() && !isIgnored(receipt)) sends += 1;
      return receipt;
    } catch (error) {
      if (!isCounted() && isDeliveryUnknown(error)) sends += 1;
      throw error;
    }
  }

  const through: HostCallInterceptor = (operation, args, execute, onSettled) =>
    inner === undefined ? execute() : inner(operation, args, execute, onSettled);

  const guard: HostCallInterceptor = async (operation, args, execute, onSettled) => {
    if (ended) throw callEnded(operation);
    // A refusal is an outcome like any other: a replay needs its place among the answers.
    let isExecuted = false;
    const checked: typeof execute = async () => {
      if (isContextOperation(operation) && !areArgumentsChecked(args)) {
        assertArguments(operation, args);
      }
      assertPermission(permissions, operation, args, { from, contextToken });
      isExecuted = true;
      return execute();
    };
    if (!SEND_OPERATIONS.has(operation)) return through(operation, args, checked, onSettled);
    const send = countSend(
      () => through(operation, args, checked, onSettled),
      () => isBotBound && isExecuted,
    );
    inFlight.add(send);
    try {
      return await send;
    } finally {
      inFlight.delete(send);
    }
  };

  return {
    intercept(operation, args, execute, onSettled) {
      const result = guard(operation, args, execute, onSettled);
      // A plugin may drop the promise; its failure must not end the host's process.
      result.catch(() => {});
      return result;
    },
    bindBot(bot) {
      const bound = bot.forCall?.({ onSent: () => (sends += 1) });
      isBotBound = bound !== undefined;
      return bound ?? bot;
    },
    sends: () => sends,
    async end() {
      ended = true;
      await Promise.allSettled(inFlight);
    },
  };
}

function isIgnored(receipt: unknown): boolean {
  return (
    typeof receipt === "object" &&
    receipt !== null &&
    "status" in receipt &&
    receipt.status === "ignored"
  );
}

function callEnded(operation: HostOperation): PluginError {
  return new PluginError(`${operation} came after the handler had ended and was not done`, {
    code: "CALL_ENDED",
  });
}
