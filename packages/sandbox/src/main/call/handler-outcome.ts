import {
  describeError,
  type HandlerResult,
  invalidResult,
  assertHandlerResult,
} from "@botwright/core";
import type { Failure } from "../../protocol/errors.ts";
import { RESULT_CHARACTERS } from "../../protocol/message-limits.ts";

/** How a handler ended: with a result or with a failure. */
export type HandlerOutcome = { readonly result: HandlerResult } | { readonly failure: Failure };

/**
 * Reads the value that a handler returned, given as JSON, which is empty for `undefined`. Only a copy of `handled`
 * leaves the sandbox; every other value is a failure, also for hosts that call `plugin.handler` directly.
 */
export function readHandlerOutcome(json: string): HandlerOutcome {
  try {
    return { result: assertHandlerResult(parseResult(json)) };
  } catch (thrown) {
    const { message } = describeError(thrown);
    return { failure: { code: "PLUGIN_INVALID_RESULT", message } };
  }
}

function parseResult(json: string): unknown {
  if (json.length > RESULT_CHARACTERS) {
    throw invalidResult(`more than ${RESULT_CHARACTERS} characters of JSON`);
  }
  return json === "" ? undefined : JSON.parse(json);
}
