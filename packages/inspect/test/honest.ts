import { readdirSync, readFileSync } from "node:fs";
import { transform } from "esbuild";
import { randomBytes } from "./disguise-bytes.ts";
import { clean, type Fixture, plugin } from "./fixtures.ts";

const quote = JSON.stringify;

function readFolder(folder: string, isWanted: (name: string) => boolean): Fixture[] {
  const url = new URL(folder, import.meta.url);
  return readdirSync(url, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js") && !name.endsWith(".test.js") && isWanted(name))
    .map((name) => ({ name, source: readFileSync(new URL(name, url), "utf8") }));
}

function lines(text: string, width: number): string[] {
  return text.match(new RegExp(`.{1,${width}}`, "gu")) ?? [];
}

const pick = <T>(list: readonly T[], byte: number | undefined): T | undefined =>
  list[(byte ?? 0) % list.length];

/** Words as no dictionary has them, but of syllables as languages have them. */
function makeWords(count: number): string[] {
  const syllables =
    "ba be bi bo ca ce co da de di do el en er fa fi ga ge hi in is ka la le li lo ma me mi mo na ne ni no on or pa pe po ra re ri ro sa se si so ta te ti to un ur va ve vi".split(
      " ",
    );
  const bytes = randomBytes(count * 4, 5);
  return Array.from({ length: count }, (_word, i) =>
    [...bytes.subarray(i * 4, i * 4 + 2 + ((bytes[i * 4] ?? 0) % 3))]
      .map((byte) => pick(syllables, byte))
      .join(""),
  );
}

/** The Han characters of GB 2312, level 1, in its order. */
const HAN = Array.from({ length: 39 * 94 }, (_, i) =>
  new TextDecoder("gbk").decode(Uint8Array.of(0xb0 + Math.floor(i / 94), 0xa1 + (i % 94))),
);

const png = (bytes: number): string =>
  Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"),
    randomBytes(bytes, 3),
  ]).toString("base64");

const aesTable = (): number[] => {
  const bytes = randomBytes(4096, 9);
  return Array.from({ length: 1024 }, (_, i) => bytes.readUInt32LE(i * 4));
};

const wave = Array.from({ length: 1024 }, (_, i) => Math.round(Math.sin(i / 163) * 32_767));
const tiles = Array.from({ length: 64 }, (_row, y) =>
  Array.from({ length: 64 }, (_column, x) =>
    x % 16 === 0 || y % 16 === 0 ? 1 : x > 40 && y < 20 ? 3 : 0,
  ),
);
const outline = Array.from({ length: 400 }, (_, i) => [
  Number((116 + Math.sin(i / 60) * 4).toFixed(4)),
  Number((39 + Math.cos(i / 60) * 3).toFixed(4)),
]);
const path = Array.from(
  { length: 500 },
  (_, i) => `c${i % 7}.${i % 10} 0 ${i % 13}-${i % 5}.${(i * 3) % 10} ${i % 11} 4`,
).join("");

