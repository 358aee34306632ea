import { PluginError } from "@botwright/core";
import { type Failure, PLUGIN_FILE } from "../protocol/errors.ts";

/** Creates the error that hosts and authors see; its stack names the plugin's own lines as `<slug>.js`. */
export function toPluginError(slug: string, failure: Failure): PluginError {
  const error = new PluginError(failure.message, { code: failure.code });
  const lines = (failure.stack ?? "").split("\n").filter((line) => line.includes(PLUGIN_FILE));
  const stack = lines.map((line) => `\n    ${line.trim().replace(PLUGIN_FILE, `${slug}.js`)}`);
  error.stack = `${error.name}: ${failure.message}${stack.join("")}`;
  return error;
}
