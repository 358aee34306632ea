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
  return (after.hosts ?? []).some((host) => !(before.hosts ?? []).some((own) => covers(own, host)));
}

/** Whether what one host pattern allows includes all that another one allows. */
function covers(own: string, other: string): boolean {
  const [a, b] = [own.toLowerCase(), other.toLowerCase()];
  if (a === "*" || a === b) return true;
  return a.startsWith("*.") && b !== "*" && b.endsWith(a.slice(1));
}
