import {
  createErrorLocator,
  type ErrorPosition,
  PluginError,
  type PluginText,
} from "@botwright/core";
import { type Failure, PLUGIN_FILE } from "../protocol/errors.ts";
import { nameCallee } from "./callee-name.ts";
import { createGuestStackReader } from "./guest-stack.ts";

/** Converts failures and stacks of a plugin's machine to errors with positions in the plugin's file. */
export interface PluginErrors {
  /**
   * Makes the error that hosts and authors see. It has the position in the plugin's file and the lines
   * around it, and its stack names the plugin's own frames only.
   */
  readonly toPluginError: (failure: Failure) => PluginError;
  /** Replaces the stacks in a console line, because authors log errors too. */
  readonly showStacks: (text: string) => string;
  /** The innermost position of a stack in the plugin's file. */
  readonly findInnermost: (stack: string) => ErrorPosition | undefined;
}

/** Creates the {@link PluginErrors} of one plugin. */
export function createPluginErrors(plugin: PluginText): PluginErrors {
  const { locate, find, positionAt, locateThrow } = createErrorLocator(plugin);
  const stacks = createGuestStackReader(plugin.code, positionAt);
  return {
    toPluginError({ code, message: given, stack = "", thrown: value }) {
      if (value !== undefined) {
        const { hint, ...location } = locateThrow(value);
        return withoutFrames(new PluginError(given + hint, { code, ...location }));
      }
      const frames = stacks.read(stack);
      // Not the constructor of the plugin's own class of errors, but where it was called.
      const thrown =
        frames.find(({ offset }) => !isInConstructor(plugin.code, offset)) ?? frames[0];
      const [innermost] = frames;
      // Names the callee only if no native function was called in between.
      const message = innermost?.depth === 0 ? nameCallee(given, plugin.code, innermost) : given;
      const location = thrown && locate(thrown.position);
      const error = new PluginError(message, { code, ...location });
      const lines = frames.flatMap(({ position }) => find(position) ?? []).map(formatFrame);
      error.stack = [`${error.name}: ${message}`, ...lines].join("\n");
      return error;
    },
    findInnermost(stack) {
      const [innermost] = stacks.read(stack);
      return innermost && find(innermost.position);
    },
    showStacks(text) {
      if (!text.includes(PLUGIN_FILE)) return text;
      const shown: string[] = [];
      let left = MAX_LOGGED_FRAMES;
      for (const line of text.split("\n")) {
        if (line.startsWith("    at ") && line.includes(" (<input>:")) continue;
        const position = left > 0 ? stacks.position(line) : undefined;
        // Those without such a place are looked for, too.
        if (position !== undefined) left--;
        const found = position && find(position);
        shown.push(found === undefined ? line : formatFrame(found));
      }
      return shown.join("\n");
    },
  };
}

/** The error without the frames of the host's own code. */
function withoutFrames(error: PluginError): PluginError {
  error.stack = `${error.name}: ${error.message}`;
  return error;
}

/** Most frames of one console line whose position in the plugin's file is searched. */
const MAX_LOGGED_FRAMES = 20;

/** Whether a constructor calls `super` there; one that is not written stands at the end of its class. */
function isInConstructor(code: string, offset: number): boolean {
  return code[offset] === "}" || (code[offset] === "(" && code.endsWith("super", offset));
}

/** A frame as in a stack of Node's, so that editors and terminals find the place. */
function formatFrame({ file, line, column, functionName }: ErrorPosition): string {
  const place = `${file}:${line}:${column}`;
  return `    at ${functionName === undefined ? place : `${functionName} (${place})`}`;
}
