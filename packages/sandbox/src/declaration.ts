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
  if (json.length > DECLARATION_CHARACTERS) throw tooLong();
  const declaration: unknown = JSON.parse(json);
  const characters = isLongDeclaration(declaration) ? declaration.characters : 0;
  if (characters > DECLARATION_CHARACTERS) throw tooLong();
  if (!isDeclaration(declaration) || !declaration.handler) {
    const message = "the plugin exports no handler: write `export async function handler(ctx) {…}`";
    throw new PluginError(message, { code: "PLUGIN_NO_HANDLER" });
  }
  return requireType("meta", assertPluginMeta, declaration.meta ?? {});
}

function isDeclaration(value: unknown): value is { handler: boolean; meta?: unknown } {
  return typeof value === "object" && value !== null && "handler" in value;
}

/** What the bootstrap says instead of a declaration that is too long to leave the machine. */
function isLongDeclaration(value: unknown): value is { characters: number } {
  if (typeof value !== "object" || value === null || !("characters" in value)) return false;
  return typeof value.characters === "number";
}

function tooLong(): Error {
  return invalidInput(`meta must have at most ${DECLARATION_CHARACTERS} characters of JSON`);
}
