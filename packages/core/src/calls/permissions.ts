import type { ReplyTarget } from "../ports/bot.ts";
import { PluginError } from "../types/errors.ts";
import type { PluginPermissions } from "../types/plugin-meta.ts";
import { findOperation } from "./operations.ts";

/** Characters of a name that the plugin chose which an error repeats. */
const LONGEST_NAME = 40;

/**
 * Refuses what a plugin asks for without having declared it; a plugin that declares nothing may do
 * everything. Which hosts `fetch` may reach is checked by whoever fetches, for every redirect anew.
 *
 * @param answered the message that is answered, as the host got it: without `proactive` a plugin
 * sends to this person only, and as an answer to this message only
 * @throws {PluginError} `PERMISSION_DENIED`
 * @example
 * assertPermission({ ai: true }, "searchService.search", ["weather"], msg); // throws
 */
export function assertPermission(
  permissions: PluginPermissions | undefined,
  operation: string,
  args: readonly unknown[],
  answered: ReplyTarget,
): void {
  const needed = findOperation(operation)?.permission;
  if (permissions === undefined || needed === undefined || needed === "hosts") return;
  if (needed === "creds") {
    const [platform] = args;
    if (permissions.creds?.some((declared) => declared === platform) === true) return;
    const named = typeof platform === "string" ? platform.slice(0, LONGEST_NAME) : "…";
    throw permissionDenied(operation, `creds: ["${named}"]`);
  }
  if (permissions[needed] === true) return;
  if (needed === "proactive" && isAnswer(operation, args, answered)) return;
  throw permissionDenied(operation, `${needed}: true`);
}

/**
 * Whether a send goes to the person who is answered. On some platforms a context token leads to its
 * own chat whoever is named, so no other one than the message's fits.
 */
function isAnswer(operation: string, args: readonly unknown[], answered: ReplyTarget): boolean {
  const { to, token } = destinationOf(operation, args);
  if (to !== answered.from) return false;
  return token === undefined || token === "" || token === answered.contextToken;
}

function destinationOf(
  operation: string,
  [first, , third]: readonly unknown[],
): { to: unknown; token: unknown } {
  if (operation === "bot.reply") {
    return { to: memberOf(first, "from"), token: memberOf(first, "contextToken") };
  }
  const hasToken = operation === "bot.sendText" || operation === "bot.sendVoice";
  return { to: first, token: hasToken ? third : undefined };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** The error of something that `meta.permissions` does not name. */
export function permissionDenied(operation: string, missing: string): PluginError {
  return new PluginError(
    `the plugin does not have the permission for ${operation}: its meta.permissions lacks ${missing}`,
    { code: "PERMISSION_DENIED" },
  );
}
