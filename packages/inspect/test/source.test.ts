import { expect, test } from "vitest";
import { inspectPlugin } from "../src/index.ts";

test.each([
  ["nothing", undefined],
  ["bytes", Buffer.from("export const handler = () => {};")],
])("a source that is no text is refused: %s", (_what, source) => {
  expect(() => Reflect.apply(inspectPlugin, undefined, [source])).toThrow(
    expect.objectContaining({
      code: "INVALID_INPUT",
      message: 'source must be the text of a plugin: read the file with readFile(path, "utf8")',
    }),
  );
});
