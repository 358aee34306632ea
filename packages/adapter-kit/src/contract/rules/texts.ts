import assert from "node:assert/strict";
import { createBot, measureText } from "@botwright/core";
import { createRandom } from "../fixture/samples.ts";
import type { Rule, ContractContext } from "../context.ts";

/** Long texts are sent in parts that people can read. */
export const textRules: Readonly<Record<string, Rule>> = {
  "splits Latin text": (context) => splits(context, ["word ", "a", "Z", "? "]),
  "splits Chinese text": (context) => splits(context, ["你", "好", "，", "𠀀", "邊󠄆"]),
  "splits emoji between people's characters": (context) => splits(context, EMOJI),
  "splits a row of flags between two of them": (context) => splits(context, ["🇩🇪", "🇨🇳"]),
  "splits letters with marks between people's characters": (context) => splits(context, MARKS),
  "splits a mix of all": (context) => splits(context, ["ab ", "你好", ...EMOJI, ...MARKS]),
  "splits between lines if it can": lines,
  "sends each part that a bot has cut as one message": sendsEachPartOnce,
};

/** Families, flags, skin tones, keycaps: up to 11 UTF-16 units that people see as one character. */
const EMOJI = ["😀", "👨‍👩‍👧‍👦", "🇩🇪", "🇨🇳", "👍🏽", "1️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"];
const MARKS = ["e\u0301", "각", "न\u093f", "ส\u0e34\u0e48", "a\u0308\u0323", "x"];
const SEEDS = [1, 2, 3];
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

async function splits(context: ContractContext, alphabet: readonly string[]): Promise<void> {
  const { simulator, setup, user } = context;
  const { textLimits } = setup.capabilities;
  const adapter = await context.inChat();
  for (const seed of SEEDS) {
    const before = simulator.sent().length;
    const text = randomText(context, alphabet, seed);
    await adapter.sendText(user, text);
    const parts = simulator
      .sent()
      .slice(before)
      .map((sent) => sent.text ?? "");
    assert.ok(parts.length >= 3, "sent in parts");
    for (const part of parts) {
      for (const { unit, max } of textLimits) {
        assert.ok(measureText(part, unit) <= max, `a part of more than ${max} ${unit}`);
      }
    }
    assertCut(text, parts);
  }
}

/** Asserts that the parts make up the text (but for spaces at a cut, which platforms trim), and cut no character. */
function assertCut(text: string, parts: readonly string[]): void {
  const starts = new Set(Array.from(graphemes.segment(text), ({ index }) => index));
  let at = 0;
  for (const part of parts) {
    while (text[at] === " " && part[0] !== " ") at++;
    assert.ok(starts.has(at), `cut inside of a character: …${text.slice(at - 12, at)}`);
    assert.ok(text.startsWith(part, at), `other text than was sent: ${part.slice(0, 12)}…`);
    at += part.length;
  }
  assert.equal(at, text.length, "the end is missing");
}

/** A text of at least two and a half parts, without line breaks, because a cut may drop those. */
function randomText({ setup }: ContractContext, alphabet: readonly string[], seed: number): string {
  const next = createRandom(seed);
  const pieces: string[] = ["."];
  const room = setup.capabilities.textLimits.map(({ unit, max }) => ({ unit, left: max * 2.5 }));
  while (room.some(({ left }) => left > 0)) {
    const piece = alphabet[next() % alphabet.length] ?? "";
    pieces.push(piece);
    for (const limit of room) limit.left -= measureText(piece, limit.unit);
  }
  return `${pieces.join("")}.`;
}

async function lines({ simulator, setup, user, inChat }: ContractContext): Promise<void> {
  const adapter = await inChat();
  const longest = Math.min(...setup.capabilities.textLimits.map(({ max }) => max));
  const line = "x".repeat(Math.floor(longest * 0.4));
  const all = Array.from({ length: 5 }, (_, index) => `${index} ${line}`);
  await adapter.sendText(user, all.join("\n"));
  const sent = simulator.sent().map(({ text = "" }) => text);
  assert.ok(sent.length >= 3, "sent in parts");
  assert.deepEqual(
    sent.flatMap((text) => text.split("\n")),
    all,
    "each line is whole",
  );
}

/** `createBot` counts its parts as sends and gives each a key, so the adapter must not split a part again. */
async function sendsEachPartOnce(context: ContractContext): Promise<void> {
  const { simulator, user, inChat } = context;
  let counted = 0;
  const onParts = (count: number): void => void (counted += count);
  const bot = createBot(await inChat());
  const scoped = bot.forCall?.({ from: user, onParts }) ?? bot;
  const text = randomText(context, ["ab ", "你好", ...EMOJI, ...MARKS], 1);
  await scoped.sendText(user, text);
  assert.ok(counted >= 3, "cut into parts");
  assert.equal(simulator.sent().length, counted, "an adapter has cut a part again");
}
