import fc from "fast-check";
import { anyCharacter } from "../arbitraries.ts";

const METHODS = [
  "bot.reply",
  "bot.sendText",
  "bot.sendImage",
  "bot.sendVideo",
  "bot.sendFile",
  "bot.sendVoice",
  "bot.sendTyping",
  "bot.downloadImage",
  "bot.downloadRaw",
  "storage.get",
  "storage.set",
  "storage.delete",
  "storage.keys",
  "storage.clear",
  "aiService.callModel",
  "aiService.getModelsByCategory",
  "aiService.isFreeModel",
  "searchService.search",
  "getPlatformCreds",
];

/** The text of an argument: JSON, bytes of any size, deep nesting, or a value without JSON. */
const argument = fc.oneof(
  { weight: 6, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
  { weight: 3, arbitrary: fc.string({ unit: anyCharacter }).map((text) => JSON.stringify(text)) },
  { weight: 3, arbitrary: fc.nat(1e5).map((length) => `new Uint8Array(${length})`) },
  { weight: 1, arbitrary: fc.nat(4e6).map((length) => `new Uint8Array(${length})`) },
  { weight: 1, arbitrary: fc.nat(2000).map((levels) => `deep(${levels})`) },
  { weight: 1, arbitrary: fc.nat(2e5).map((length) => `"é".repeat(${length})`) },
  {
    weight: 3,
    arbitrary: fc.constantFrom("msg", "config", "mediaBuffer", "undefined", "1n", "() => 1"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("new Float64Array(3)", "new DataView(new ArrayBuffer(9), 1, 3)"),
  },
);

const name = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...METHODS) },
  fc.string().map((text) => `bot.${text}`),
);

const call = fc
  .tuple(name, fc.array(argument, { maxLength: 5 }), fc.constantFrom("await ", "", "pending[0] = "))
  .map(
    ([operation, args, how]) =>
      `  try { ${how}find(${JSON.stringify(operation)})(${args.join(", ")}).catch(note); } catch (error) { note(error); }`,
  );

/** Plugins that ask the host for anything, with anything. */
export const payloads: fc.Arbitrary<string> = fc.array(call, { minLength: 1, maxLength: 12 }).map(
  (calls) => `export async function handler(ctx) {
  const { msg, config, mediaBuffer } = ctx;
  const pending = [];
  const notes = [];
  const note = (error) => notes.push(String(error?.code ?? error));
  const find = (operation) => operation.split(".").reduce((value, key) => value[key], ctx);
  const deep = (levels) => { let value = []; for (let i = 0; i < levels; i++) value = [value]; return value; };
${calls.join("\n")}
  await Promise.race([pending[0], null]);
  return { handled: true, notes };
}`,
);
