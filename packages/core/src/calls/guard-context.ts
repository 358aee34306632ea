import type { BotAdapter, SendReceipt } from "../ports/bot.ts";
import { toBuffer } from "../rules/content/to-buffer.ts";
import { withUpdate } from "../rules/storage/with-update.ts";
import { isMultiContext, type SingleHandlerContext } from "../types/context.ts";
import { argumentError, assertArguments } from "./arguments/arguments.ts";
import type { HostCalls } from "./host-calls.ts";
import { isContextOperation, methodsOf } from "./find-operation.ts";

/**
 * Wraps a context for a handler: each method becomes a host call that goes through the pipeline, and
 * members that only hosts may use are removed. The wrappers are generated from the table of operations.
 *
 * A sandbox calls `hostCalls.run` by name and does not use the wrappers. They are still created eagerly: getters that
 * create them on demand would cost more memory, because V8 keeps everything that a getter of a single object refers to
 * until the next full collection.
 *
 * @example
 * const guarded = guardContext(context, hostCalls);
 * await guarded.storage.get("visits"); // validated, permitted, counted, journaled, performed
 */
export function guardContext<Context extends SingleHandlerContext>(
  context: Context,
  hostCalls: HostCalls,
): Context {
  const guard = <Service extends object>(service: Service, prefix: string) =>
    guardService(service, prefix, hostCalls);
  const bot = guard(context.bot, "bot.");
  const storage = withUpdate(guard(context.storage, "storage."));
  if (!isMultiContext(context)) return { ...context, bot, storage };
  const { aiService, searchService, getPlatformCreds } = context;
  return {
    ...context,
    bot: withIgnored(bot),
    storage,
    aiService: guard(aiService, "aiService."),
    searchService: guard(searchService, "searchService."),
    getPlatformCreds: guard({ getPlatformCreds }, "").getPlatformCreds,
  };
}

/**
 * Adds the sends that only the single-platform variant has. A plugin can call them without effect, like a send that
 * the platform lacks; they are not enumerable, because this variant does not offer them.
 */
function withIgnored(bot: BotAdapter): BotAdapter {
  for (const { method, variant } of methodsOf("bot.")) {
    if (variant !== "single") continue;
    Object.defineProperty(bot, method, { value: ignoreSend, enumerable: false });
  }
  return bot;
}

const ignoreSend = async (): Promise<SendReceipt> => ({ status: "ignored" });

/** Members that services offer to hosts only: through them a plugin could bypass the pipeline. */
interface HostOnly {
  forCall?: unknown;
  forEffect?: unknown;
}

/** Copies a service and replaces each of its operations with a host call. */
function guardService<Service extends object>(
  service: Service & HostOnly,
  prefix: string,
  hostCalls: HostCalls,
): Omit<Service, keyof HostOnly> {
  const { forCall: _forCall, forEffect: _forEffect, ...guarded } = service;
  for (const { method, operation, isDownload } of methodsOf(prefix)) {
    if (!(method in service)) continue;
    const run = (...args: unknown[]): Promise<unknown> => copied(hostCalls, operation, args);
    Reflect.set(guarded, method, isDownload ? asBuffer(run) : run);
  }
  return guarded;
}

/**
 * Makes a host call with copies of its arguments and of its result: the plugin may change its own objects later, and
 * neither the journal nor the run's read set may change with them.
 */
function copied(
  hostCalls: HostCalls,
  operation: string,
  args: readonly unknown[],
): Promise<unknown> {
  const result = hostCalls.run(operation, () => copyArguments(operation, args)).then(copyOf);
  // Prevents an unhandled rejection when the plugin drops the promise.
  result.catch(() => {});
  return result;
}

/**
 * Copies the arguments of a call. Arguments that cannot be copied are refused here and never reach the journal, which
 * could not write them either.
 *
 * @throws the error of a plugin's getter; for a cycle or too many levels, the `INVALID_ARGUMENT` error of the operation
 */
function copyArguments(operation: string, args: readonly unknown[]): readonly unknown[] {
  try {
    return args.map(copyPlain);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    if (isContextOperation(operation)) assertArguments(operation, args);
    throw argumentError(operation, `${operation}: the arguments must not be nested so deeply`);
  }
}

/** A copy of lists and plain objects; other objects, such as bytes, stay what they are. */
function copyOf(value: unknown): unknown {
  try {
    return copyPlain(value);
  } catch {
    // The value has too many levels for a recursive copy.
    return value;
  }
}

function copyPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyPlain);
  if (typeof value !== "object" || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyPlain(member)]));
}

/** Journals return plain bytes; plugins are promised a Buffer. */
function asBuffer(
  run: (...args: unknown[]) => Promise<unknown>,
): (...args: unknown[]) => Promise<unknown> {
  return async (...args) => {
    const bytes = await run(...args);
    return bytes instanceof Uint8Array ? toBuffer(bytes) : bytes;
  };
}
