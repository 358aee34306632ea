import { createHash } from "node:crypto";
import type { DemoAnswer, DemoImageRequest } from "./demo-types.ts";
import { encodePng } from "./encode-png.ts";

const DEFAULT_SIDE = 256;
const MAX_SIDE = 512;

/** The word DEMO, which every picture shows, as rows of dots. */
const WORD = [
  "###.. ##### #...# .###.",
  "#..#. #.... ##.## #...#",
  "#..#. ####. #.#.# #...#",
  "#..#. #.... #...# #...#",
  "###.. ##### #...# .###.",
];
/** The width of the word with its margins, in dots. */
const DOTS = 32;

/** Makes a picture whose colours depend on the prompt, with the word DEMO. */
export function answerImage({ prompt, size }: DemoImageRequest): DemoAnswer {
  const [width = DEFAULT_SIDE, height = DEFAULT_SIDE] = (size ?? "")
    .split("x")
    .map((side) => Math.min(MAX_SIDE, Number.parseInt(side, 10) || DEFAULT_SIDE));
  const colours = createHash("sha256").update(prompt).digest();
  const dark = [...colours.subarray(0, 3)].map((value) => value >> 1);
  const light = [...colours.subarray(3, 6)].map((value) => 128 + (value >> 1));
  const dot = Math.max(1, Math.floor(Math.min(width, height) / DOTS));
  const left = Math.floor((width - (WORD[0] ?? "").length * dot) / 2);
  const top = Math.floor((height - WORD.length * dot) / 2);
  const png = encodePng(width, height, (x, y) => {
    const row = WORD[Math.floor((y - top) / dot)] ?? "";
    if (row[Math.floor((x - left) / dot)] === "#") return light;
    return dark.map((value) => value + Math.floor((64 * y) / height));
  });
  const data = [{ b64_json: png.toString("base64"), revised_prompt: `[demo] ${prompt}` }];
  return { status: 200, body: { created: 0, data } };
}
