import {
  adviseName,
  describeError,
  formatError,
  type Installation,
  invalidInput,
  type Logger,
  type Plugin,
  PluginError,
  readLimits,
  slugOfFile,
} from "@botwright/core";
import { DEFAULT_LIMITS, type Sandbox } from "@botwright/sandbox";
import { loadInHost } from "./load-in-host.ts";
import {
  isSource,
  loadInSandbox,
  type PluginInput,
  type PluginSource,
  readPlugin,
} from "./load-plugin.ts";
import type { ChainedPlugin, HarnessOptions } from "../options.ts";
import type { FakeHost } from "../fakes/services.ts";

/** The plugins of a bot, loaded. */
export interface LoadedPlugins {
  readonly installations: readonly Installation[];
  /** The one under test. */
  readonly plugin: Plugin;
  readonly source: PluginSource | undefined;
}

/** Options for loading the plugins. */
export interface LoadOptions {
  readonly host: FakeHost;
  readonly sandbox: Sandbox;
  readonly logger: Logger;
  readonly harness: HarnessOptions;
}

/** Loads the plugin under test and the others of the bot. */
export async function loadInstallations(
  input: PluginInput,
  options: LoadOptions,
): Promise<LoadedPlugins> {
  const { host, sandbox, logger, harness } = options;
  const { seed = 1, limits = {}, runIn = "sandbox" } = harness;
  const { fetch, time } = host;

  /** @param index the plugin's place: 0 is the one under test */
  async function load(
    from: PluginInput,
    source: PluginSource | undefined,
    index: number,
  ): Promise<Plugin> {
    if (source === undefined) return toPlugin(from);
    const defaultSlug = defaultSlugOf(source, index);
    const inSandbox = () => loadInSandbox(source, { sandbox, fetch, limits, logger, defaultSlug });
    try {
      if (runIn === "sandbox") return await inSandbox();
      const globals = { time, logger, random: randomFrom(seed), defaultSlug };
      const given = { ...globals, fetch, limits: readLimits(DEFAULT_LIMITS, limits) };
      return await loadInHost(source, given).catch(async (thrown: unknown) => {
        // Node does not report the position of a syntax error; the sandbox's engine does.
        if (thrown instanceof SyntaxError) await inSandbox();
        throw thrown;
      });
    } catch (thrown) {
      throw withLocation(thrown);
    }
  }

  const source = await readPlugin(input);
  const plugin = await load(input, source, 0);
  assertSettings("options.config", harness.config, plugin);
  const own = {
    plugin,
    config: harness.config ?? {},
    ...(harness.priority !== undefined && { priority: harness.priority }),
  };
  const others = (harness.others ?? []).map(async (other, index) => {
    const { plugin: from, config, ...rest } = toChained(other);
    const loaded = await load(from, await readPlugin(from), index + 1);
    assertSettings(`options.others[${index}].config`, config, loaded);
    return { ...rest, plugin: loaded, ...(config && { config }) };
  });
  return { installations: [own, ...(await Promise.all(others))], plugin, source };
}

/** Rejects settings that `config_schema` does not define: a host drops them, so a test with them would mislead. */
function assertSettings(path: string, config: ChainedPlugin["config"], { meta }: Plugin): void {
  const known = (meta.config_schema ?? []).map(({ key }) => key);
  const unknown = Object.keys(config ?? {}).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const advice = known.length === 0 ? "it has none" : adviseName(unknown, known);
  throw invalidInput(`${path}.${unknown} is not in the config_schema of ${meta.slug}: ${advice}`);
}

/** Numbers the plugins given as texts: they have no file name, and each needs a slug for a storage of its own. */
function defaultSlugOf({ path }: PluginSource, index: number): string {
  const slug = slugOfFile(path);
  return path === undefined && index > 0 ? `${slug}-${index + 1}` : slug;
}

/** Test frameworks show the message of an error: it gets the position and the lines of the file. */
function withLocation(thrown: unknown): unknown {
  const { code, message, ...location } = describeError(thrown);
  if (location.position === undefined) return thrown;
  const shown = formatError({ message, ...location });
  return new PluginError(shown, { code, position: location.position });
}

function toChained(other: PluginInput | ChainedPlugin): ChainedPlugin {
  return isSource(other) || "handler" in other ? { plugin: other } : other;
}

/** Rejects a text or path, which was read as a source before. */
function toPlugin(input: PluginInput): Plugin {
  if (isSource(input)) throw new TypeError("not a plugin");
  return input;
}

/** Mulberry32, for plugins that run without a sandbox. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
