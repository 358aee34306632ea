import type { PluginPermissions } from "@botwright/core";
import { createHostMatcher } from "@botwright/guarded-fetch";

/**
 * Whether one version (`after`) asks for more than another (`before`). A version without declared permissions asks for
 * everything, so a version that declares some asks for less than that.
 */
export function asksForMore(
  before: PluginPermissions | undefined,
  after: PluginPermissions | undefined,
): boolean {
  if (before === undefined) return false;
  if (after === undefined) return true;
  const flags = ["ai", "search", "media", "proactive"] as const;
  if (flags.some((flag) => after[flag] === true && before[flag] !== true)) return true;
  const creds = new Set(before.creds);
  if ((after.creds ?? []).some((platform) => !creds.has(platform))) return true;
  const allowed = createHostMatcher(before.hosts ?? []);
  return (after.hosts ?? []).some((host) => !allowed.covers(host));
}
