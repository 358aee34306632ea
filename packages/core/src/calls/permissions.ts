import type { ReplyTarget } from "../ports/bot.ts";
import { PluginError } from "../types/errors.ts";
import type { HostOperation } from "./operations.ts";
import type { PluginPermissions } from "../types/plugin-meta.ts";

/** How much of what a plugin asked for is repeated in an error. */
const LONGEST_NAME = 40;

/**
 * Refuses what a plugin asks for without having declared it; a plugin that declares nothing may do
 * everything. Whom `fetch` may reach is checked where it is done, for every redirect anew.
 *
 * @param answered the message that is answered, as the host got it: without `proactive` a plugin
 * sends to this person only, and as an answer to this message only
 * @throws {PluginError} `PERMISSION_DENIED`
 * @example
 * assertPermission({ ai: true }, "searchService.search", ["weather"], msg); // throws
 */
export function assertPermission(
  permissions: PluginPermissions | undefined,
  operation: HostOperation | (string & {}),
  args: readonly unknown[],
  answered: ReplyTarget,
): void {
  if (permissions === undefined) return;
  if (operation.startsWith("aiService.")) require(permissions.ai === true, operation, "ai: true");
  else if (operation.startsWith("searchService.")) {
    require(permissions.search === true, operation, "search: true");
  } else if (operation.startsWith("bot.download")) {
    require(permissions.media === true, operation, "media: true");
  } else if (operation.startsWith("bot.")) {
    const isAllowed = permissions.proactive === true || isAnswer(operation, args, answered);
    require(isAllowed, operation, "proactive: true");
  } else if (operation === "getPlatformCreds") {
    const [platform] = args;
    const isDeclared = permissions.creds?.some((declared) => declared === platform) === true;
    const named = typeof platform === "string" ? platform.slice(0, LONGEST_NAME) : "…";
    require(isDeclared, operation, `creds: ["${named}"]`);
  }
}

/**
 * Whether a send goes to the person who is answered. On some platforms a context token leads to its
 * own chat whoever is named, so no other one than the message's fits. What is no text is left to the
 * check of the arguments' types.
 */
function isAnswer(operation: string, args: readonly unknown[], answered: ReplyTarget): boolean {
  const { to, token } = destinationOf(operation, args);
  if (typeof to === "string" && to !== answered.from) return false;
  return typeof token !== "string" || token === "" || token === answered.contextToken;
}

function destinationOf(
  operation: string,
  [first, , third]: readonly unknown[],
): { to: unknown; token?: unknown } {
  if (operation === "bot.reply") {
    return { to: memberOf(first, "from"), token: memberOf(first, "contextToken") };
  }
  const hasToken = operation === "bot.sendText" || operation === "bot.sendVoice";
  return { to: first, ...(hasToken && { token: third }) };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function require(isDeclared: boolean, operation: string, missing: string): void {
  if (isDeclared) return;
  throw permissionDenied(operation, missing);
}

/** The error of something that `meta.permissions` does not name. */
export function permissionDenied(operation: string, missing: string): PluginError {
  return new PluginError(
    `the plugin does not have the permission for ${operation}: its meta.permissions lacks ${missing}`,
    { code: "PERMISSION_DENIED" },
  );
}
