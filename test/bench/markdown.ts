import { markdownToPlainText } from "@botwright/markdown";
import { micromark } from "micromark";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import removeMarkdown from "remove-markdown";
import stripMarkdown from "strip-markdown";
import { attacks } from "../../packages/markdown/test/attacks.ts";
import { proseOf, replyOf, shortReply } from "./replies.ts";
import { type BenchReport, isMain, runBench } from "./report.ts";
import { median } from "./statistics.ts";

const ROUNDS = 31;
const WARM_UP = 10;
/** How long one engine works on one text per round, in ms. */
const SLICE = 12;

const processor = remark().use(remarkGfm).use(stripMarkdown);

const engines = {
  "@botwright/markdown": markdownToPlainText,
  "remove-markdown": (text: string): string => removeMarkdown(text),
  micromark: (text: string): string => micromark(text),
  "remark + gfm + strip-markdown": (text: string): string => String(processor.processSync(text)),
};
type Engine = keyof typeof engines;
const names = Object.keys(engines).filter((name): name is Engine => Object.hasOwn(engines, name));

/** Keeps results alive, so that no call can be optimised away. */
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
 * Texts that differ in one word, as separate strings: an engine must not profit from seeing the
 * same string again.
 */
function variants(text: string): string[] {
  return Array.from({ length: 8 }, (_, n) => Buffer.from(`${text} ${n}`).toString());
}

/** Lets every engine see every text until it is compiled as well as it will be. */
function warmUp(texts: readonly string[]): void {
  for (let turn = 0; turn < WARM_UP; turn += 1) {
    for (const text of texts) {
      const same = variants(text);
      for (const name of names) time(engines[name], same);
    }
  }
}

/** Medians of interleaved rounds, in microseconds per call. */
function measure(text: string): Map<Engine, number> {
  const texts = variants(text);
  const times = new Map<Engine, number[]>(names.map((name) => [name, []]));
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const name of names) times.get(name)?.push(time(engines[name], texts));
  }
  return new Map([...times].map(([name, list]) => [name, median(list)]));
}

/** Milliseconds for one call, the best of `tries`. */
function attackTime(text: string, tries: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const start = performance.now();
    sink += markdownToPlainText(text).length;
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}

/** Measures the conversion of Markdown to plain text beside other libraries, and under attack. */
export async function benchMarkdown(): Promise<BenchReport> {
  const inputs = {
    "200 B": shortReply,
    "1 kB": replyOf(1000),
    "4 kB": replyOf(4000),
    "50 kB": replyOf(50_000),
    "no Markdown, 1 kB": proseOf(1000),
  };
  warmUp(Object.values(inputs));
  const results = Object.entries(inputs).map(([name, text]) => ({
    name,
    text,
    times: measure(text),
  }));
  const ratio = (input: string, a: Engine, b: Engine): number => {
    const times = results.find(({ name }) => name === input)?.times;
    return (times?.get(a) ?? Number.NaN) / (times?.get(b) ?? Number.NaN);
  };
  const own = "@botwright/markdown";
  const against = (input: string, limit: number): BenchReport["gates"][number] => {
    const measured = ratio(input, own, "remove-markdown");
    return {
      name: `${input}: time compared with remove-markdown`,
      limit: `≤ ${limit.toFixed(1)}×`,
      measured: `${measured.toFixed(2)}×`,
      ok: measured <= limit,
    };
  };
  const faster = ratio("4 kB", "micromark", own);

  const attacked = attacks.map(({ name, text }) => {
    const once = attackTime(text(100_000), 3);
    const twice = attackTime(text(200_000), 3);
    return { name, once, twice, linear: twice <= 3 * once || twice < 10 };
  });
  const slowest = attacked.toSorted((a, b) => b.once - a.once);
  const worst = slowest[0]?.once ?? 0;
  const bent = attacked.filter(({ linear }) => !linear);

  return {
    title: "Markdown to plain text",
    notes: [
      `Replies as language models write them (test/bench/replies.ts), Chinese and English; sizes in bytes of UTF-8. Median of ${ROUNDS} interleaved rounds of at least ${SLICE} ms per engine, after ${WARM_UP} rounds over all texts to warm up; 8 variants of each text. micromark writes HTML without GFM; the others write text.`,
    ],
    tables: [
      {
        caption: "Microseconds per conversion",
        chart: { file: "bench-markdown", title: "Converting 4 kB of Markdown, µs", column: 3 },
        columns: ["", ...results.map(({ name, text }) => `${name} (${Buffer.byteLength(text)} B)`)],
        rows: names.map((engine) => [
          engine,
          ...results.map(({ times }) => round(times.get(engine) ?? Number.NaN)),
        ]),
      },
      {
        caption: `The slowest of ${attacked.length} attacks, in ms`,
        columns: ["attack", "100 kB", "200 kB"],
        rows: slowest
          .slice(0, 8)
          .map(({ name, once, twice }) => [
            `\`${JSON.stringify(name).slice(1, -1).slice(0, 48)}\``,
            round(once),
            round(twice),
          ]),
      },
    ],
    gates: [
      against("200 B", 1),
      against("1 kB", 1),
      against("4 kB", 1.5),
      against("50 kB", 1.5),
      against("no Markdown, 1 kB", 0.1),
      {
        name: "4 kB: how many times faster than micromark",
        limit: "≥ 50",
        measured: faster.toFixed(0),
        ok: faster >= 50,
      },
      {
        name: "slowest attack at 100 kB",
        limit: "≤ 50 ms",
        measured: `${worst.toFixed(1)} ms`,
        ok: worst <= 50,
      },
      {
        name: "attacks where 200 kB take more than 3 times as long as 100 kB (and more than 10 ms)",
        limit: "none",
        measured: bent.length === 0 ? "none" : bent.map(({ name }) => name.slice(0, 40)).join(", "),
        ok: bent.length === 0,
      },
    ],
  };
}

if (isMain(import.meta.url)) await runBench(benchMarkdown);
