import { fileURLToPath } from "node:url";
import { buildPlugin, type PluginInput } from "@botwright/harness";
import { createBuiltinPlugins } from "../src/index.ts";
import type { HostFetch } from "../src/recorded-globals.ts";

/** How a built-in plugin runs. */
export const MODES = ["sandboxed", "trusted"] as const;

/** The tags of a long conversation: the sandbox, in which it takes four times as long, is left to CI. */
export function longIn(mode: (typeof MODES)[number]): string[] {
  return mode === "sandboxed" ? ["long"] : [];
}

/** Where each plugin's file begins, by its slug. */
export const SLUGS = [
  "bot-menu",
  "message-filter",
  "keyword-reply",
  "auto-greeting",
  "webhook-forward",
  "idiom-chain",
  "twenty-four",
  "ai-chat",
] as const;

export type Slug = (typeof SLUGS)[number];

/** A plugin as its file, which the harness builds and sandboxes, or as a function in this process. */
export function pluginIn(
  mode: (typeof MODES)[number],
  slug: Slug,
  fetch: HostFetch = refuse,
): PluginInput {
  if (mode === "sandboxed") return new URL(`../src/${slug}.ts`, import.meta.url);
  const found = createBuiltinPlugins({ fetch }).find(({ meta }) => meta.slug === slug);
  if (found === undefined) throw new Error(`there is no plugin ${slug}`);
  return found;
}

/** The text of a plugin's file, as the package has it. */
export async function sourceOf(slug: Slug): Promise<string> {
  const { code } = await buildPlugin(fileURLToPath(new URL(`../src/${slug}.ts`, import.meta.url)));
  return code;
}

function refuse(): Promise<Response> {
  throw new Error("this test has no network");
}
