import { shortenText } from "../rules/content/cut-text.ts";
import type { ReplyTarget } from "../ports/bot.ts";
import { PluginError } from "../types/errors.ts";
import type { PluginPermissions } from "../types/plugin-meta.ts";
import { isFetchAddress } from "./arguments/fetch-address.ts";
import { findOperation } from "./find-operation.ts";

/** Maximum length, in characters, of a plugin-chosen name that an error message repeats. */
const MAX_NAME_LENGTH = 40;
/** Maximum length of a host name in an error message: the maximum length of a domain name. */
const MAX_HOST_LENGTH = 253;

/**
 * Refuses an operation that the plugin has not declared. A plugin that declares no permissions may do everything.
 * For a `fetch` this checks the host of the given URL only; whoever performs it must check each redirect.
 *
 * @param answered the message that the handler answers, as the host received it: without `proactive`, a plugin may
 * send only to this person, and only with this message's token
 * @param permitsHost whether the declared hosts include a host name; without it, only the code that performs the
 * `fetch` checks the host
 * @throws {PluginError} `PERMISSION_DENIED`
 * @example
 * assertPermission({ ai: true }, "searchService.search", ["weather"], msg); // throws
 */
export function assertPermission(
  permissions: PluginPermissions | undefined,
  operation: string,
  args: readonly unknown[],
  answered: ReplyTarget,
  permitsHost?: (hostname: string) => boolean,
): void {
  const needed = findOperation(operation)?.permission;
  if (permissions === undefined || needed === undefined) return;
  if (needed === "hosts") return assertHost(operation, args, permitsHost);
  if (needed === "creds") {
    const [platform] = args;
    if (permissions.creds?.some((declared) => declared === platform) === true) return;
    const named = typeof platform === "string" ? shortenText(platform, MAX_NAME_LENGTH) : "…";
    throw permissionDenied(operation, `creds: ["${named}"]`);
  }
  if (isPermitted(permissions, needed)) return;
  if (needed === "proactive" && isAnswer(operation, args, answered)) return;
  throw permissionDenied(operation, `${needed}: true`);
}

function assertHost(
  operation: string,
  [url]: readonly unknown[],
  permitsHost: ((hostname: string) => boolean) | undefined,
): void {
  // `assertFetchAddress` refuses a text that is no URL.
  if (permitsHost === undefined || !isFetchAddress(url)) return;
  const { hostname } = new URL(url);
  if (permitsHost(hostname)) return;
  throw permissionDenied(operation, `hosts: ["${hostname.slice(0, MAX_HOST_LENGTH)}"]`);
}

/** Whether a plugin has a boolean permission; a plugin that declares no permissions has all of them. */
export function isPermitted(
  permissions: PluginPermissions | undefined,
  needed: "ai" | "search" | "media" | "proactive",
): boolean {
  return permissions === undefined || permissions[needed] === true;
}

/**
 * Whether a send goes to the person who is answered. On some platforms a context token determines the chat,
 * whatever user is named; therefore only the message's own token is accepted.
 */
function isAnswer(operation: string, args: readonly unknown[], answered: ReplyTarget): boolean {
  const { to, token } = destinationOf(operation, args);
  if (to !== answered.from) return false;
  return token === undefined || token === "" || token === answered.contextToken;
}

/** The receiver and the token of a send, as the plugin passed them. */
function destinationOf(
  operation: string,
  [first, , third]: readonly unknown[],
): { to: unknown; token: unknown } {
  const destination = findOperation(operation)?.destination;
  if (destination === "message") {
    return { to: memberOf(first, "from"), token: memberOf(first, "contextToken") };
  }
  return { to: first, token: destination === "user-and-token" ? third : undefined };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** Creates the error of an operation that `meta.permissions` does not allow. */
export function permissionDenied(operation: string, missing: string): PluginError {
  return new PluginError(
    `the plugin does not have the permission for ${operation}: its meta.permissions lacks ${missing}`,
    { code: "PERMISSION_DENIED" },
  );
}
