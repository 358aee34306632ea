import {
  type BotwrightError,
  type ErrorLocation,
  type ErrorReport,
  isBotwrightError,
  type PluginError,
} from "../../types/errors.ts";
import { shortenText } from "../content/cut-text.ts";

/** Maximum length of an error's message, in UTF-16 units, because a stranger's error may have megabytes. */
const MAX_MESSAGE = 10_000;

/**
 * The code, message and position of any thrown value, for plugins, logs and journals. A message is cut to 10,000
 * UTF-16 units. Never throws.
 */
export function describeError(thrown: unknown): ErrorReport {
  try {
    if (!(thrown instanceof Error)) {
      return { code: "INTERNAL_ERROR", message: shortenText(String(thrown), MAX_MESSAGE) };
    }
    const code = isBotwrightError(thrown) ? thrown.code : "INTERNAL_ERROR";
    // The message of a foreign error may be no string, whatever its type says.
    const message: unknown = thrown.message;
    return { code, message: shortenText(String(message), MAX_MESSAGE), ...locationOf(thrown) };
  } catch {
    return { code: "INTERNAL_ERROR", message: "an error that cannot be turned into text" };
  }
}

/** The position of a {@link PluginError}, from any copy of the package. */
function locationOf(error: Error): Partial<ErrorLocation> {
  if (!isBotwrightError(error) || !hasPosition(error)) return {};
  const { position, frame } = error;
  return { position, ...(frame !== undefined && { frame }) };
}

function hasPosition(error: BotwrightError): error is PluginError & ErrorLocation {
  return error.name === "PluginError" && "position" in error && error.position !== undefined;
}
