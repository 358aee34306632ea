import { createMemoryKeyValueStore } from "@botwright/core";
import { createServices } from "@botwright/services";
import { expect, test } from "vitest";

test.each([
  [{ stor: createMemoryKeyValueStore() }, "options.stor is unknown: did you mean store?"],
  [{ store: "data.json" }, "options.store must be an object"],
  [{ ai: { models: [], provider: {} } }, "ai.provider is unknown: did you mean providers?"],
  [{ ai: { models: "small", providers: {} } }, "ai.models must be a list of models, or a catalog"],
  [{ search: { providers: {} } }, "search.providers must be a list, or a function that"],
  [{ credentials: { stores: {} } }, "credentials.stores is unknown: did you mean store?"],
  ["storage", "options must be an object"],
])("services refuse options that would silently have a default: %o", (options, message) => {
  const make = (): unknown => Reflect.apply(createServices, undefined, [options]);
  expect(make).toThrow(
    expect.objectContaining({ code: "INVALID_INPUT", message: expect.stringContaining(message) }),
  );
});
