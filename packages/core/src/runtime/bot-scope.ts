import type { BotScope } from "../ports/bot.ts";

/**
 * Merges the scope of a bot with a further one: the person stays the first one, the smaller size limit
 * applies, and every listener is called. The newest listener is called first, so that the older ones do not
 * count what it refuses.
 */
export function mergeScopes(scope: BotScope, more: BotScope): BotScope {
  const from = scope.from ?? more.from;
  const formatMarkdown = more.formatMarkdown ?? scope.formatMarkdown;
  const sizes = [scope.maxDownloadBytes, more.maxDownloadBytes].filter(
    (size) => size !== undefined,
  );
  return {
    ...(from !== undefined && { from }),
    ...(formatMarkdown !== undefined && { formatMarkdown }),
    ...(sizes.length > 0 && { maxDownloadBytes: Math.min(...sizes) }),
    onParts(parts) {
      more.onParts?.(parts);
      scope.onParts?.(parts);
    },
    onSent() {
      more.onSent?.();
      scope.onSent?.();
    },
    onDownload(item) {
      more.onDownload?.(item);
      scope.onDownload?.(item);
    },
  };
}
