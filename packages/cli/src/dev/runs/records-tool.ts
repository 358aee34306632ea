import { basename, dirname, relative, sep } from "node:path";
import type { Platform } from "@botwright/core";
import type { RecordsTool } from "@botwright/playground";
import type { RunHistory } from "./run-history.ts";
import type { PageSettings } from "../page/page-settings.ts";
import type { DevPlatform } from "../page/platform.ts";
import type { DevPlugins } from "../plugins.ts";
import { saveRun } from "./save-run.ts";
import type { Transcript, TranscriptStep } from "./transcript.ts";
import { type TestedPlugin, writeTest } from "../write-test/write-test.ts";

/** Options of {@link createRecordsTool}. */
export interface RecordsToolOptions {
  readonly cwd: string;
  readonly runs: RunHistory;
  readonly transcript: Transcript;
  readonly plugins: Pick<DevPlugins, "all">;
  readonly settings: Pick<PageSettings, "list">;
  readonly find: (platform: Platform) => Pick<DevPlatform, "nameOf">;
}

/** Creates the page's "save for replay" and "copy as test". */
export function createRecordsTool(options: RecordsToolOptions): RecordsTool {
  const { cwd, runs, transcript, plugins, settings, find } = options;

  /** The plugins, the one that has handled most messages first; the test is written next to its file. */
  function testedPlugins(steps: readonly TranscriptStep[]): readonly TestedPlugin[] {
    const count = (slug: string): number =>
      steps.filter(({ handledBy }) => handledBy === slug).length;
    const all = plugins.all().toSorted((a, b) => count(b.meta.slug) - count(a.meta.slug));
    const [main] = all;
    if (main === undefined) return [];
    const set = new Map(settings.list().map((one) => [one.plugin, one]));
    return all.map(({ path, meta: { slug } }) => ({
      slug,
      file: relative(dirname(main.path), path).split(sep).join("/") || basename(path),
      config: withoutSecrets(set.get(slug)),
    }));
  }

  return {
    async save(platform, messageId, plugin) {
      const run = await runs.record(platform, messageId, plugin);
      return run && saveRun(run, { cwd, keepsOthers: true });
    },
    async test(platform) {
      const steps = transcript.of(platform);
      const [main, ...others] = testedPlugins(steps);
      if (steps.length === 0 || main === undefined) return undefined;
      const nameOf = (id: string): string => personName(find(platform).nameOf(id) ?? id);
      return writeTest({ platform, steps, plugins: [main, ...others], nameOf });
    },
  };
}

/** A person's name in the form of a conversation. */
function personName(name: string): string {
  const plain = name.replaceAll(/[^\w-]/g, "-");
  return plain === "bot" ? "person" : plain;
}

/** The settings of a plugin that differ from its defaults; placeholders replace passwords, as in records. */
function withoutSecrets(
  set: ReturnType<PageSettings["list"]>[number] | undefined,
): Record<string, unknown> {
  if (set === undefined) return {};
  const changed = set.fields.flatMap(({ key, type, default: usual }) => {
    const value = set.values[key];
    if (value === undefined || value === usual) return [];
    return [[key, type === "password" ? `__secret.config.${key}__` : value] as const];
  });
  return Object.fromEntries(changed);
}
