import {
  assertPluginMeta,
  invalidInput,
  PluginError,
  type PluginMeta,
  requireType,
} from "@botwright/core";
import { DECLARATION_CHARACTERS } from "./message-limits.ts";

/**
 * Reads what the bootstrap found in a file.
 *
 * @throws {PluginError} `PLUGIN_NO_HANDLER`
 * @throws {InvalidInputError} `INVALID_INPUT` naming the path in `meta`
 */
export function readDeclaration(json: string): PluginMeta {
  if (json.length > DECLARATION_CHARACTERS) {
    throw invalidInput(`meta must have at most ${DECLARATION_CHARACTERS} characters of JSON`);
  }
  const declaration: unknown = JSON.parse(json);
  if (!isDeclaration(declaration) || !declaration.handler) {
    const message = "the plugin exports no handler: write `export async function handler(ctx) {…}`";
    throw new PluginError(message, { code: "PLUGIN_NO_HANDLER" });
  }
  return requireType("meta", assertPluginMeta, declaration.meta ?? {});
}

function isDeclaration(value: unknown): value is { handler: boolean; meta?: unknown } {
  return typeof value === "object" && value !== null && "handler" in value;
}
