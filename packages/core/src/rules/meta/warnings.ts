import { isRecord } from "../is-record.ts";
import type { InvalidHostWarning, MetaWarning, UnknownFieldWarning } from "./meta-warning.ts";
import { findUnusableSettings } from "./setting-warnings.ts";
import { META_WORDS } from "./words.ts";
import { adviseName, nearestName } from "../validation/nearest-name.ts";
import { valueInWords } from "../validation/value-in-words.ts";

/** Maximum warnings about one declaration. */
const MAX_WARNINGS = 10;
/** Maximum items of a list that are checked, because a file may declare tens of thousands. */
const MAX_ITEMS = 100;

/**
 * Finds probable mistakes in a declaration: fields that do not exist and are ignored, hosts that are no host names,
 * and settings that cannot be set as they are declared. None of them refuses the plugin.
 *
 * @example
 * findMetaWarnings({ slug: "echo", permisions: { ai: true } })[0]?.message;
 * // meta.permisions is no field of meta and is ignored: did you mean permissions?
 */
export function findMetaWarnings(meta: unknown): readonly MetaWarning[] {
  const permissions = memberOf(meta, "permissions");
  const schema = itemsOf(memberOf(meta, "config_schema"));
  const hosts = itemsOf(memberOf(permissions, "hosts"));
  const found = [
    ...findUnknown(meta, "", "meta"),
    ...findUnknown(permissions, ".permissions", "permissions"),
  ];
  for (const [at, item] of schema.entries()) {
    if (found.length >= MAX_WARNINGS) break;
    found.push(...findUnknown(item, `.config_schema[${at}]`, "config_schema"));
  }
  const warnings: MetaWarning[] = [...found, ...findUnusableSettings(schema)];
  for (const [at, host] of hosts.entries()) {
    if (warnings.length >= MAX_WARNINGS) break;
    warnings.push(...checkHost(host, at));
  }
  return warnings.slice(0, MAX_WARNINGS);
}

/** The object of a field, in words. */
const OWNERS: Readonly<Record<UnknownFieldWarning["owner"], string>> = {
  meta: "meta",
  permissions: "meta.permissions",
  config_schema: "an item of meta.config_schema",
};

function findUnknown(
  value: unknown,
  path: string,
  owner: UnknownFieldWarning["owner"],
): UnknownFieldWarning[] {
  if (!isRecord(value)) return [];
  const known = fieldsAt(path.replaceAll(/\[\d+\]/gu, "[]"));
  const unknown: UnknownFieldWarning[] = [];
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    const meant = nearestName(name, known);
    const advice = adviseName(name, known);
    const field = `meta${path}.${valueInWords(name).slice(1, -1)}`;
    unknown.push({
      kind: "unknown-field",
      path: `$input${path}.${name}`,
      field,
      owner,
      known,
      ...(meant !== undefined && { meant }),
      message: `${field} is no field of ${OWNERS[owner]} and is ignored: ${advice}`,
    });
    if (unknown.length === MAX_WARNINGS) break;
  }
  return unknown;
}

/** The names of the fields of `meta` at a path, from the table of words. */
function fieldsAt(path: string): readonly string[] {
  return Object.keys(META_WORDS)
    .filter((one) => one.startsWith(`${path}.`))
    .map((one) => one.slice(path.length + 1))
    .filter((name) => /^\w+$/u.test(name));
}

/** Matches a host name, `*.` before a host name, or `*` alone. */
const HOST = /^(?:\*|(?:\*\.)?[^\s*:/?#@[\].]+(?:\.[^\s*:/?#@[\].]+)*\.?)$/u;
const IPV6 = /^\[?[\da-f]*:[\da-f]*:[\da-f:.]*\]?$/iu;

function checkHost(host: unknown, at: number): InvalidHostWarning[] {
  if (typeof host !== "string" || HOST.test(host) || IPV6.test(host)) return [];
  const path = `.permissions.hosts[${at}]`;
  const name = hostIn(host);
  const meant = name === undefined ? undefined : valueInWords(name);
  const advice = meant === undefined ? 'such as "api.example.com"' : `write ${meant}`;
  const field = `meta${path}`;
  const shown = valueInWords(host);
  return [
    {
      kind: "invalid-host",
      path: `$input${path}`,
      field,
      host: shown,
      ...(meant !== undefined && { meant }),
      message: `${field} is ${shown}, which matches nothing: a host is a name without scheme, port and path, ${advice}`,
    },
  ];
}

/** Maximum length of an address in which a host name is searched: parsing may take quadratic time. */
const MAX_ADDRESS_LENGTH = 300;

/** Returns the host name in an address, with or without a scheme. */
function hostIn(text: string): string | undefined {
  if (text.length > MAX_ADDRESS_LENGTH) return undefined;
  const address = /^[a-z]+:\/\//iu.test(text) ? text : `https://${text}`;
  const hostname = URL.canParse(address) ? new URL(address).hostname : "";
  return HOST.test(hostname) && !hostname.includes("*") ? hostname : undefined;
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [];
}

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
