import type { BotScope } from "../ports/bot.ts";
import type { SingleHandlerContext } from "../types/context.ts";

/**
 * Merges the scope of a bot with a further one: the person stays the first one, the smaller size limit
 * applies, either signal ends the sends, and every listener is called. The newest listener is called first, so that
 * the older ones do not count what it refuses.
 */
export function mergeScopes(scope: BotScope, more: BotScope): BotScope {
  const from = scope.from ?? more.from;
  const formatMarkdown = more.formatMarkdown ?? scope.formatMarkdown;
  const sizes = [scope.maxDownloadBytes, more.maxDownloadBytes].filter(
    (size) => size !== undefined,
  );
  const signal = eitherOf(scope.signal, more.signal);
  const onParts = both(more.onParts, scope.onParts);
  const onSent = both(more.onSent, scope.onSent);
  const onDownload = both(more.onDownload, scope.onDownload);
  return {
    ...(from !== undefined && { from }),
    ...(formatMarkdown !== undefined && { formatMarkdown }),
    ...(signal !== undefined && { signal }),
    ...(sizes.length > 0 && { maxDownloadBytes: Math.min(...sizes) }),
    ...(onParts !== undefined && { onParts }),
    ...(onSent !== undefined && { onSent }),
    ...(onDownload !== undefined && { onDownload }),
  };
}

function eitherOf(first: BotScope["signal"], second: BotScope["signal"]): BotScope["signal"] {
  if (first === undefined || second === undefined) return first ?? second;
  return () => AbortSignal.any([first(), second()]);
}

/** Calls both listeners, or is the only one. */
function both<Given extends unknown[]>(
  first: ((...given: Given) => void) | undefined,
  second: ((...given: Given) => void) | undefined,
): ((...given: Given) => void) | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return (...given) => {
    first(...given);
    second(...given);
  };
}

/** The context with its bot bound to a scope; the given one when the bot cannot be bound. */
export function bindBot(context: SingleHandlerContext, scope: BotScope): SingleHandlerContext {
  const bot = context.bot.forCall?.(scope);
  return bot === undefined ? context : { ...context, bot };
}
