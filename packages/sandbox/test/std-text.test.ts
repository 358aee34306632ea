import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText, createEvaluator, differences, sampleOf, source } from "./std-evaluator.ts";

const inside = await createEvaluator();

const LABELS = [
  "utf-8",
  "UTF8",
  " unicode-1-1-utf-8 ",
  "utf-16le",
  "utf-16",
  "utf-16be",
  "gbk",
  "gb2312",
  "gb18030",
  "big5",
  "shift_jis",
  "euc-jp",
  "iso-2022-jp",
  "euc-kr",
  "latin1",
  "windows-1252",
  "koi8-r",
];

/** Bytes as they occur: at random, and those of text with a few spoilt. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 24 }),
  anyText.map((text) => new Uint8Array(Buffer.from(text))),
  anyText.map((text) => new Uint8Array(Buffer.from(text, "utf16le"))),
  fc.constantFrom(
    Uint8Array.of(0xef, 0xbb, 0xbf, 0x61),
    Uint8Array.of(0xff, 0xfe, 0x61, 0x00),
    Uint8Array.of(0xfe, 0xff, 0x00, 0x61),
    Uint8Array.of(0xd6, 0xd0, 0xce, 0xc4),
    Uint8Array.of(0x84, 0x31, 0x95, 0x33, 0x61),
    Uint8Array.of(0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42),
    Uint8Array.of(0xe4, 0xb8, 0xc3, 0xa9, 0xf0, 0x9f, 0x98),
    Uint8Array.of(0x82, 0xb1, 0x82),
  ),
);
const options = fc.record({ fatal: fc.boolean(), ignoreBOM: fc.boolean() }, { requiredKeys: [] });
const label = fc.constantFrom(...LABELS);

function literal(array: Uint8Array): string {
  return `Uint8Array.of(${array.join()})`;
}

test("TextDecoder decodes as Node's in every encoding", async () => {
  expect(
    await differences(
      inside,
      sampleOf(
        fc
          .tuple(label, options, bytes)
          .map(
            ([name, given, array]) =>
              `(() => { const d = new TextDecoder(${source(name)}, ${source(given)}); return [d.encoding, d.fatal, d.ignoreBOM, d.decode(${literal(array)}), d.decode(${literal(array)}.buffer)] })()`,
          ),
        600,
      ),
    ),
  ).toEqual([]);
});

// Not compared with Node's decoder in pieces: cut within a malformed character of gb18030, that one
// throws even when it is not fatal. What it makes of the whole is the measure.
test("TextDecoder decodes a stream wherever it is cut", async () => {
  const cases = fc.sample(
    fc.tuple(label, options, bytes, bytes, fc.array(fc.nat({ max: 48 }), { maxLength: 6 })),
    600,
  );
  const input = cases.map(([name, given, one, other, cuts]) => {
    const all = Buffer.concat([one, other]);
    const places = [0, ...cuts.filter((cut) => cut < all.length).toSorted((a, b) => a - b)];
    const pieces = places.map((start, at) => [
      ...all.subarray(start, places[at + 1] ?? all.length),
    ]);
    return { name, given, pieces };
  });
  const differing = await inside(
    `(async () => {
      const differing = [];
      for (const { name, given, pieces } of input) {
        const decoder = new TextDecoder(name, given);
        const inChunks = await attempt(() => {
          const texts = pieces.map((piece) => decoder.decode(Uint8Array.from(piece), { stream: true }));
          return texts.join("") + decoder.decode();
        });
        // A decoder that failed begins anew as one that ended does.
        const whole = await attempt(() => decoder.decode(Uint8Array.from(pieces.flat())));
        if (JSON.stringify(inChunks) !== JSON.stringify(whole)) differing.push({ name, given, pieces, inChunks, whole });
      }
      return differing;
    })()`,
    input,
  );
  expect(differing).toEqual([]);
});

test("long streams are cut without looking at everything again", async () => {
  const value = await inside(`(() => {
    const all = new TextEncoder().encode("中文 text 😀 ".repeat(4000));
    return ["utf-8", "gb18030"].map((label) => {
      const whole = new TextDecoder(label).decode(all);
      const decoder = new TextDecoder(label);
      let text = "";
      for (let at = 0; at < all.length; at += 1001) text += decoder.decode(all.subarray(at, at + 1001), { stream: true });
      return text + decoder.decode() === whole;
    });
  })()`);
  expect(value).toEqual([true, true]);
});

test("labels, options and inputs are checked as in Node", async () => {
  expect(
    await differences(inside, [
      `new TextDecoder("no-such")`,
      `new TextDecoder("x-user-defined")`,
      `new TextDecoder("replacement")`,
      `new TextDecoder(undefined).encoding`,
      `new TextDecoder("utf-8", 1)`,
      `new TextDecoder().decode("text")`,
      `new TextDecoder().decode(1)`,
      `new TextDecoder().decode(new DataView(new ArrayBuffer(3), 1))`,
      `new TextDecoder().decode()`,
      `Object.prototype.toString.call(new TextDecoder())`,
      `Object.prototype.toString.call(new TextEncoder())`,
      `[TextDecoder.name, TextEncoder.name, new TextEncoder().encoding]`,
      `TextEncoder()`,
    ]),
  ).toEqual([]);
});

test("TextEncoder encodes as Node's", async () => {
  expect(
    await differences(
      inside,
      sampleOf(
        fc
          .tuple(anyText, fc.nat({ max: 20 }))
          .map(
            ([text, room]) =>
              `(() => { const e = new TextEncoder(); const into = new Uint8Array(${room}).fill(7); return [e.encode(${source(text)}), e.encodeInto(${source(text)}, into), into, e.encodeInto(${source(text)}, into.subarray(2))] })()`,
          ),
        300,
      ).concat([
        `new TextEncoder().encode()`,
        `new TextEncoder().encode(12)`,
        `new TextEncoder().encodeInto(1, new Uint8Array(2))`,
        `new TextEncoder().encodeInto("a", [])`,
      ]),
    ),
  ).toEqual([]);
});

test("atob and btoa do what Node's do", async () => {
  const base64 = fc.oneof(
    fc.base64String({ maxLength: 20 }),
    fc.string({
      unit: fc.constantFrom("A", "b", "/", "+", "=", " ", "\n", "-", "é", "9"),
      maxLength: 9,
    }),
  );
  expect(
    await differences(inside, [
      ...sampleOf(base64.map((text) => `atob(${source(text)})`)),
      ...sampleOf(anyText.map((text) => `btoa(${source(text)})`)),
      ...sampleOf(
        fc
          .uint8Array({ maxLength: 30 })
          .map((array) => `btoa(String.fromCharCode(${array.join()}))`),
      ),
      "btoa(null)",
      "atob(123)",
      "btoa('é€') instanceof DOMException",
      "(() => { try { btoa('€') } catch (e) { return [e instanceof DOMException, e instanceof Error, e.name, e.code] } })()",
    ]),
  ).toEqual([]);
});
