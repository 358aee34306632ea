import { PluginError } from "./errors.ts";
import type { HostOperation } from "./host-calls.ts";
import type { PluginPermissions } from "./plugin-meta.ts";

/**
 * Refuses what a plugin asks for without having declared it; a plugin that declares nothing may do
 * everything. Whom `fetch` may reach is checked where it is done, for every redirect anew.
 *
 * @throws {PluginError} `PERMISSION_DENIED`
 * @example
 * requirePermission({ ai: true }, "searchService.search", ["weather"]); // throws
 */
export function requirePermission(
  permissions: PluginPermissions | undefined,
  operation: HostOperation | (string & {}),
  args: readonly unknown[],
): void {
  if (permissions === undefined) return;
  if (operation.startsWith("aiService.")) require(permissions.ai === true, operation, "ai: true");
  else if (operation.startsWith("searchService.")) {
    require(permissions.search === true, operation, "search: true");
  } else if (operation.startsWith("bot.download")) {
    require(permissions.media === true, operation, "media: true");
  } else if (operation === "getPlatformCreds") {
    const [platform] = args;
    const isDeclared = permissions.creds?.some((declared) => declared === platform) === true;
    require(isDeclared, operation, `creds: ["${String(platform)}"]`);
  }
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