/** Plugins whose data is too large to write by hand: [name, before the handler, in the handler]. */
const MADE: readonly [name: string, before: string, statements: string][] = [
  [
    "picture",
    `const PNG = "${png(20_000)}";`,
    `await ctx.bot.sendImage(ctx.msg.from, Buffer.from(PNG, "base64"));`,
  ],
  [
    "picture-url",
    `const PNG = "data:image/png;base64,${png(20_000)}";`,
    `await ctx.bot.sendImage(ctx.msg.from, Buffer.from(PNG.split(",")[1], "base64"));`,
  ],
  [
    "picture-in-lines",
    `const PNG = [\n${lines(png(20_000), 76)
      .map((line) => `  "${line}",`)
      .join("\n")}\n].join("");`,
    `await ctx.bot.sendImage(ctx.msg.from, Buffer.from(PNG, "base64"));`,
  ],
  [
    "pictures-by-name",
    `const IMAGES = { cat: "${png(6000)}", dog: "${png(7000)}" };\nconst send = { image: "sendImage", file: "sendFile" };`,
    `const way = ctx.config.asFile ? "sendFile" : "sendImage";\n  await ctx.bot[way](ctx.msg.from, Buffer.from(IMAGES[ctx.msg.text] ?? IMAGES.cat, "base64"));`,
  ],
  [
    "picture-decoded-by-hand",
    `const PNG = "${png(20_000)}";\nconst LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
function bytesOf(text) { const out = []; let bits = 0, held = 0; for (const c of text.replace(/=/g, "")) { held = (held << 6) | LETTERS.indexOf(c); bits += 6; if (bits >= 8) { bits -= 8; out.push((held >> bits) & 255); } } return Uint8Array.from(out); }`,
    `await ctx.bot.sendImage(ctx.msg.from, bytesOf(PNG));`,
  ],
  [
    "font",
    `const FONT = "d09GMgABAAAAA${randomBytes(60_000, 4).toString("base64")}";`,
    `await ctx.bot.sendFile(ctx.msg.from, Buffer.from(FONT, "base64"), "font.woff2");`,
  ],
  [
    "words",
    `const WORDS = ${quote(makeWords(4000))};`,
    `await ctx.bot.reply(ctx.msg, WORDS[ctx.msg.text.length]);`,
  ],
  [
    "words-in-one-text",
    `const WORDS = "${makeWords(6000).join(",")}".split(",");`,
    `await ctx.bot.reply(ctx.msg, WORDS[ctx.msg.text.length]);`,
  ],
  [
    "idioms",
    `const IDIOMS = ${quote(Array.from({ length: 2000 }, (_, i) => [0, 1, 2, 3].map((j) => HAN[(i * 797 + j * 1571 + ((i * i) % 911)) % 3600]).join("")))};`,
    `await ctx.bot.reply(ctx.msg, IDIOMS[ctx.msg.text.length]);`,
  ],
  [
    "han-table",
    `const S = "${HAN.slice(0, 3600).join("")}";\nconst T = "${HAN.slice(0, 3600).toReversed().join("")}";`,
    `await ctx.bot.reply(ctx.msg, [...ctx.msg.text].map((c) => T[S.indexOf(c)] ?? c).join(""));`,
  ],
  [
    "pinyin",
    `const PINYIN = { ${lines(HAN.slice(0, 3600).join(""), 9)
      .map((text, i) => `${makeWords(401)[i]}${i}: "${text}"`)
      .join(", ")} };`,
    `await ctx.bot.reply(ctx.msg, Object.keys(PINYIN).find((key) => PINYIN[key].includes(ctx.msg.text)));`,
  ],
  [
    "emoji",
    `const EMOJI = { ${Array.from({ length: 800 }, (_, i) => `${makeWords(800)[i]}_${i}: "${String.fromCodePoint(0x1f300 + i)}"`).join(", ")} };`,
    `await ctx.bot.reply(ctx.msg, EMOJI[ctx.msg.text]);`,
  ],
  [
    "translations",
    `const TEXTS = ${quote(Object.fromEntries(["en", "zh", "ja"].map((language, l) => [language, Object.fromEntries(makeWords(300).map((word, i) => [`${word}${i}`, l === 0 ? `Please ${word} the ${makeWords(300)[299 - i]}, then try again` : `请${HAN[i * 7]}${HAN[i * 5]}后再试`]))])))};`,
    `await ctx.bot.reply(ctx.msg, TEXTS.en[ctx.msg.text] ?? TEXTS.zh[ctx.msg.text]);`,
  ],
  [
    "aes-tables",
    `const T = [${aesTable()
      .map((word) => `0x${word.toString(16)}`)
      .join(",")}];`,
    `let s = 0; for (const c of ctx.msg.text) s = T[(s ^ c.charCodeAt(0)) & 1023] ^ (s >>> 8);\n  await ctx.bot.reply(ctx.msg, (s >>> 0).toString(16));`,
  ],
  [
    "crc-table",
    `const T = [${aesTable().slice(0, 256).join(",")}];`,
    `let s = -1; for (const c of ctx.msg.text) s = T[(s ^ c.charCodeAt(0)) & 255] ^ (s >>> 8);\n  await ctx.bot.reply(ctx.msg, (s >>> 0).toString(16));`,
  ],
  [
    "wave",
    `const WAVE = [${wave.join(",")}];`,
    `await ctx.bot.sendFile(ctx.msg.from, Buffer.from(Int16Array.from(WAVE).buffer), "tone.raw");`,
  ],
  [
    "tiles",
    `const MAP = ${quote(tiles)};`,
    `await ctx.bot.reply(ctx.msg, MAP.map((row) => row.map((tile) => " #~."[tile]).join("")).join("\\n"));`,
  ],
  [
    "outline",
    `const BORDER = ${quote(outline)};`,
    `await ctx.bot.reply(ctx.msg, String(BORDER.some(([x, y]) => x > ctx.config.x && y > ctx.config.y)));`,
  ],
  [
    "svg",
    `const ICON = '<svg viewBox="0 0 24 24"><path d="M1 2${path}"/></svg>';`,
    `await ctx.bot.sendFile(ctx.msg.from, Buffer.from(ICON), "icon.svg");`,
  ],
  [
    "stickers",
    `const STICKERS = ${quote(Array.from({ length: 40 }, (_, i) => `CAACAgI${randomBytes(48, i + 20).toString("base64url")}`))};`,
    `await ctx.bot.reply(ctx.msg, STICKERS[ctx.msg.text.length % 40]);`,
  ],
  [
    "uuids",
    `const IDS = ${quote(
      Array.from({ length: 60 }, (_, i) =>
        randomBytes(16, i + 70)
          .toString("hex")
          .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
      ),
    )};`,
    `await ctx.bot.reply(ctx.msg, IDS[0]);`,
  ],
  [
    "page",
    `const PAGE = \`<!doctype html><style>body{margin:0;font:14px/1.5 sans-serif;color:#333}\${"".padEnd(0)}.a{color:#09f}</style><script>${"document.querySelectorAll('.item').forEach(function(e,i){e.style.top=i*20+'px'});".repeat(60)}</script>\`;`,
    `await ctx.bot.sendFile(ctx.msg.from, Buffer.from(PAGE), "page.html");`,
  ],
  ["source-map", "", `await ctx.bot.reply(ctx.msg, "hello");`],
];

