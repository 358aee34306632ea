import { basename } from "node:path";
import {
  createErrorLocator,
  describeError,
  describeThrownValue,
  type ErrorLocation,
  isBotwrightError,
  isInfrastructureError,
  PluginError,
  type PluginText,
  readNodeStack,
} from "@botwright/core";
import type { Refusals } from "./refusals.ts";

/** Reads errors of a plugin that runs in this process. */
export interface PluginErrors {
  /** Makes the error that a host sees of what a plugin has thrown. */
  readonly toPluginError: (thrown: unknown) => unknown;
  /** The innermost place of an error in the plugin's file. */
  readonly locate: (thrown: unknown) => ErrorLocation | undefined;
}

/**
 * Reads errors of a plugin in this process as the sandbox reports them: with the position in the plugin's file.
 *
 * @param urls the file's in stacks: Node's own has the first one, test frameworks show the `data:` URL
 * @param shift columns by which the first line is longer than the file's
 */
export function createPluginErrors(
  [url, dataUrl]: readonly [string, string],
  shift: number,
  text: PluginText,
  refusals: Refusals,
): PluginErrors {
  const { locate: locateAt, locateThrow } = createErrorLocator(text);

  function locate(...errors: readonly unknown[]): ErrorLocation | undefined {
    const frame = errors
      .flatMap((error) => readNodeStack(error, dataUrl))
      .find((one) => one.url === url || one.url === "data:");
    const column = (frame?.column ?? 0) - (frame?.line === 1 ? shift : 0);
    return frame && locateAt({ ...frame, column });
  }

  function toValueError(cause: unknown): PluginError {
    const value = describeThrownValue(cause);
    const { hint, ...location } = locateThrow(value);
    const shown = value.kind === "Error" ? value.text : `${value.kind}: ${value.text}`;
    return new PluginError(shown + hint, { code: "PLUGIN_ERROR", cause, ...location });
  }

  function toPluginError(thrown: unknown): unknown {
    if (isInfrastructureError(thrown)) return thrown;
    if (!(thrown instanceof Error)) return toValueError(thrown);
    const refused = refusals.callOf(thrown);
    const location = locate(thrown, refused);
    const message = describeError(thrown).message.replaceAll(dataUrl, basename(text.file));
    const isHosts = refused !== undefined && isBotwrightError(thrown);
    const shown = thrown.name === "Error" || isHosts ? message : `${thrown.name}: ${message}`;
    return new PluginError(shown, { code: "PLUGIN_ERROR", cause: thrown, ...location });
  }

  return { toPluginError, locate: (thrown) => locate(thrown) };
}
