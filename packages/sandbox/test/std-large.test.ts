import { createHash, createHmac } from "node:crypto";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { SANDBOX_BUNDLE } from "../../../test/thread-bundle.ts";
import { createEvaluator, differences } from "./std-evaluator.ts";

const inside = await createEvaluator();

test(
  "what the host computes in pieces is what it computes at once",
  { tags: ["long"] },
  async () => {
    const prelude = `
    const hash = (text) => { let sum = 7; for (let at = 0; at < text.length; at += 101) sum = (sum * 31 + text.charCodeAt(at)) | 0; return [text.length, sum]; };
    const bytesOf = (bytes) => { let sum = 7; for (let at = 0; at < bytes.length; at += 101) sum = (sum * 31 + bytes[at]) | 0; return [bytes.length, sum]; };
    const mixed = "aé中😀\\ud800".repeat(45_000);
    const noise = Uint8Array.from({ length: 530_001 }, (_, at) => (at * 7919 + (at >> 3)) & 255);`;
    const encodings = ["utf8", "hex", "base64", "base64url", "latin1", "ascii", "utf16le"];
    expect(
      await differences(
        inside,
        [
          ...encodings.map((name) => `hash(Buffer.from(noise).toString("${name}"))`),
          ...encodings.map((name) => `bytesOf(Buffer.from(mixed, "${name}"))`),
          ...encodings.map((name) => `Buffer.byteLength(mixed + "==", "${name}")`),
          ...["hex", "base64", "base64url"].map(
            (name) => `bytesOf(Buffer.from(Buffer.from(noise).toString("${name}"), "${name}"))`,
          ),
          'bytesOf(Buffer.from(Buffer.from(noise).toString("base64").replace(/(.{76})/g, "$1\\r\\n"), "base64"))',
          'bytesOf(Buffer.from("ab".repeat(200_000) + "xy" + "cd".repeat(200_000), "hex"))',
          'bytesOf(Buffer.from("YWJj".repeat(100_000) + "YQ==" + "YWJj".repeat(100_000), "base64"))',
          "bytesOf(new TextEncoder().encode(mixed))",
          "(() => { const into = new Uint8Array(400_000); const { read, written } = new TextEncoder().encodeInto(mixed, into); return [read, written, bytesOf(into)]; })()",
          "(() => { const into = Buffer.alloc(300_001); return [into.write(mixed), bytesOf(into)]; })()",
          'hash(atob(btoa("x".repeat(500_000))))',
          "hash(new URLSearchParams([[mixed, mixed.slice(0, 9)]]).toString())",
          'new URLSearchParams("a=b&".repeat(20_000)).size',
        ],
        prelude,
      ),
    ).toEqual([]);
  },
);

const LABELS = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "gbk",
  "gb18030",
  "big5",
  "shift_jis",
  "euc-jp",
  "euc-kr",
  "iso-2022-jp",
  "windows-1252",
  "koi8-r",
];

test("long texts are decoded in pieces, whatever their encoding", { tags: ["long"] }, async () => {
  const prelude = `
    const hash = (text) => { let sum = 7; for (let at = 0; at < text.length; at += 11) sum = (sum * 31 + text.charCodeAt(at)) | 0; return [text.length, sum]; };
    const noise = Uint8Array.from({ length: 150_001 }, (_, at) => (at * 7919 + (at >> 3) * 31) & 255);
    const words = Uint8Array.from({ length: 150_001 }, (_, at) => at % 17 === 0 ? 32 : 0xb0 + (at * 13) % 0x40);
    const mail = Uint8Array.from(Array.from({ length: 9000 }, (_, line) => [0x1b, 0x24, 0x42, 0x24, 0x22 + line % 50, 0x24, 0x24, 0x1b, 0x28, 0x42, 0x61 + line % 26, 13, 10]).flat());
    const stream = (decoder, bytes, size) => { let text = ""; for (let at = 0; at < bytes.length; at += size) text += decoder.decode(bytes.subarray(at, at + size), { stream: true }); return text + decoder.decode(); };`;
  expect(
    await differences(
      inside,
      LABELS.flatMap((label) => [
        `hash(new TextDecoder("${label}").decode(noise))`,
        `hash(new TextDecoder("${label}").decode(words))`,
        `hash(new TextDecoder("${label}").decode(mail))`,
        `hash(stream(new TextDecoder("${label}"), mail, 7001))`,
        `hash(stream(new TextDecoder("${label}"), words, 70_001))`,
        `new TextDecoder("${label}", { fatal: true }).decode(noise).length`,
      ]),
      prelude,
    ),
  ).toEqual([]);
});