const made = MADE.map(([name, before, statements]): Fixture => {
  const map = `\n//# sourceMappingURL=data:application/json;base64,${randomBytes(9000, 6).toString("base64")}\n`;
  const source = plugin(statements, before) + (name === "source-map" ? map : "");
  return { name: `made/${name}.js`, source };
});

/** Plugins that hide nothing: examples, templates, libraries by hand, data of every kind. */
export const honest: readonly Fixture[] = [
  ...clean,
  ...readFolder("./fixtures/honest/", () => true),
  ...readFolder(
    "../../../examples/",
    (name) => !/^(?:plugins|own-|reference)|readme-chats|-service/u.test(name),
  ),
  ...readFolder("../../cli/templates/", () => true).map(({ name, source }) => ({
    name,
    source: source.replaceAll(/\{\{(\w+)\}\}/gu, "$1"),
  })),
  ...made,
];

/** The same files as esbuild minifies them, with letters of other scripts as they are and as escapes. */
export async function minified(): Promise<Fixture[]> {
  const found = honest.map(async ({ name, source }) => {
    // CommonJS files stay what they are.
    const isModule = !/\bexports\b/u.test(source);
    const options = { minify: true, ...(isModule ? ({ format: "esm" } as const) : {}) };
    const utf8 = await transform(source, { ...options, charset: "utf8" });
    const ascii = await transform(source, { ...options, charset: "ascii" });
    return [
      { name: `${name}, minified`, source: utf8.code },
      { name: `${name}, minified to ASCII`, source: ascii.code },
    ];
  });
  return (await Promise.all(found)).flat();
}
