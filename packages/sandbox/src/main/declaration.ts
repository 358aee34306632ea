import {
  assertMeta,
  defaultPriority,
  invalidInput,
  missingHandler,
  PluginError,
  type PluginMeta,
  type PluginPermissions,
  shortenText,
} from "@botwright/core";
import { DECLARATION_CHARACTERS } from "../protocol/message-limits.ts";

/** What a person or the host's rules approved, read from the file without running it. */
export interface ApprovedMeta {
  /**
   * The slug of the host's record of the plugin. It wins over the file's, which may be another one: the
   * plugin gets the storage and settings of this slug. @default `PluginInfo.slug`
   */
  readonly slug?: string | undefined;
  /** `undefined`: the file declares no permissions and therefore requests all of them. */
  readonly permissions?: PluginPermissions | undefined;
  /**
   * The priority with which the plugin runs, be it declared or taken from the table. `undefined`: the file
   * declares none.
   */
  readonly priority?: number | undefined;
}

/**
 * Reads the declaration that the bootstrap found in a file.
 *
 * @throws {PluginError} `PLUGIN_NO_HANDLER`
 * @throws {InvalidInputError} `INVALID_INPUT` naming the path in `meta`
 */
export function readDeclaration(json: string): PluginMeta {
  if (json.length > DECLARATION_CHARACTERS) throw tooLong();
  const declaration: unknown = JSON.parse(json);
  const characters = isLongDeclaration(declaration) ? declaration.characters : 0;
  if (characters > DECLARATION_CHARACTERS) throw tooLong();
  if (!isDeclaration(declaration) || !declaration.handler) throw missingHandler();
  return assertMeta(declaration.meta ?? {});
}

function isDeclaration(value: unknown): value is { handler: boolean; meta?: unknown } {
  return typeof value === "object" && value !== null && "handler" in value;
}

/** What the bootstrap reports instead of a declaration that is too long to leave the machine. */
function isLongDeclaration(value: unknown): value is { characters: number } {
  if (typeof value !== "object" || value === null || !("characters" in value)) return false;
  return typeof value.characters === "number";
}

function tooLong(): Error {
  return invalidInput(`meta must have at most ${DECLARATION_CHARACTERS} characters of JSON`);
}

/** What a host expects of a file's declaration before it runs. */
export interface ExpectedMeta {
  /** The slug under which the plugin is installed. */
  readonly slug?: string | undefined;
  readonly approved?: ApprovedMeta | undefined;
}

/** The slug that the host gives a plugin, whatever its file says; `undefined`: the file's. */
export function givenSlug({ slug, approved }: ExpectedMeta): string | undefined {
  return approved?.slug ?? slug;
}

/**
 * Compares what a file declares when it runs with what the host expects, and returns what is granted: the
 * approved slug, permissions and priority, never the file's own. Hosts and platforms are compared as sets, hosts
 * without case; an omitted key is not granted.
 *
 * @throws {PluginError} `PLUGIN_META_MISMATCH` with both values of the first field that differs
 * @throws {InvalidInputError} `INVALID_INPUT` when an approved value has a wrong type
 */
export function grantMeta(declared: PluginMeta, expected: ExpectedMeta): PluginMeta {
  const { slug, approved } = expected;
  if (slug !== undefined && declared.slug !== undefined && approved?.slug === undefined) {
    assertSame("slug", declared.slug, slug);
  }
  if (approved === undefined) return declared;
  const { permissions, priority } = readApproved(approved);
  assertSamePermissions(declared.permissions, permissions);
  const own = givenSlug(expected) ?? declared.slug;
  const running = { ...declared, ...(own !== undefined && { slug: own }) };
  assertSame(
    "priority",
    priority === undefined ? declared.priority : defaultPriority(running),
    priority,
  );
  const { permissions: _permissions, priority: _priority, ...rest } = declared;
  return {
    ...rest,
    ...(permissions !== undefined && { permissions }),
    ...(priority !== undefined && { priority }),
  };
}

function readApproved({ slug, permissions, priority }: ApprovedMeta): PluginMeta {
  const given = {
    ...(slug !== undefined && { slug }),
    ...(permissions !== undefined && { permissions }),
    ...(priority !== undefined && { priority }),
  };
  // A copy: later changes of the host's object must not change the grant.
  return structuredClone(assertMeta(given, "approved"));
}

/** Compares the fields one by one, in a normal form in which equal grants are equal. */
function assertSamePermissions(
  declared: PluginPermissions | undefined,
  approved: PluginPermissions | undefined,
): void {
  if (declared === undefined || approved === undefined) {
    return assertSame("permissions", declared, approved);
  }
  const expected = canonicalPermissions(approved);
  for (const [name, value] of Object.entries(canonicalPermissions(declared))) {
    assertSame(`permissions.${name}`, value, Reflect.get(expected, name));
  }
}

function canonicalPermissions(permissions: PluginPermissions): Required<PluginPermissions> {
  const { hosts = [], creds = [], ai, search, media, proactive } = permissions;
  return {
    hosts: [...new Set(hosts.map((host) => host.toLowerCase()))].toSorted(),
    creds: [...new Set(creds)].toSorted(),
    ai: ai === true,
    search: search === true,
    media: media === true,
    proactive: proactive === true,
  };
}

function assertSame(field: string, declared: unknown, approved: unknown): void {
  const [running, expected] = [JSON.stringify(declared), JSON.stringify(approved)];
  if (running === expected) return;
  throw new PluginError(
    `meta.${field} is ${shown(running)} when the file runs, but ${shown(expected)} in what was approved: declare plain values that nothing changes`,
    { code: "PLUGIN_META_MISMATCH" },
  );
}

/** Characters of a value that an error shows. */
const MAX_VALUE_LENGTH = 200;

function shown(json: string | undefined): string {
  if (json === undefined) return "not declared";
  return shortenText(json, MAX_VALUE_LENGTH);
}
