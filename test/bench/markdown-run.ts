/**
 * One process of the Markdown benchmark: prints the microseconds per call for each input and engine, as JSON. Each is
 * the median of rounds in which the engines take turns.
 */
import { markdownToPlainText } from "@botwright/markdown";
import { micromark } from "micromark";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import removeMarkdown from "remove-markdown";
import stripMarkdown from "strip-markdown";
import { INPUTS } from "./replies.ts";
import { median } from "./statistics.ts";

const ROUNDS = 11;
const WARM_UP = 10;
/** The least milliseconds that an engine works on one text in a round. */
const SLICE = 12;

const processor = remark().use(remarkGfm).use(stripMarkdown);

const engines = {
  "@botwright/markdown": markdownToPlainText,
  "remove-markdown": (text: string): string => removeMarkdown(text),
  micromark: (text: string): string => micromark(text),
  "remark + gfm + strip-markdown": (text: string): string => String(processor.processSync(text)),
};

let sink = 0;

/** Microseconds per call, over at least `SLICE` ms and one call. */
function time(convert: (text: string) => string, texts: readonly string[]): number {
  const start = performance.now();
  let calls = 0;
  let passed = 0;
  do {
    for (const text of texts) sink += convert(text).length;
    calls += texts.length;
    passed = performance.now() - start;
  } while (passed < SLICE);
  return (passed * 1000) / calls;
}

/**
 * Makes texts that differ in one word, as separate strings, so that no engine can profit from caches of the same
 * string.
 */
function variants(text: string): string[] {
  return Array.from({ length: 8 }, (_, n) => Buffer.from(`${text} ${n}`).toString());
}

/** Runs each engine on each text until V8 has optimised the engine. */
function warmUp(texts: readonly string[]): void {
  for (let turn = 0; turn < WARM_UP; turn += 1) {
    for (const text of texts) {
      const same = variants(text);
      for (const convert of Object.values(engines)) time(convert, same);
    }
  }
}

/** Medians of interleaved rounds, by engine. */
function measure(text: string): Record<string, number> {
  const texts = variants(text);
  const times = new Map<string, number[]>(Object.keys(engines).map((name) => [name, []]));
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const [name, convert] of Object.entries(engines)) {
      times.get(name)?.push(time(convert, texts));
    }
  }
  return Object.fromEntries([...times].map(([name, list]) => [name, median(list)]));
}

warmUp(Object.values(INPUTS));
const measured = Object.entries(INPUTS).map(([name, text]) => [name, measure(text)]);
console.log(JSON.stringify(Object.fromEntries(measured)));
// Keeps the results alive, so that no call can be optimised away.
if (sink === 0) throw new Error("nothing was converted");
