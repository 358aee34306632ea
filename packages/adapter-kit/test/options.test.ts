import { OPTION_RULES } from "@botwright/core";
import { expect, test } from "vitest";
import { type AdapterOptions, assertAdapterOptions, assertOptionGroup } from "../src/index.ts";

interface PigeonOptions extends AdapterOptions {
  token: string;
  callback?: { key: string; path?: string };
}

const { object, text } = OPTION_RULES;

/** Calls the checks as an author of JavaScript may: with anything. */
function check(options: unknown): unknown {
  try {
    const given = [options, { token: text, callback: object }, ["token"]];
    Reflect.apply(assertAdapterOptions<PigeonOptions>, undefined, given);
    const { callback } = Object(options);
    const ofCallback = ["callback", callback, { key: text, path: text }, ["key"]];
    Reflect.apply(assertOptionGroup<object>, undefined, ofCallback);
  } catch (error) {
    return error;
  }
  return undefined;
}

test.each([
  [{ token: "t" }],
  [{ token: "t", callback: undefined, clock: undefined }],
  [{ token: "t", apiBase: "http://localhost", requestTimeoutMs: 5, callback: { key: "k" } }],
])("takes options that are right: %j", (options) => {
  expect(check(options)).toBeUndefined();
});

test.each([
  [undefined, "options must be an object: { token }"],
  [{}, "options.token is missing"],
  [{ tokn: "t" }, "options.tokn is unknown: did you mean token?"],
  [{ token: 7 }, "options.token must be a text"],
  [{ token: "t", clock: 5 }, "options.clock must be an object"],
  [{ token: "t", callback: "k" }, "options.callback must be an object"],
  [{ token: "t", callback: {} }, "options.callback.key is missing"],
  [
    { token: "t", callback: { key: "k", paths: "" } },
    "options.callback.paths is unknown: did you mean path?",
  ],
])("refuses options that are wrong, by their name: %j", (options, message) => {
  expect(check(options)).toMatchObject({ code: "INVALID_INPUT", message });
});
