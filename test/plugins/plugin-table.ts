import { defaultPriority, type Plugin } from "@botwright/core";
import { markdownTable } from "../written-table.ts";

/** The built-in plugins: when each runs, what it does, its trigger words and its settings. */
export function pluginTable(plugins: readonly Plugin[]): string {
  return markdownTable([
    ["slug", "priority", "what it does", "trigger words", "settings"],
    ...plugins.map(({ meta }) => [
      `\`${meta.slug}\``,
      String(defaultPriority(meta)),
      meta.description ?? "",
      quoted(meta.triggers ?? []),
      quoted((meta.config_schema ?? []).map(({ key }) => key)),
    ]),
  ]);
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(", ");
}