test("digests of bodies and media are right at any size", { tags: ["long"] }, async () => {
  const sizes = [1_048_576, 1_048_577, 5_000_000];
  const hex = `(buffer) => Buffer.from(buffer).toString("hex")`;
  // Doubled by the engine itself: a function for each byte would take far longer.
  const bytes = `(size) => {
    const all = new Uint8Array(size);
    for (let at = 0; at < 256; at++) all[at] = at;
    for (let done = 256; done < size; done *= 2) all.copyWithin(done, 0, done);
    return all;
  }`;
  for (const size of sizes) {
    const data = new Uint8Array(size).map((_, at) => at & 255);
    for (const name of ["SHA-1", "SHA-512"]) {
      const expected = createHash(name.replace("-", "")).update(data).digest("hex");
      const expression = `crypto.subtle.digest("${name}", (${bytes})(${size})).then(${hex})`;
      expect(await inside(expression)).toBe(expected);
    }
  }
  const signed = `(async () => {
    const key = await crypto.subtle.importKey("raw", new Uint8Array(1_100_000).fill(1), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const sign = (size) => crypto.subtle.sign("HMAC", key, new Uint8Array(size).fill(2)).then(${hex});
    return [await sign(10), await sign(1_100_000)];
  })()`;
  const key = new Uint8Array(1_100_000).fill(1);
  expect(await inside(signed)).toEqual(
    [10, 1_100_000].map((size) =>
      createHmac("sha256", key).update(new Uint8Array(size).fill(2)).digest("hex"),
    ),
  );
});

/** What might depend on the locale of the host. */
const LOCAL = `[
  (1234.5).toLocaleString(), (1234.5).toLocaleString([]), (1234.5).toLocaleString(undefined, {}), (1234.5).toLocaleString("tlh"), (1234.5).toLocaleString(["tlh", "xx-x-y"]),
  (1234n).toLocaleString([]), (1234.5).toLocaleString(null), (1234.5).toLocaleString({}), (1234.5).toLocaleString(["tlh", "de"]),
  new Date(0).toLocaleString([]), new Date(0).toLocaleDateString("tlh"), new Date(0).toLocaleTimeString([], {}), new Date(0).toLocaleString([], { timeZone: undefined }),
  "I".toLocaleLowerCase(), "i".toLocaleUpperCase(), "I".toLocaleLowerCase("tr"), ["z", "ä", "a", "Z"].sort((one, other) => one.localeCompare(other)).join(),
  typeof Intl, [1234.5, new Date(0)].toLocaleString(),
]`;
const CHILD = `
import { createSandbox } from ${JSON.stringify(SANDBOX_BUNDLE)};
await using sandbox = createSandbox({ workers: 1 });
const source = "export const handler = async ({ storage }) => { await storage.set('told', " + ${JSON.stringify(LOCAL)} + "); return { handled: true }; };";
const plugin = await sandbox.load(source);
let told;
const storage = { set: async (_key, value) => void (told = value) };
const context = { bot: { platform: "telegram" }, storage, mediaBuffer: null, config: {}, msg: {}, botDbId: 1, userId: 1, quotedMessage: null, messageId: 1 };
await plugin.handler(context);
console.log(JSON.stringify([told, (1234.5).toLocaleString()]));
`;

test("the host's locale is not seen inside", async () => {
  const run = promisify(execFile);
  const args = ["--input-type=module", "-e", CHILD];
  const [plain, german] = await Promise.all(
    ["en_US.UTF-8", "de_DE.UTF-8"].map(async (locale) => {
      const env = { ...process.env, LANG: locale, LC_ALL: locale, LANGUAGE: locale };
      const { stdout } = await run(process.execPath, args, { env });
      const told: [unknown[], string] = JSON.parse(stdout);
      return told;
    }),
  );
  expect(german?.[1]).toBe("1.234,5");
  expect(german?.[0]).toEqual(plain?.[0]);
  expect(german?.[0].slice(0, 9)).toEqual([
    ...Array(5).fill("1,234.5"),
    "1,234",
    "1,234.5",
    "1,234.5",
    "1.234,5",
  ]);
  expect(german?.[0][9]).toBe("1/1/1970, 12:00:00 AM");
});

/** What an expression is inside, or the name of what it throws. */
const attempt = (expression: string): Promise<unknown> =>
  inside(`(() => { try { return ${expression} } catch (error) { return error.name } })()`);

test("locales and options beyond all measure are refused, and the rest is not touched", async () => {
  for (const expression of [
    '(1).toLocaleString("en-u-" + Array.from({ length: 50_000 }, (_, n) => "a" + String(n).padStart(5, "0")).join("-"))',
    '(1).toLocaleString(Array(50_000).fill("de"))',
    'new Date(0).toLocaleString("en-t-" + "a0-abc-".repeat(9000) + "b0-abc")',
    'new Date(0).toLocaleTimeString("en-x-" + "ab-".repeat(9000) + "ab")',
    '(1n).toLocaleString("en", { numberingSystem: "abcd-".repeat(9000) + "abcd" })',
    'new Date(0).toLocaleDateString("en", { timeZone: "A".repeat(1e6) })',
    '(1).toLocaleString("en", { style: "currency", currency: "U".repeat(1e6) })',
    '(1).toLocaleString("no locale")',
    '(1).toLocaleString("en", { minimumFractionDigits: 1e300 })',
    "(10n ** 10_001n).toLocaleString()",
  ]) {
    expect([expression, await attempt(expression)]).toEqual([expression, "RangeError"]);
  }
  expect(
    await attempt('(1).toLocaleString("en", { junk: "j".repeat(1e6), self: globalThis })'),
  ).toBe("1");
  expect(await attempt('(0.5).toLocaleString("de", Object.create({ style: "percent" }))')).toBe(
    "50\u00a0%",
  );
});
