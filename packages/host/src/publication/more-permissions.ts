import type { PluginPermissions } from "@botwright/core";

/**
 * Whether a version asks for more than another one. Undeclared permissions ask for everything, so that
 * declaring some asks for less.
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
  const allowed = new Set((before.hosts ?? []).map((host) => host.toLowerCase()));
  return (after.hosts ?? []).some((host) => !covers(allowed, host.toLowerCase()));
}

/** Whether what some host pattern allows includes all that another one allows. */
function covers(allowed: ReadonlySet<string>, host: string): boolean {
  if (allowed.has("*") || allowed.has(host)) return true;
  if (host === "*") return false;
  // One with a star allows all names that end with what is behind it, from a dot on.
  for (let dot = host.indexOf("."); dot !== -1; dot = host.indexOf(".", dot + 1)) {
    if (allowed.has(`*${host.slice(dot)}`)) return true;
  }
  return false;
}
