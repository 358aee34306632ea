import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type ConfigSchemaItem,
  CREDENTIALS_PLATFORMS,
  type PlatformBinding,
  type PluginMeta,
} from "@botwright/core";
import { type FakeCredentials, loadBinding } from "@botwright/harness";
import { UsageError } from "../exit.ts";
import { isRecord } from "@botwright/core";
import { explainUnreadable, isMissing } from "../named-file.ts";
import { findUnknownNames } from "./unknown-names.ts";

/** The file with the settings. */
export const CONFIG_FILE = "botwright.config.json";

/** The content of the file. */
export interface ConfigFile {
  /** Values of `config`, by plugin slug. */
  readonly config: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The results of `getPlatformCreds`. */
  readonly credentials: FakeCredentials;
  /** A sentence for each unknown field. */
  readonly warnings: readonly string[];
}

/** The known fields of the file. */
const FIELDS = ["config", "credentials"] as const;

/** Supplies the settings of plugins. */
export interface ConfigSource {
  readonly valuesFor: (meta: PluginMeta) => Record<string, unknown>;
}

/**
 * The values that are set for a plugin: by the file, then by `--config key=value`.
 *
 * @param file called for every message, because the file may have been saved meanwhile
 */
export function createConfigSource(
  file: () => ConfigFile,
  flags: readonly (readonly [key: string, text: string])[],
): ConfigSource {
  return {
    valuesFor({ slug = "", config_schema: schema = [] }) {
      const typed = flags.map(([key, text]) => [
        key,
        toType(text, schema.find((item) => item.key === key)?.type),
      ]);
      return {
        ...file().config[slug],
        ...Object.fromEntries(typed),
      };
    },
  };
}

/** Reads `key=value`. @throws {UsageError} without a `=` */
export function readFlag(text: string): readonly [key: string, value: string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new UsageError(`--config takes key=value, as in --config greeting=Hello, not "${text}"`);
}

/** Reads the settings file of a folder, if there is one. @throws {UsageError} naming the error */
export async function readConfigFile(folder: string): Promise<ConfigFile> {
  let text: string;
  try {
    text = await readFile(join(folder, CONFIG_FILE), "utf8");
  } catch (cause) {
    if (isMissing(cause)) return { config: {}, credentials: {}, warnings: [] };
    throw explainUnreadable(CONFIG_FILE, cause);
  }
  let value: unknown;
  try {
    // Some editors put a byte order mark before a text.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new UsageError(`${CONFIG_FILE} is not JSON: ${String(cause)}`, { cause });
  }
  if (!isRecord(value)) throw wrong("the whole file", '{ "config": { "<slug>": { … } } }');
  const { config = {}, credentials = {} } = value;
  if (!isRecord(config) || !hasRecords(config)) throw wrong("config", '{ "<slug>": { … } }');
  const given = Object.keys(value);
  const isNo = "no field of this file and is ignored";
  const unknown = findUnknownNames({ given, known: FIELDS, path: `${CONFIG_FILE}: `, isNo });
  const read = await readCredentials(credentials);
  return { config, credentials: read.credentials, warnings: [...unknown, ...read.warnings] };
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);

/** The value of a flag; a text that does not fit stays a text, of which a warning says what it must be. */
function toType(text: string, type: ConfigSchemaItem["type"] | undefined): unknown {
  if (type === "boolean") return BOOLEANS.get(text.trim().toLowerCase()) ?? text;
  if (type === "number" && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  return text;
}

function wrong(path: string, expected: string): UsageError {
  return new UsageError(`${CONFIG_FILE}: ${path} must be ${expected}`);
}

function hasRecords(
  value: Record<string, unknown>,
): value is Record<string, Record<string, unknown>> {
  return Object.values(value).every(isRecord);
}

async function readCredentials(
  value: unknown,
): Promise<Pick<ConfigFile, "credentials" | "warnings">> {
  if (!isRecord(value)) throw wrong("credentials", '{ "feishu": { … } }');
  // Loads only the bindings that are needed, because loading takes time.
  const given = CREDENTIALS_PLATFORMS.filter((platform) => value[platform] !== undefined);
  const bindings = await Promise.all(given.map(loadBinding));
  assertComplete(value, bindings);
  return { credentials: value, warnings: findUnknownCredentials(value, bindings) };
}

/** Warnings for platforms and fields that `getPlatformCreds` does not return. */
function findUnknownCredentials(
  value: Record<string, unknown>,
  bindings: readonly PlatformBinding[],
): readonly string[] {
  const path = `${CONFIG_FILE}: credentials.`;
  const platforms = findUnknownNames({
    given: Object.keys(value),
    known: CREDENTIALS_PLATFORMS,
    path,
    isNo: "no platform of getPlatformCreds and is ignored",
  });
  const names = bindings.flatMap(({ platform, fields }) => {
    const set = value[platform];
    return findUnknownNames({
      given: isRecord(set) ? Object.keys(set) : [],
      known: fields.map(({ name }) => name),
      path: `${path}${platform}.`,
      isNo: `no field of ${platform}, and hosts leave it out`,
    });
  });
  return [...platforms, ...names];
}

/** Asserts that the required fields of each platform are present, because plugins rely on them. */
function assertComplete(
  value: Record<string, unknown>,
  bindings: readonly PlatformBinding[],
): asserts value is FakeCredentials & Record<string, unknown> {
  for (const { platform, fields } of bindings) {
    const names = fields.filter(({ required }) => required).map(({ name }) => name);
    const set = value[platform];
    if (isRecord(set) && names.every((name) => typeof set[name] === "string")) continue;
    const example = names.map((name) => `"${name}": "…"`).join(", ");
    throw wrong(`credentials.${platform}`, `{ ${example} }`);
  }
}
