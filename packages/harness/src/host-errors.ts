import { basename } from "node:path";
import {
  createErrorLocator,
  describeError,
  describeThrownValue,
  isBotwrightError,
  isInfrastructureError,
  PluginError,
  type PluginText,
  readNodeStack,
} from "@botwright/core";
import type { Refusals } from "./refusals.ts";

/** Makes the error that a host sees of what a plugin has thrown. */
export type ToPluginError = (thrown: unknown) => unknown;

/**
 * Makes errors of a plugin in this process as the sandbox reports them: with the position in the plugin's file.
 *
 * @param urls the file's in stacks: Node's own has the first one, test frameworks show the `data:` URL
 * @param shift columns by which the first line is longer than the file's
 */
export function createPluginErrors(
  [url, dataUrl]: readonly [string, string],
  shift: number,
  text: PluginText,
  refusals: Refusals,
): ToPluginError {
  const { locate, locateThrow } = createErrorLocator(text);

  function toValueError(cause: unknown): PluginError {
    const value = describeThrownValue(cause);
    const { hint, ...location } = locateThrow(value);
    const shown = value.kind === "Error" ? value.text : `${value.kind}: ${value.text}`;
    return new PluginError(shown + hint, { code: "PLUGIN_ERROR", cause, ...location });
  }

  return (thrown) => {
    if (isInfrastructureError(thrown)) return thrown;
    if (!(thrown instanceof Error)) return toValueError(thrown);
    const refused = refusals.callOf(thrown);
    const frame = [thrown, refused]
      .flatMap((error) => readNodeStack(error, dataUrl))
      .find((one) => one.url === url || one.url === "data:");
    const column = (frame?.column ?? 0) - (frame?.line === 1 ? shift : 0);
    const location = frame && locate({ ...frame, column });
    const message = describeError(thrown).message.replaceAll(dataUrl, basename(text.file));
    const isHosts = refused !== undefined && isBotwrightError(thrown);
    const shown = thrown.name === "Error" || isHosts ? message : `${thrown.name}: ${message}`;
    return new PluginError(shown, { code: "PLUGIN_ERROR", cause: thrown, ...location });
  };
}
