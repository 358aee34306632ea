import type { BotScope } from "../ports/bot.ts";
import type { SingleHandlerContext } from "../types/context.ts";

/**
 * Merges two scopes of a bot: the person of the first scope stays, the smaller size limit applies, either signal
 * aborts the sends, and every listener is called. The listeners of `more` are called first, so that the older ones
 * do not count what a newer one refuses by throwing.
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

/** Returns a listener that calls both; when only one is given, returns that one. */
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

/** Returns the context with its bot bound to the scope; the same context when its bot has no `forCall`. */
export function bindBot(context: SingleHandlerContext, scope: BotScope): SingleHandlerContext {
  const bot = context.bot.forCall?.(scope);
  return bot === undefined ? context : { ...context, bot };
}
