import type { BotScope } from "../ports/bot.ts";

/**
 * What holds for a bot that is tied once more. The person stays the first one, the smaller size
 * holds, and every listener is called: the newest first, so that what it refuses is not counted by
 * the ones before.
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
