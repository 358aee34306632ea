import { describeError } from "@botwright/core";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { lines, runFailingPlugins } from "./thrown-error.ts";

const { shownError, thrownBy } = runFailingPlugins();

describe("a bundle with an inline source map", () => {
  const ORIGINAL = lines(
    "interface Dice { sides: number }",
    "",
    "const roll = (dice: Dice | null): number =>",
    "  dice!.sides;",
    "",
    "export const handler = (): number => roll(null);",
    "",
  );

  async function bundle(): Promise<string> {
    const { outputFiles } = await build({
      stdin: { contents: ORIGINAL, sourcefile: "src/game/roll.ts", loader: "ts" },
      bundle: true,
      write: false,
      format: "esm",
      sourcemap: "inline",
    });
    return outputFiles[0]?.text ?? "";
  }

  const ORIGINAL_PLACE = lines(
    "TypeError: cannot read property 'sides' of null at roll.ts:4:3 in roll",
    "  2 │",
    "  3 │ const roll = (dice: Dice | null): number =>",
    "> 4 │   dice!.sides;",
    "    │   ^",
    "  5 │",
  );

  test("shows the original file", async () => {
    expect(await shownError(await bundle())).toBe(ORIGINAL_PLACE);
  });

  const withMap = async (change: (map: Record<string, unknown>) => unknown): Promise<string> => {
    const [code = "", map = ""] = (await bundle()).split(/(?<=base64,)/u);
    const changed = change(JSON.parse(Buffer.from(map, "base64").toString()));
    return code + Buffer.from(JSON.stringify(changed)).toString("base64");
  };

  test("has no lines where the map has no text", async () => {
    const source = await withMap(({ sourcesContent: _left, ...map }) => map);
    expect(await shownError(source)).toBe(ORIGINAL_PLACE.split("\n")[0]);
  });

  test.each<[what: string, change: (map: Record<string, unknown>) => unknown]>([
    ["no map", () => null],
    ["a list", () => []],
    ["no sources", ({ sources: _left, ...map }) => map],
    ["mappings of another alphabet", (map) => ({ ...map, mappings: "\u0000é,,;{}" })],
    ["mappings that are a number", (map) => ({ ...map, mappings: 7 })],
    ["mappings into a source that is not there", (map) => ({ ...map, sources: [] })],
    ["a text that is shorter", (map) => ({ ...map, sourcesContent: ["1"] })],
    [
      "more places than are read",
      (map) => ({ ...map, mappings: `${"A,".repeat(25_000)}${String(map["mappings"])}` }),
    ],
    [
      "more lines than are read",
      (map) => ({ ...map, mappings: `${String(map["mappings"])}${";".repeat(25_000)}` }),
    ],
    ["sections", (map) => ({ version: 3, sections: [{ offset: { line: 0, column: 0 }, map }] })],
  ])("that holds %s leaves the position in the bundle", async (_what, change) => {
    const source = await withMap(change);
    const { message, position } = describeError(await thrownBy(source));
    expect(message).toBe("TypeError: cannot read property 'sides' of null");
    expect(position).toEqual({ file: "dice.js", line: 2, column: 26, functionName: "roll" });
  });

  test("names a file by the last part of its path, without what acts on a terminal", async () => {
    const sources = ["../../../etc/\u001B[2Jroll\u202E.ts"];
    const source = await withMap((map) => ({ ...map, sources }));
    expect(describeError(await thrownBy(source)).position?.file).toBe("_[2Jroll_.ts");
  });
});
