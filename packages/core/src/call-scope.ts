import { areArgumentsChecked, requireArguments } from "./checked-arguments.ts";
import { PluginError } from "./errors.ts";
import {
  type HostCallInterceptor,
  type HostOperation,
  isContextOperation,
  SEND_OPERATIONS,
} from "./host-calls.ts";
import { requirePermission } from "./permissions.ts";
import type { PluginPermissions } from "./plugin-meta.ts";

/** What the dispatcher knows and holds of one call of a handler. */
export interface CallScope {
  readonly intercept: HostCallInterceptor;
  /** How many sends may have reached the chat. */
  sends(): number;
  /** From now on every host call of this handler is refused. Resolves when begun sends have ended. */
  end(): Promise<void>;
}

/**
 * Guards one call: arguments of the wrong type are refused by their path, and so is what the plugin
 * has no permission for; host calls after its end have no effect, and what it has sent is counted, so that a chain stops after a plugin that failed
 * with an answer already in the chat.
 */
export function openCallScope(
  inner: HostCallInterceptor | undefined,
  permissions?: PluginPermissions,
): CallScope {
  let ended = false;
  let sends = 0;
  const inFlight = new Set<Promise<unknown>>();

  async function countSend<Result>(execute: () => Promise<Result>): Promise<Result> {
    try {
      const receipt = await execute();
      if (!isIgnored(receipt)) sends += 1;
      return receipt;
    } catch (error) {
      if (isDeliveryUnknown(error)) sends += 1;
      throw error;
    }
  }

  const through: HostCallInterceptor = (operation, args, execute, onSettled) =>
    inner === undefined ? execute() : inner(operation, args, execute, onSettled);

  const guard: HostCallInterceptor = async (operation, args, execute, onSettled) => {
    if (ended) throw callEnded(operation);
    // A refusal is an outcome like any other: a replay needs its place among the answers.
    const checked: typeof execute = async () => {
      if (isContextOperation(operation) && !areArgumentsChecked(args)) {
        requireArguments(operation, args);
      }
      requirePermission(permissions, operation, args);
      return execute();
    };
    if (!SEND_OPERATIONS.has(operation)) return through(operation, args, checked, onSettled);
    const send = countSend(() => through(operation, args, checked, onSettled));
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

function isDeliveryUnknown(error: unknown): boolean {
  return error instanceof Error && "deliveryUnknown" in error && error.deliveryUnknown === true;
}

function callEnded(operation: HostOperation): PluginError {
  return new PluginError(`${operation} came after the handler had ended and was not done`, {
    code: "CALL_ENDED",
  });
}
